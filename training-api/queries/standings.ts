import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attempts } from '../db/schema/attempts.ts'
import { examStandings } from '../db/schema/exams.ts'
import { standingStatus } from '../rules/exams.ts'
import type { StandingStatus } from '../rules/exams.ts'
import type { HeldAttempt } from './attempts.ts'
import type { ExamStanding } from './exam-ranking.ts'

export type Standing = { status: StandingStatus; used: number; bestScore: number | null }

/** As `isWithReviewer` and `isSettled` have it. */
const withReviewer = sql`${attempts.status} in ('pendingReview', 'pendingUpload')`
const settled = sql`(${attempts.status} not in ('running', 'pendingSubmit') and (${attempts.sealed} or ${attempts.score} is not null or ${withReviewer}))`
const some = (condition: ReturnType<typeof sql>) => sql<boolean>`coalesce(bool_or(${condition}), false)`

/**
 * Brings a learner's standing at an exam in one place in line with an attempt that was graded; of however many there were, none but the
 * best is read. All the learner's standings at the exam as they are then come along.
 */
export async function settleStanding(tx: Db, { attempt, exam, standings, now }: HeldAttempt & { now: Date }): Promise<{ standing: Standing; standings: ExamStanding[] }> {
  const place = { tenantId: attempt.tenantId, learnerId: attempt.learnerId, examId: attempt.examId, placeId: attempt.placeId }
  const attemptIsHere = and(eq(attempts.tenantId, place.tenantId), eq(attempts.learnerId, place.learnerId), eq(attempts.examId, place.examId), eq(attempts.placeId, place.placeId))
  const before = standings.find(({ placeId }) => placeId === place.placeId)
  const usedMs = sql<number>`coalesce(${attempts.usedMs}, 0)`.mapWith(Number)
  // Sent along together: none needs another's outcome.
  const [[found], [best]] = await Promise.all([
    tx
      .select({
        all: sql<number>`count(*)`.mapWith(Number),
        passed: some(sql`${settled} and ${attempts.passed}`),
        pendingReview: some(withReviewer),
        running: some(sql`${ne(attempts.attemptId, attempt.attemptId)} and not ${settled}`),
      })
      .from(attempts)
      .where(attemptIsHere),
    // More points, then less time, then the earlier one.
    tx
      .select({ attemptId: attempts.attemptId, score: attempts.score, accuracy: attempts.accuracy, usedMs })
      .from(attempts)
      .where(and(attemptIsHere, settled, isNotNull(attempts.score)))
      .orderBy(desc(attempts.score), asc(usedMs), asc(attempts.attemptId))
      .limit(1),
  ])
  const { all = 0, passed = false, pendingReview = false, running = false } = found ?? {}
  const used = before?.attemptsUsed ?? all
  const status = standingStatus({ before: before?.status ?? 'open', passed, pendingReview, used, allowed: exam.attemptsAllowed, running })
  const figures = { status, bestAttemptId: best?.attemptId ?? null, bestScore: best?.score ?? null, bestUsedMs: best?.usedMs ?? null, bestAccuracy: best?.accuracy ?? null, updatedAt: now }
  const written = await tx
    .insert(examStandings)
    .values({ ...place, attemptsUsed: used, ...figures })
    .onConflictDoUpdate({ target: [examStandings.tenantId, examStandings.learnerId, examStandings.examId, examStandings.placeId], set: figures })
    .returning()
  return { standing: { status, used, bestScore: best?.score ?? null }, standings: [...standings.filter((one) => one !== before), ...written] }
}
