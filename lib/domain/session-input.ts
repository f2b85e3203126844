import { z } from 'zod'
import { asKept } from './account'
import { ACCOUNT_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './session'

/**
 * A login; texts of missing fields are the specification's (spec 1 §5) and belong to the form. Of what people type, which may be a phone, the
 * account is what is dialled: an account that is really spelt "+8613800138000" cannot be typed. One that the platform itself gave goes as it is.
 */
export const loginForm = z
  .object({
    account: z.string().trim().min(1).max(ACCOUNT_MAX_LENGTH),
    password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
    consent: z.literal(true),
    isFromPlatform: z.literal(true).optional(),
  })
  .transform(({ account, password, isFromPlatform }) => ({ account: isFromPlatform ? account : asKept(account), password }))

/** Nothing at all. */
export const nothing = z.object({})
