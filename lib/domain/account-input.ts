import { z } from 'zod'
import { asDialled, asKept, codeFault, codePurposes, confirmationFault, EMAIL_MAX_LENGTH, passwordChangeFaults, passwordFault, phoneFault, type FieldFault } from './account'
import { nicknameFault } from './nickname'
import { PASSWORD_MAX_LENGTH } from './session'

const text = (faultOf: (value: string) => FieldFault, meant = (value: string) => value.trim()) =>
  z.string().max(200).overwrite(meant).superRefine((value, check) => {
    const message = faultOf(value)
    if (message) check.addIssue({ code: 'custom', message })
  })
const phone = text(phoneFault, asDialled)
const plainPassword = z.string().max(200).superRefine((value, check) => {
  const message = passwordFault(value)
  if (message) check.addIssue({ code: 'custom', message })
})

function sameTwice(given: { password: string; confirmation: string }, check: z.RefinementCtx) {
  const message = confirmationFault(given.confirmation, given.password)
  if (message) check.addIssue({ code: 'custom', message, path: ['confirmation'] })
}

/** A phone to be looked up (S11). */
export const phoneInput = z.strictObject({ phone })
/** A phone that wants a code (S12, S14). */
export const codeInput = z.strictObject({ phone, purpose: z.enum(codePurposes) })
/** A registration (S13), field by field as spec 3 §5 says. */
export const registrationInput = z
  .strictObject({ phone, code: text((code) => codeFault(code, 'register'), asDialled), nickname: text(nicknameFault), password: plainPassword, confirmation: z.string().max(200) })
  .superRefine(sameTwice)
/** The first step of a new password (S15). */
export const resetCheckInput = z.strictObject({ phone, code: text((code) => codeFault(code, 'reset'), asDialled) })
/** The second step (S16): whose password, which the cookie of the first one proves, and the password twice. */
export const resetInput = z.strictObject({ phone, password: plainPassword, confirmation: z.string().max(200) }).superRefine(sameTwice)

/** A change of password. */
export const passwordChangeInput = z
  .strictObject({ current: z.string().max(PASSWORD_MAX_LENGTH), password: z.string().max(PASSWORD_MAX_LENGTH), confirmation: z.string().max(PASSWORD_MAX_LENGTH) })
  .superRefine((given, check) => {
    for (const [field, message] of Object.entries(passwordChangeFaults(given))) if (message) check.addIssue({ code: 'custom', message, path: [field] })
  })

/** A new phone or e-mail, and nothing beside it; the platform knows their form (spec 3 §5 checks none here). */
export const contactInput = z.union([z.strictObject({ phone: z.string().trim().min(1, 'missing').max(40).overwrite(asKept) }), z.strictObject({ email: z.string().trim().min(1, 'missing').max(EMAIL_MAX_LENGTH) })])

const whole = z.coerce.number().int().min(0).max(100_000)
/** The part of a picture that becomes the avatar; without one the middle of it. */
export const avatarInput = z.object({ x: whole, y: whole, size: whole.min(1) }).partial().transform(({ x, y, size }) => (x === undefined || y === undefined || size === undefined ? null : { x, y, size }))

/** The record takes no wishes. */
export const recordInput = z.strictObject({})
