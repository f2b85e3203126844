import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { examStandings } from '../db/schema/exams.ts'
import { learnerTotals } from '../db/schema/rankings.ts'
import { examValue } from '../rules/rankings.ts'
import { findPlaceIn, ownTotal } from './rankings.ts'
import type { TotalChange } from './rankings.ts'
import type { Who } from './who.ts'

type Taker = Who & { examId: number }
/** How a learner stands at an exam in one place. */
export type ExamStanding = typeof examStandings.$inferSelect

const rankingOf = (examId: number) => ({ metric: 'examScore' as const, scope: 'exam' as const, scopeId: examId })

const standingsHeld = prepared((db) =>
  db
    .select()
    .from(examStandings)
    .where(and(eq(examStandings.tenantId, sql.placeholder('tenantId')), eq(examStandings.learnerId, sql.placeholder('userId')), eq(examStandings.examId, sql.placeholder('examId'))))
    .orderBy(examStandings.placeId)
    .for('update')
    .prepare('standings_held'),
)

/** How a learner stands at an exam in all its places, held until the transaction ends: two hand-ins of one learner follow each other, wherever. */
export function holdStandings(tx: Db, { tenantId, userId, examId }: Taker): Promise<ExamStanding[]> {
  return standingsHeld(tx).execute({ tenantId, userId, examId })
}

/** What brings a learner's figure in the ranking of an exam in line with the best attempt, wherever it was taken (contract 5.13). */
export async function rankTaker(tx: Db, { tenantId, userId, examId, standings }: Taker & { standings: readonly ExamStanding[] }): Promise<TotalChange[]> {
  const values = standings.flatMap(({ bestScore, bestUsedMs }) => (bestScore === null ? [] : [examValue({ score: bestScore, usedMs: bestUsedMs ?? 0 })]))
  if (values.length === 0) return []
  const key = rankingOf(examId)
  const [known] = await tx
    .select(ownTotal)
    .from(learnerTotals)
    .where(and(eq(learnerTotals.tenantId, tenantId), eq(learnerTotals.metric, key.metric), eq(learnerTotals.scope, key.scope), eq(learnerTotals.scopeId, examId), eq(learnerTotals.learnerId, userId)))
  return [{ ...key, delta: Math.max(...values) - (known?.value ?? 0) }]
}

/** A learner's place among the best attempts of an exam, counted from 1; 0 without a scored one. */
export async function findPlaceAmongTakers(db: Db, { examId, ...who }: Taker): Promise<number> {
  return findPlaceIn(db, { ...who, ...rankingOf(examId) })
}
