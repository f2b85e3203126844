import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { mistakes } from '../db/schema/mistakes.ts'
import type { ReviewCard } from '../db/schema/mistakes.ts'
import type { QuestionKind } from '../rules/grading.ts'
import { forgotten } from '../rules/review.ts'
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

/**
 * Puts questions into the learner's wrong-question book: once per question and source; what was taken out comes back
 * and begins anew, what is there stays with the newer answer and counts as forgotten, and where it was answered wrong in between it keeps its place. What is to be added to the learner's totals comes back.
 */
export async function addMistakes(tx: Db, { tenantId, userId, source, wrong, now }: Who & { source: MistakeSource; wrong: readonly WrongAnswer[]; now: Date }): Promise<TotalChange[]> {
  if (wrong.length === 0) return []
  const rows = [...new Map(wrong.map((one) => [one.questionId, one])).values()].toSorted((a, b) => a.questionId - b.questionId)
  const fresh = await insertMistakes(tx, { tenantId, userId, source, rows, now })
  const known = rows.filter(({ questionId }) => !fresh.has(questionId))
  const back = known.length === 0 ? 0 : await renewMistakes(tx, { tenantId, userId, source, rows: known, now })
  return countMistakes(fresh.size + back)
}

type Rows = Who & { source: MistakeSource; rows: readonly WrongAnswer[]; now: Date }

/** What differs from row to row, as columns: one text for however many rows. */
function columnsOf(rows: readonly WrongAnswer[]): SQL {
  const column = (name: keyof WrongAnswer) => sql.param(rows.map((row) => row[name] ?? null))
  return sql`${column('questionId')}::bigint[], ${column('optionIds')}::text[], ${column('attemptId')}::bigint[], ${column('answerId')}::bigint[], ${column('examId')}::bigint[], ${column('courseId')}::bigint[], ${column('sectionId')}::bigint[]`
}

/** Puts into the book what was never there; the questions that were not. */
async function insertMistakes(tx: Db, { tenantId, userId, source, rows, now }: Rows): Promise<Set<number>> {
  const at = now.toISOString()
  const fresh = await tx.execute<{ questionId: number }>(sql`
    insert into mistakes (tenant_id, learner_id, source, added_at, wrong_at, mistake_id, question_kind, subject_id, question_id, option_ids, attempt_id, answer_id, exam_id, course_id, section_id)
    select ${tenantId}::bigint, ${userId}::bigint, ${source}::text, ${at}::timestamptz, ${at}::timestamptz, wrong.*
    from unnest(${sql.param(rows.map(() => newId()))}::bigint[], ${sql.param(rows.map(({ questionKind }) => questionKind))}::text[], ${sql.param(rows.map(({ subjectId }) => subjectId))}::bigint[], ${columnsOf(rows)}) as wrong
    on conflict (tenant_id, learner_id, source, question_id) do nothing
    returning question_id as "questionId"`)
  return new Set(fresh.rows.map(({ questionId }) => questionId))
}

/** Writes the answers of what was graded last over questions that are or were in the book, whose time does not go back; how many of them come back. */
async function renewMistakes(tx: Db, { tenantId, userId, source, rows, now }: Rows): Promise<number> {
  // Held, and only then looked at: another call may put the same ones into the book at this moment, and each counts once.
  const held = await tx
    .select({ questionId: mistakes.questionId, removedAt: mistakes.removedAt, card: mistakes.card, dueAt: mistakes.dueAt })
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
  const at = sql`${now.toISOString()}::timestamptz`
  const cards = new Map(held.map(({ questionId, removedAt, card, dueAt }) => [questionId, removedAt === null ? forgotten(card, dueAt, now) : null]))
  const cardsOfRows = sql.param(rows.map(({ questionId }) => jsonOrNull(cards.get(questionId))))
  await tx.execute(sql`
    update mistakes as m set
      attempt_id = wrong.attempt_id, answer_id = wrong.answer_id, exam_id = wrong.exam_id, course_id = wrong.course_id, section_id = wrong.section_id,
      option_ids = wrong.option_ids, wrong_at = greatest(m.wrong_at, ${at}), streak = 0, removed_at = null,
      added_at = case when m.removed_at is null then m.added_at else ${at} end,
      card = wrong.card::jsonb,
      due_at = case when m.removed_at is null then least(m.due_at, ${at}) end
    from unnest(${columnsOf(rows)}, ${cardsOfRows}::text[]) as wrong (question_id, option_ids, attempt_id, answer_id, exam_id, course_id, section_id, card)
    where m.tenant_id = ${tenantId} and m.learner_id = ${userId} and m.source = ${source} and m.question_id = wrong.question_id`)
  return held.filter(({ removedAt }) => removedAt !== null).length
}

const jsonOrNull = (card: ReviewCard | null | undefined) => (card ? JSON.stringify(card) : null)

/**
 * Names the attempt by which a report is handed in that has put questions into the book before: nobody has answered wrong again by that, so nothing
 * else of them changes, also of those that were taken out. What an attempt or another section was wrong about since is not this one's.
 */
export async function nameAttempt(tx: Db, { tenantId, userId, sectionId, questionIds, attemptId, answerId, examId }: Who & { sectionId: number; questionIds: readonly number[]; attemptId: number; answerId: number; examId: number }): Promise<void> {
  if (questionIds.length === 0) return
  await tx
    .update(mistakes)
    .set({ attemptId, answerId, examId })
    .where(
      and(
        eq(mistakes.tenantId, tenantId),
        eq(mistakes.learnerId, userId),
        eq(mistakes.source, 'simulation'),
        sql`${mistakes.questionId} = any(${sql.param(questionIds)}::bigint[])`,
        eq(mistakes.sectionId, sectionId),
        isNull(mistakes.attemptId),
      ),
    )
}

/** What moves the learner's figure in the ranking of wrong questions. */
export function countMistakes(delta: number): TotalChange[] {
  return [{ ...wholeTenant, metric: 'mistakes', delta }]
}
