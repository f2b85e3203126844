import { z } from 'zod'
import { idInput } from './courses-input'
import { longListSizeInput } from './exams-input'
import { mistakeSorts, mistakeSources, recallGrades, type BookView } from './mistakes'
import { operationIdInput } from './operation-input'
import { pageInput } from './paging-input'
import { questionKinds } from './questions'

/** What fits into a call to us, in any script: a question may be as long as its author likes. */
const MAX_CONTENT = 150_000
const MAX_OPTIONS = 26

/** A question for the book. */
export const mistakeTargetInput = z.object({
  source: z.enum(mistakeSources), questionId: idInput, kind: z.enum(questionKinds), content: z.string().max(MAX_CONTENT), attemptId: idInput.nullish(), answerId: idInput.nullish(),
  chosenIds: z.array(idInput).max(MAX_OPTIONS).optional(), isRight: z.boolean().optional(), mistakeId: idInput.nullish(),
})

/** Puts a question into the book or takes it out. */
export const bookMarkInput = z.object({ target: mistakeTargetInput, inBook: z.boolean(), operationId: operationIdInput })

/** The address of the wrong-question book; anything odd falls back to the beginning. */
export const bookInput = z
  .object({
    source: z.enum(mistakeSources).catch('theory'), subject: idInput.nullable().catch(null), kind: z.enum(['all', ...questionKinds]).catch('all'), sort: z.enum(mistakeSorts).catch('newest'),
    due: z.literal('1').nullable().catch(null), page: pageInput, size: longListSizeInput,
  })
  .transform(({ subject, due, kind, source, ...view }): BookView => ({ ...view, source, subjectId: subject, isDue: due !== null, kind: source === 'simulation' ? 'all' : kind }))

/** One question of the book. */
export const mistakeInput = z.object({ source: z.enum(mistakeSources), mistakeId: idInput, questionId: idInput, attemptId: idInput.optional(), answerId: idInput.optional() })

/** The learner's own grade of a review; the operation's id makes a repeated one harmless. */
export const gradeInput = z.object({ mistakeId: idInput, grade: z.enum(recallGrades), operationId: z.string().regex(/^[\w-]{8,64}$/) })
