import type { LoginAnswer } from '@/lib/domain/session'
import { bff } from './bff'

/** Logs in; a refusal is a `BffError` with the platform's words. */
export const logIn = (form: { account: string; password: string }) => bff.post<LoginAnswer>('public/session', { ...form, consent: true })

/** Has the session that is said to be over looked at: if it is, its cookie goes. */
export const checkSession = () => bff.post<{ alive: true }>('session/check')
