/** What a code on a phone is for. */
export const codePurposes = ['register', 'reset'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** Seconds until another code may be asked for. */
export const CODE_WAIT_SECONDS = 60
/** So long a right code opens the second step of a new password. */
export const PROOF_SECONDS = 600
export const EMAIL_MAX_LENGTH = 100
export const CODE_MAX_LENGTH = 6

/** What is wrong with a field: nothing in it, or not what it must be. */
export type FieldFault = 'missing' | 'malformed' | undefined

/** A field with nothing in it, or not what it must be. */
export const fault = (text: string, isRight: boolean): FieldFault => (text === '' ? 'missing' : isRight ? undefined : 'malformed')

/** A phone or a code as it is meant, without what people, address books and keyboards write into it: blanks, dashes, dots, brackets, unseen marks, wide digits, the country before a mobile. */
export const asDialled = (text: string) => text.normalize('NFKC').replace(/[().\s\p{Cf}\p{Pd}]/gu, '').replace(/^[+0]*86(?=1\d{10}$)/, '')

/** A mainland mobile number of 11 digits (spec 3 §5). */
export const phoneFault = (phone: string): FieldFault => fault(phone, /^1[3-9]\d{9}$/.test(phone))

/** What may be a phone, as it is kept: a mobile as it is dialled, as it is looked for when somebody registers or needs a new password; anything else as it was written. */
export function asKept(written: string): string {
  const dialled = asDialled(written)
  return phoneFault(dialled) ? written : dialled
}

/** A phone as it may be seen by whoever looks on: its middle hidden. */
export const maskedPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** Four to six letters or digits to register, exactly six for a new password. */
export const codeFault = (code: string, purpose: CodePurpose): FieldFault => fault(code, purpose === 'register' ? /^[A-Za-z0-9]{4,6}$/.test(code) : /^[A-Za-z0-9]{6}$/.test(code))

/** Six to eighteen letters or digits, at registration and reset. */
export const passwordFault = (password: string): FieldFault => fault(password, /^[A-Za-z0-9]{6,18}$/.test(password))

/** What is wrong with a password written a second time. */
export function confirmationFault(confirmation: string, password: string): FieldFault | 'different' {
  return passwordFault(confirmation) ?? (confirmation === password ? undefined : 'different')
}

export type PasswordChange = { current: string; password: string; confirmation: string }
export type PasswordChangeFaults = { current?: 'missing'; password?: 'missing' | 'malformed' | 'unchanged'; confirmation?: 'missing' | 'different' }

/** What is wrong with a change of password: 6 to 16 characters without blanks, other than before, twice the same (spec 3 §5). */
export function passwordChangeFaults({ current, password, confirmation }: PasswordChange): PasswordChangeFaults {
  return {
    current: current === '' ? 'missing' : undefined,
    password: fault(password, /^[^\s\p{C}]{6,16}$/u.test(password)) ?? (password === current ? 'unchanged' : undefined),
    confirmation: confirmation === '' ? 'missing' : confirmation === password ? undefined : 'different',
  }
}

/** What the platform knows of a learner (S9). */
export type Profile = {
  id: string
  account: string
  name: string
  avatarUrl: string | null
  sex: 'male' | 'female' | 'unknown'
  post: string
  company: string
  department: string
  phone: string
  email: string
}

/** What learners change themselves, one at a time. */
export type ContactField = 'phone' | 'email'

/** A square of a picture, in pixels of the picture as it is seen. */
export type Crop = { x: number; y: number; size: number }

/** Largest avatar; the limit itself is too large. */
export const AVATAR_LIMIT_BYTES = 20 * 1024 * 1024
/** Pictures wider or higher than this, or with more pixels, are not decoded by the server: the browser cuts the square out of them. */
export const PICTURE_MAX_SIDE = 12_000
export const PICTURE_MAX_PIXELS = 64_000_000

/** A picture of more may be one that the server would have to hold whole, which it refuses: the browser cuts the square out of it as well. */
const SENT_WHOLE_PIXELS = 25_000_000

type Sides = { width: number; height: number }
/** Whether a picture is small enough to be decoded by the server. */
export const isDecodable = ({ width, height }: Sides): boolean => Math.max(width, height) <= PICTURE_MAX_SIDE && width * height <= PICTURE_MAX_PIXELS
/** Whether a picture is small enough for the browser to send it as it is: the server draws from it whatever order its lines come in, but for sixteen bits a colour. */
export const isSentWhole = ({ width, height }: Sides): boolean => isDecodable({ width, height }) && width * height <= SENT_WHOLE_PIXELS
export const avatarTypes = ['image/jpeg', 'image/png'] as const

/** How many bytes tell the kind of a picture. */
export const PICTURE_HEAD_BYTES = 8
const heads = { jpeg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] } as const

/** The kind of a picture by its first bytes, whatever its name says; null for anything but JPEG and PNG. */
export function pictureKind(content: Uint8Array): 'jpeg' | 'png' | null {
  return (['jpeg', 'png'] as const).find((kind) => heads[kind].every((byte, at) => content[at] === byte)) ?? null
}

/** What is wrong with a file that should become an avatar, as far as its name and size tell. */
export function avatarFault(file: { type: string; size: number }): 'kind' | 'size' | undefined {
  if (!(avatarTypes as readonly string[]).includes(file.type)) return 'kind'
  return file.size >= AVATAR_LIMIT_BYTES ? 'size' : undefined
}
