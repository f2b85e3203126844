import type { LoginAnswer, WhoIsThere } from '@/lib/domain/session'
import { bff } from './bff'

/** Logs in, with an account that was typed or one that the platform gave; a refusal is a `BffError` with the platform's words. */
export const logIn = (form: { account: string; password: string; isFromPlatform?: true }) => bff.post<LoginAnswer>('public/session', { ...form, consent: true })

/** Logs out whoever is logged in by now: the window is left alone. */
export const endSession = () => bff.post<{ loggedOut: true }>('session/end', {}, { anybody: true })

/** Has the session that is said to be over looked at: if it is, its cookie goes. */
export const checkSession = () => bff.post<{ alive: boolean }>('public/session/check')

/** Who is there, on pages that are the same for everybody. */
export const getWho = (signal: AbortSignal) => bff.get<WhoIsThere>('public/session/who', {}, { signal })
