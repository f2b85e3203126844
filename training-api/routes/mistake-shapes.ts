import { z } from 'zod'
import { wireTime } from '../envelope.ts'
import type { BookEntry, Origin } from '../queries/mistake-book.ts'
import type { Mistake } from '../queries/mistakes.ts'
import { rightIdsOf } from '../queries/papers.ts'
import { readOptionIds } from '../rules/grading.ts'
import { titleIn } from '../rules/languages.ts'
import type { Language } from '../rules/languages.ts'
import { gradedFrom, intervals, mayLeave } from '../rules/review.ts'
import { questionShape } from './exam-shapes.ts'

export const errorTypes = { 1: 'theory', 2: 'simulation', 3: 'practice' } as const
export const errorTypeCode = { theory: 1, simulation: 2, practice: 3 } as const

/** Chosen options as they are sent: ids joined by `&`. */
export const chosenOptions = z
  .preprocess((given) => given ?? '', z.union([z.string().max(400), z.number().transform(String)]))
  .transform((text) => readOptionIds(text))
  .refine((ids) => ids !== null)
  .transform((ids) => ids ?? [])

/** Where a question came from and what leads there. */
export function originShape(origin: Origin, language: Language) {
  const named = { kind: origin.kind, id: origin.id, name: titleIn(language, origin.titles) }
  if (origin.kind === 'course') return { ...named, sectionId: origin.sectionId, sectionName: origin.sectionName }
  return origin.kind === 'exam' ? { ...named, planItemId: origin.planItemId, planId: origin.planId } : named
}

/** Streak and schedule of an entry of the book, and when it would be due by each grade of the learner's own. */
export function reviewStateShape({ mistakeId, streak, card, dueAt }: Mistake, now: Date) {
  const from = gradedFrom({ card, dueAt }, now)
  return {
    errorId: mistakeId,
    streak,
    mayLeave: mayLeave(streak) ? 1 : 0,
    dueTime: wireTime(dueAt),
    grade: card?.grade ?? null,
    intervals: intervals(from.card, from.dueAt, from.at).map((one) => ({ grade: one.grade, dueTime: wireTime(one.dueAt) })),
  }
}

/** An entry of the wrong-question book (contract 3, extensions). */
export function wrongQuestionShape({ mistake, question, subject, origin }: BookEntry, language: Language) {
  const { score: _score, ...asked } = questionShape(question)
  return {
    ...asked,
    id: mistake.mistakeId,
    errorType: errorTypeCode[mistake.source],
    userId: mistake.learnerId,
    instanceId: mistake.attemptId,
    answerId: mistake.answerId,
    userOptionList: readOptionIds(mistake.optionIds) ?? [],
    trueOptionList: rightIdsOf(question),
    analysis: question.analysis,
    subjectId: mistake.subjectId,
    subjectName: titleIn(language, subject),
    addTime: wireTime(mistake.addedAt),
    wrongTime: wireTime(mistake.wrongAt),
    streak: mistake.streak,
    mayLeave: mayLeave(mistake.streak) ? 1 : 0,
    dueTime: wireTime(mistake.dueAt),
    origin: originShape(origin, language),
  }
}
