import { z } from 'zod'
import { idInput } from './courses-input'
import { mistakeSources } from './mistakes'
import { CATEGORY_LEVELS, LABEL_GROUPS, LARGEST_DRAW, upToLastChoice, type DrawFrom, type PracticeResult } from './practice'
import { questionKinds } from './questions'

const idMaybe = idInput.nullable().default(null)
const count = z.coerce.number().int().min(1).transform((value) => Math.min(value, LARGEST_DRAW))
const someLabels = z.array(z.object({ groupId: idInput, labelId: idInput }).nullable()).max(LABEL_GROUPS)
const labels = someLabels.default([])

/** What is drawn. */
export const drawInput: z.ZodType<DrawFrom> = z.discriminatedUnion('from', [
  z.object({ from: z.literal('subject'), subjectId: idInput, subjectName: z.string().max(200), count, labels }),
  z.object({ from: z.literal('book'), source: z.enum(mistakeSources).nullable().default(null), subjectId: idMaybe, kind: z.enum(questionKinds).nullable().default(null), isDue: z.boolean().default(false), mistakeId: idMaybe, count }),
  z.object({ from: z.literal('again'), drawId: idInput }),
])

export const drawIdInput = z.object({ drawId: idInput })

const seconds = z.number().int().min(0).max(10_000_000)
const optionIds = z.array(idInput).min(1).max(26)
/** Answers of a draw that the platform keeps, or one answer with what judges it. */
export const judgeInput = z.union([
  z.object({ drawId: idInput, answers: z.array(z.object({ questionId: idInput, optionIds })).max(LARGEST_DRAW), elapsedSeconds: seconds, currentIndex: z.number().int().min(0).max(LARGEST_DRAW), isEnded: z.boolean().default(false) }),
  z.object({ sealed: z.string().max(100_000), optionIds }),
])

/** Labels of a subject whose questions are counted, as `group:label` joined by commas in the order of the groups, empty for a group left on all. */
export const countInput = z.object({
  subjectId: idInput, subjectName: z.string().max(200).default(''),
  labels: z.string().max(1_000).default('').transform((text) => upToLastChoice(text.split(',').map((pair) => pair.split(':'))
    .map(([groupId = '', labelId = '', ...more]) => (labelId && more.length === 0 ? { groupId, labelId } : null)))).pipe(someLabels),
})

export const subjectInput = z.object({ subjectId: idInput })

/** The chosen category of each level, from the top, as ids joined by commas; anything odd ends the path there. */
export const categoryPathInput = z.string().max(400).catch('').transform((text) => {
  const ids = text.split(',')
  const end = ids.findIndex((id) => !idInput.safeParse(id).success)
  return (end < 0 ? ids : ids.slice(0, end)).slice(0, CATEGORY_LEVELS)
})

const number = (most: number) => z.coerce.number().min(0).max(most).catch(0)
/** The address of a practice result; figures that cannot be are brought to what can. */
export const practiceResultInput = z
  .object({
    subjectName: z.string().transform((name) => name.slice(0, 200)).catch(''), shouldNumber: number(LARGEST_DRAW).transform(Math.floor), actualNumber: number(LARGEST_DRAW).transform(Math.floor), accuracyRate: number(1),
    hour: number(9_999), min: number(59), sec: number(59), drawId: idInput.nullable().catch(null), endedAt: z.iso.datetime().nullable().catch(null),
  })
  .transform(({ subjectName, shouldNumber, actualNumber, accuracyRate, hour, min, sec, drawId, endedAt }) => ({
    drawId, endedAt,
    result: {
      subjectName, shouldCount: shouldNumber, answeredCount: Math.min(actualNumber, shouldNumber), accuracy: accuracyRate, rightCount: Math.min(Math.round(accuracyRate * shouldNumber), actualNumber),
      elapsedSeconds: Math.floor(hour * 3600 + min * 60 + sec),
    } satisfies PracticeResult,
  }))
