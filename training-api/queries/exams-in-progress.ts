import { and, desc, eq, gt, lte, notExists, or, sql } from 'drizzle-orm'
import type { Placeholder } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attemptAnswers, attempts } from '../db/schema/attempts.ts'
import { examAssignments, examExclusions, exams, examStandings } from '../db/schema/exams.ts'
import type { Titles } from '../rules/languages.ts'
import { statusNow } from './exam-status.ts'
import { isToHandInOfLearner } from './overdue-attempts.ts'
import type { Who } from './who.ts'

type Asking = { tenantId: number | Placeholder; userId: number | Placeholder }

/** The condition that a stand-alone exam is the learner's: for everybody and not taken away, or assigned. */
export function isOwnExam(db: Db, { tenantId, userId }: Asking) {
  const excluded = db
    .select({ one: sql`1` })
    .from(examExclusions)
    .where(and(eq(examExclusions.tenantId, exams.tenantId), eq(examExclusions.learnerId, userId), eq(examExclusions.examId, exams.examId)))
  // Gathered once and looked up by their ids: asked of each exam, all that are assigned to others would be read as well.
  const assigned = db
    .select({ examId: examAssignments.examId })
    .from(examAssignments)
    .where(and(eq(examAssignments.tenantId, tenantId), eq(examAssignments.learnerId, userId)))
  // Written out: a plan that is kept does not know what a value will be, and how few are for everybody.
  return and(sql`${exams.origin} = 'standalone'`, or(and(sql`${exams.forEverybody}`, notExists(excluded)), sql`${exams.examId} = any(array(${assigned}))`))
}

/** Joins the learner's standing at a stand-alone exam. */
export const standingOf = (userId: number | Placeholder) =>
  and(
    eq(examStandings.tenantId, exams.tenantId),
    eq(examStandings.learnerId, userId),
    eq(examStandings.examId, exams.examId),
    eq(examStandings.placeId, 0),
  )

/** How many stand-alone exams the learner may still pass: not over, neither passed nor failed. */
export async function countAvailableExams(db: Db, { tenantId, userId, now }: Who & { now: Date }): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(exams)
    .leftJoin(examStandings, standingOf(userId))
    .where(
      and(
        eq(exams.tenantId, tenantId),
        gt(exams.endsAt, now),
        sql`coalesce(${statusNow}, 'open') in ('open', 'pendingReview')`,
        isOwnExam(db, { tenantId, userId }),
      ),
    )
  return counted?.total ?? 0
}

export type ExamInProgress = Titles & { examId: number; answered: number; questionCount: number; touchedAt: Date }

const examsTried = prepared((db) => {
  const answered = db
    .select({ count: sql<number>`count(*)` })
    .from(attemptAnswers)
    .innerJoin(attempts, and(eq(attempts.tenantId, attemptAnswers.tenantId), eq(attempts.attemptId, attemptAnswers.attemptId)))
    .where(
      and(
        eq(attempts.tenantId, exams.tenantId),
        eq(attempts.learnerId, sql.placeholder('userId')),
        eq(attempts.examId, exams.examId),
        eq(attempts.placeId, 0),
        isToHandInOfLearner,
        sql`${attemptAnswers.optionIds} <> ''`,
      ),
    )
  return db
    .select({
      examId: exams.examId,
      title: exams.title,
      titleEn: exams.titleEn,
      titleJa: exams.titleJa,
      questionCount: exams.questionCount,
      answered: sql<number>`(${answered})`.mapWith(Number),
      touchedAt: examStandings.updatedAt,
    })
    .from(examStandings)
    .innerJoin(exams, and(eq(exams.tenantId, examStandings.tenantId), eq(exams.examId, examStandings.examId)))
    .where(
      and(
        eq(examStandings.tenantId, sql.placeholder('tenantId')),
        eq(examStandings.learnerId, sql.placeholder('userId')),
        eq(examStandings.placeId, 0),
        // What was passed is left out before its exam is looked up.
        sql`${examStandings.status} in ('open', 'failed') and ${statusNow} = 'open'`,
        gt(examStandings.attemptsUsed, 0),
        lte(exams.startsAt, sql.placeholder('now')),
        gt(exams.endsAt, sql.placeholder('now')),
        isOwnExam(db, { tenantId: sql.placeholder('tenantId'), userId: sql.placeholder('userId') }),
      ),
    )
    .orderBy(desc(examStandings.updatedAt))
    .limit(sql.placeholder('limit'))
    .prepare('exams_tried')
})

/** Stand-alone exams of the learner that are tried or being answered and not passed, still within their dates, newest first. */
export function listExamsInProgress(db: Db, { tenantId, userId, now, limit }: Who & { now: Date; limit: number }): Promise<ExamInProgress[]> {
  return examsTried(db).execute({ tenantId, userId, now, limit })
}
