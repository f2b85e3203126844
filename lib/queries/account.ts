import type { CodePurpose, ContactField, Crop, PasswordChange } from '@/lib/domain/account'
import { bff } from './bff'
import { download } from './download'
import { upload } from './upload'

/** Whether a phone has an account. */
export const checkPhone = (phone: string) => bff.post<{ known: boolean }>('public/account/phone', { phone })

/** Has a code sent to a phone; the seconds until another may be asked for. */
export const sendCode = (phone: string, purpose: CodePurpose) => bff.post<{ againInSeconds: number }>('public/account/code', { phone, purpose })

/** Makes an account. */
export const register = (form: { phone: string; code: string; nickname: string; password: string; confirmation: string }) => bff.post<{ registered: true }>('public/account/register', form)

/** Has a code for a new password looked at; the proof that it was right opens the next step. */
export const checkResetCode = (form: { phone: string; code: string }) => bff.post<{ proof: string }>('public/account/reset-check', form)

/** Sets the new password. */
export const resetPassword = (form: { proof: string; password: string; confirmation: string }) => bff.post<{ reset: true }>('public/account/reset', form)

/** Replaces the password of the learner who is logged in; `fields.current` of the error is `wrong` when the old one is. */
export const changePassword = (form: PasswordChange) => bff.post<{ changed: true }>('account/password', form)

/** Replaces phone or e-mail. */
export const changeContact = (field: ContactField, value: string) => bff.post<{ changed: true }>('account/contact', { [field]: value })

/** Sends a picture and the square of it that becomes the avatar; `fields.file` of the error says what is wrong with it. */
export const sendAvatar = (file: Blob, crop: Crop | null, more: Parameters<typeof upload>[3]) => upload<{ avatarUrl: string | null }>('account/avatar', { ...crop }, file, more)

/** Brings the learner's record as a file to keep. */
export const downloadRecord = () => download('account/record')
