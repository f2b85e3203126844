import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mistakes, mistakeSources } from '../db/schema/mistakes.ts'
import { joinOptionIds } from '../rules/grading.ts'
import { gradedFrom, gradeOf, review, streakAfter } from '../rules/review.ts'
import type { Grade } from '../rules/review.ts'
import { inBook } from './mistake-book.ts'
import type { Mistake } from './mistakes.ts'
import type { Who } from './who.ts'

/** What an answer in practice does to the question's entries in the book: its streak and its schedule, and where it was put in by practice the answer that it shows. */
export async function countAnswer(tx: Db, { questionId, optionIds, right, now, ...who }: Who & { questionId: number; optionIds: readonly number[]; right: boolean; now: Date }): Promise<Mistake[]> {
  const held = await tx
    .select()
    .from(mistakes)
    .where(and(inBook(who), inArray(mistakes.source, mistakeSources), eq(mistakes.questionId, questionId)))
    .orderBy(asc(mistakes.mistakeId))
    .for('update')
  const changed: Mistake[] = []
  for (const one of held) {
    const change = { streak: streakAfter(one.streak, right), ...review(one.card, one.dueAt, gradeOf(right), now), ...(right ? {} : { wrongAt: now }), ...(right || one.source !== 'practice' ? {} : { optionIds: joinOptionIds(optionIds) }) }
    await tx.update(mistakes).set(change).where(and(eq(mistakes.tenantId, one.tenantId), eq(mistakes.mistakeId, one.mistakeId)))
    changed.push({ ...one, ...change })
  }
  return changed
}

/**
 * Schedules an entry of the book by the learner's own grade, which takes the place of the review it belongs to; each operation
 * once; null when it is not in the book.
 */
export async function gradeMistake(
  tx: Db,
  { mistakeId, grade, operationId, now, ...who }: Who & { mistakeId: number; grade: Grade; operationId?: string | undefined; now: Date },
): Promise<Mistake | null> {
  const [held] = await tx.select().from(mistakes).where(and(inBook(who), eq(mistakes.mistakeId, mistakeId))).for('update')
  if (held === undefined) return null
  if (operationId !== undefined && held.card?.operationId === operationId) return held
  const from = gradedFrom(held, now)
  const { card, dueAt } = review(from.card, from.dueAt, grade, from.at)
  const change = { card: operationId === undefined ? card : { ...card, operationId }, dueAt }
  await tx.update(mistakes).set(change).where(and(eq(mistakes.tenantId, who.tenantId), eq(mistakes.mistakeId, mistakeId)))
  return { ...held, ...change }
}
