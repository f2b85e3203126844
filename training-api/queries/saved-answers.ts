import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attemptAnswers } from '../db/schema/attempts.ts'

/** `seq` is the number of the change by which it is stored. */
export type SavedAnswer = { questionId: number; optionIds: string; seq: number }

export type SavedAnswers = { saved: SavedAnswer[]; takenBack: Omit<SavedAnswer, 'optionIds'>[] }

const storedAnswers = prepared((db) =>
  db
    .select({ questionId: attemptAnswers.questionId, optionIds: attemptAnswers.optionIds, seq: attemptAnswers.seq })
    .from(attemptAnswers)
    .where(and(eq(attemptAnswers.tenantId, sql.placeholder('tenantId')), eq(attemptAnswers.attemptId, sql.placeholder('attemptId'))))
    .orderBy(asc(attemptAnswers.savedAt), asc(attemptAnswers.questionId))
    .prepare('stored_answers'),
)

/** The saved answers of an attempt, and apart from them the changes by which others were taken back. */
export async function listSavedAnswers(db: Db, { tenantId, attemptId }: { tenantId: number; attemptId: number }): Promise<SavedAnswers> {
  const stored = await storedAnswers(db).execute({ tenantId, attemptId })
  return { saved: stored.filter(({ optionIds }) => optionIds !== ''), takenBack: stored.flatMap(({ questionId, optionIds, seq }) => (optionIds === '' ? [{ questionId, seq }] : [])) }
}
