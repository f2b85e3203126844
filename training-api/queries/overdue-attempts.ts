import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { exams } from '../db/schema/exams.ts'
import { lateWindowMs, switchGraceMs } from '../rules/exams.ts'
import type { Who } from './who.ts'

// Written out: a plan that is kept does not know what a value will be, and could not use the indexes of these few.
const [isRunning, isPendingSubmit, isUnsealed] = [sql`${attempts.status} = 'running'`, sql`${attempts.status} = 'pendingSubmit'`, sql`not ${attempts.sealed}`]
/**
 * Beside one learner: said so that the indexes of everybody's few do not answer it. A plan that was made while nobody had a paper open takes
 * them for empty, is kept, and walks the papers of a whole crowd once there is one.
 */
export const isUnsealedOfLearner = sql`not coalesce(${attempts.sealed}, false)`
/** As `isToHandIn` has it, beside one learner or one attempt. */
export const isToHandInOfLearner = sql`${attempts.status} in ('running', 'pendingSubmit')`
type Moments<At> = { now: At; afterSwitches: At; lateBefore: At }
const isOverdue = ({ now, afterSwitches, lateBefore }: Moments<Date | Placeholder>, { toHandIn, unsealed }: { toHandIn: SQL; unsealed: SQL }) =>
  or(
    and(toHandIn, lte(attempts.deadlineAt, now)),
    and(toHandIn, lte(attempts.switchExhaustedAt, afterSwitches)),
    and(unsealed, sql`${attempts.submittedBy} in ('deadline', 'screenSwitch')`, lte(attempts.submittedAt, lateBefore)),
  )
const overdueKey = { tenantId: attempts.tenantId, userId: attempts.learnerId, instanceId: attempts.attemptId }
// Without its exam an attempt cannot be handed in, and would stand at the head of the list for ever.
const ofExam = and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId))

// Asked with every look at exams.
const overdueOfLearner = prepared((db) =>
  db
    .select(overdueKey)
    .from(attempts)
    .innerJoin(exams, ofExam)
    .where(
      and(
        eq(attempts.tenantId, sql.placeholder('tenantId')),
        eq(attempts.learnerId, sql.placeholder('userId')),
        isOverdue({ now: sql.placeholder('now'), afterSwitches: sql.placeholder('afterSwitches'), lateBefore: sql.placeholder('lateBefore') }, { toHandIn: isToHandInOfLearner, unsealed: isUnsealedOfLearner }),
      ),
    )
    .orderBy(asc(attempts.deadlineAt))
    .limit(sql.placeholder('limit'))
    .prepare('overdue_of_learner'),
)

export type OverdueAttempt = Who & { instanceId: number }
/** How many are looked up at once. */
export const atOnce = 500
/** What names one of them among all. */
export const keyOf = ({ tenantId, instanceId }: OverdueAttempt) => `${tenantId} ${instanceId}`

/** Attempts that are not handed in although they have ended, or whose minute for late answers is over: of one learner, or of everybody. */
export async function listOverdue(db: Db, { who, now, limit }: { who?: Who | undefined; now: Date; limit: number }): Promise<OverdueAttempt[]> {
  const moments: Moments<Date> = { now, afterSwitches: new Date(now.getTime() - switchGraceMs), lateBefore: new Date(now.getTime() - lateWindowMs) }
  if (who !== undefined) return overdueOfLearner(db).execute({ tenantId: who.tenantId, userId: who.userId, ...moments, limit })
  // Those that only wait for their hand-in by their deadline: each part has an index of its own.
  const ofEverybody = or(isOverdue(moments, { toHandIn: isRunning, unsealed: isUnsealed }), and(isPendingSubmit, lte(attempts.deadlineAt, now)))
  return db.select(overdueKey).from(attempts).innerJoin(exams, ofExam).where(ofEverybody).orderBy(asc(attempts.deadlineAt)).limit(limit)
}
