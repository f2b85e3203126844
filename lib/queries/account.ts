import type { ContactField, Crop, PasswordChange } from '@/lib/domain/account'
import { bff } from './bff'
import { download } from './download'
import { upload } from './upload'

/** Replaces the password of the learner who is logged in; `fields.current` of the error is `wrong` when the old one is. */
export const changePassword = (form: PasswordChange) => bff.post<{ changed: true }>('account/password', form)

/** Replaces phone or e-mail; `kept` is how it stands there then. */
export const changeContact = (field: ContactField, value: string) => bff.post<{ kept: string }>('account/contact', { [field]: value })

/** Sends a picture and the square of it that becomes the avatar; `fields.file` of the error says what is wrong with it. */
export const sendAvatar = (file: Blob, crop: Crop | null, more: Parameters<typeof upload>[3]) => upload<{ avatarUrl: string | null }>('account/avatar', { ...crop }, file, more)

/** Brings the learner's record as a file to keep. */
export const downloadRecord = () => download('account/record')
