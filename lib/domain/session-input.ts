import { z } from 'zod'
import { asKept } from './account'
import { ACCOUNT_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './session'

/** The login form, in which a phone may be an account; texts of missing fields are the specification's (spec 1 §5) and belong to the form. */
export const loginForm = z.object({
  account: z.string().trim().min(1).max(ACCOUNT_MAX_LENGTH).overwrite(asKept),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
  consent: z.literal(true),
})

/** Nothing at all. */
export const nothing = z.object({})
