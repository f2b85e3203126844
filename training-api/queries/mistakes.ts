import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { mistakes } from '../db/schema/mistakes.ts'
import type { QuestionKind } from '../rules/grading.ts'
import { wholeTenant } from './rankings.ts'
import type { TotalChange } from './rankings.ts'
import type { Who } from './who.ts'

export type MistakeSource = (typeof mistakes.$inferSelect)['source']
export type Mistake = typeof mistakes.$inferSelect

/** A question answered wrong, and where. */
export type WrongAnswer = {
  questionId: number
  questionKind: QuestionKind
  subjectId: number
  optionIds: string
  attemptId?: number | null
  answerId?: number | null
  examId?: number | null
  courseId?: number | null
  sectionId?: number | null
}

const oncePerQuestion = [mistakes.tenantId, mistakes.learnerId, mistakes.source, mistakes.questionId]

/**
 * Puts questions into the learner's wrong-question book: once per question and source; what was taken out comes back
 * and begins anew, what is there stays with the newer answer. What is to be added to the learner's totals comes back.
 */
export async function addMistakes(tx: Db, { tenantId, userId, source, wrong, now }: Who & { source: MistakeSource; wrong: readonly WrongAnswer[]; now: Date }): Promise<TotalChange[]> {
  if (wrong.length === 0) return []
  const inOrder = [...new Map(wrong.map((one) => [one.questionId, one])).values()].toSorted((a, b) => a.questionId - b.questionId)
  const rows = inOrder.map(({ questionId, questionKind, subjectId, optionIds, attemptId = null, answerId = null, examId = null, courseId = null, sectionId = null }) => ({
    tenantId, mistakeId: newId(), learnerId: userId, source, questionId, questionKind, subjectId, attemptId, answerId, examId, courseId, sectionId, optionIds, addedAt: now, wrongAt: now,
  }))
  const fresh = await tx.insert(mistakes).values(rows).onConflictDoNothing({ target: oncePerQuestion }).returning({ questionId: mistakes.questionId })
  const known = rows.filter((row) => !fresh.some(({ questionId }) => questionId === row.questionId))
  const back = known.length === 0 ? 0 : await renewMistakes(tx, { tenantId, userId, source, rows: known, now })
  return countMistakes(fresh.length + back)
}

/** Writes the newer answers over questions that are or were in the book; how many of them come back. */
async function renewMistakes(tx: Db, { tenantId, userId, source, rows, now }: Who & { source: MistakeSource; rows: (typeof mistakes.$inferInsert)[]; now: Date }): Promise<number> {
  // Held, and only then looked at: another call may put the same ones into the book at this moment, and each counts once.
  const held = await tx
    .select({ removedAt: mistakes.removedAt })
    .from(mistakes)
    .where(
      and(
        eq(mistakes.tenantId, tenantId),
        eq(mistakes.learnerId, userId),
        eq(mistakes.source, source),
        sql`${mistakes.questionId} = any(${sql.param(rows.map(({ questionId }) => questionId))}::bigint[])`,
      ),
    )
    .orderBy(asc(mistakes.questionId))
    .for('update')
  await tx
    .insert(mistakes)
    .values(rows)
    .onConflictDoUpdate({
      target: oncePerQuestion,
      set: {
        attemptId: sql`excluded.attempt_id`,
        answerId: sql`excluded.answer_id`,
        examId: sql`excluded.exam_id`,
        courseId: sql`excluded.course_id`,
        sectionId: sql`excluded.section_id`,
        optionIds: sql`excluded.option_ids`,
        wrongAt: now,
        streak: 0,
        addedAt: sql`case when ${mistakes.removedAt} is null then ${mistakes.addedAt} else excluded.added_at end`,
        card: sql`case when ${mistakes.removedAt} is null then ${mistakes.card} end`,
        dueAt: sql`case when ${mistakes.removedAt} is null then least(${mistakes.dueAt}, excluded.added_at) end`,
        removedAt: null,
      },
    })
  return held.filter(({ removedAt }) => removedAt !== null).length
}

/** What moves the learner's figure in the ranking of wrong questions. */
export function countMistakes(delta: number): TotalChange[] {
  return [{ ...wholeTenant, metric: 'mistakes', delta }]
}
