import { z } from 'zod'

/** The login form; texts of missing fields are the specification's (spec 1 §5) and belong to the form. */
export const loginForm = z.object({
  account: z.string().trim().min(1).max(64),
  password: z.string().min(1).max(128),
  consent: z.literal(true),
})

/** Nothing at all. */
export const nothing = z.object({})
