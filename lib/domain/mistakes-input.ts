import { z } from 'zod'
import { idInput } from './courses-input'
import { mistakeSources } from './mistakes'
import { questionKinds } from './questions'

const MAX_CONTENT = 20_000
const MAX_OPTIONS = 26

/** A question for the book. */
export const mistakeTargetInput = z.object({
  source: z.enum(mistakeSources), questionId: idInput, kind: z.enum(questionKinds), content: z.string().max(MAX_CONTENT), attemptId: idInput.nullish(), answerId: idInput.nullish(),
  chosenIds: z.array(idInput).max(MAX_OPTIONS).optional(), isRight: z.boolean().optional(), mistakeId: idInput.nullish(),
})

/** Puts a question into the book or takes it out. */
export const bookMarkInput = z.object({ target: mistakeTargetInput, inBook: z.boolean() })
