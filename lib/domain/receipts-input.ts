import { z } from 'zod'
import { idInput } from './courses-input'

/** A code or number of a receipt as people paste it: letters, digits and the few signs such codes have; anything else is none. */
export const receiptCodeInput = z.string().trim().regex(/^[\w.:-]{4,100}$/)

/** What stands for a signature that is none: it fits nothing, where without any the platform would check none. */
const UNFIT_SIGNATURE = '-'

/** The address of the page that checks a receipt. How a signature is written is the platform's; one that is cut or broken is still one to check. */
export const receiptCheckInput = z.object({ code: receiptCodeInput.nullish().catch(null), signature: z.string().trim().max(200).transform((text) => text || null).nullish().catch(UNFIT_SIGNATURE) })

export const receiptsInput = z.object({ attemptId: idInput, answerId: idInput })
