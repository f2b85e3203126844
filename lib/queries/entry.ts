// What a visitor asks for on the way in; apart from an account's own queries, whose uploads no public page needs.
import type { CodePurpose } from '@/lib/domain/account'
import { bff } from './bff'

/** Whether a phone has an account. */
export const checkPhone = (phone: string) => bff.post<{ known: boolean }>('public/account/phone', { phone })

/** Has a code sent to a phone; the seconds until another may be asked for. */
export const sendCode = (phone: string, purpose: CodePurpose) => bff.post<{ againInSeconds: number }>('public/account/code', { phone, purpose })

/** Makes an account. */
export const register = (form: { phone: string; code: string; nickname: string; password: string; confirmation: string }) => bff.post<{ registered: true }>('public/account/register', form)

/** Has a code for a new password looked at; the proof that it was right, a cookie, opens the next step. */
export const checkResetCode = (form: { phone: string; code: string }) => bff.post<{ checked: true }>('public/account/reset-check', form)

/** Sets the new password. */
export const resetPassword = (form: { phone: string; password: string; confirmation: string }) => bff.post<{ reset: true }>('public/account/reset', form)
