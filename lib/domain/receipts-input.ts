import { z } from 'zod'
import { idInput } from './courses-input'

/** A code or number of a receipt as people paste it: letters, digits and the few signs such codes have; anything else is none. */
export const receiptCodeInput = z.string().trim().regex(/^[\w.:-]{4,100}$/)

/** The address of the page that checks a receipt. */
export const receiptCheckInput = z.object({ code: receiptCodeInput.nullish().catch(null), signature: z.string().trim().regex(/^[\w-]{40,200}$/).nullish().catch(null) })

export const receiptsInput = z.object({ attemptId: idInput, answerId: idInput })
