import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { paperQuestions } from '../db/schema/exams.ts'
import { lateWindowMs } from '../rules/exams.ts'
import { endOf } from './attempts.ts'
import type { Who } from './who.ts'

// Asked with everything that tells what is right.
const openAttempts = prepared((db) =>
  db
    .select({ paperId: attempts.paperId, deadlineAt: attempts.deadlineAt, switchExhaustedAt: attempts.switchExhaustedAt })
    .from(attempts)
    .where(
      and(
        eq(attempts.tenantId, sql.placeholder('tenantId')),
        eq(attempts.learnerId, sql.placeholder('userId')),
        eq(attempts.sealed, false),
        or(eq(attempts.status, 'running'), inArray(attempts.submittedBy, ['deadline', 'screenSwitch'])),
      ),
    )
    .prepare('open_attempts'),
)

/** The questions on papers that take answers of the learner now, also late ones: what is right there must not be told. */
export async function listQuestionsBeingAnswered(db: Db, { tenantId, userId, now }: Who & { now: Date }): Promise<ReadonlySet<number>> {
  const open = await openAttempts(db).execute({ tenantId, userId })
  const paperIds = open.filter((attempt) => now.getTime() < endOf(attempt).getTime() + lateWindowMs).map(({ paperId }) => paperId)
  if (paperIds.length === 0) return new Set()
  const found = await db
    .select({ questionId: paperQuestions.questionId })
    .from(paperQuestions)
    .where(and(eq(paperQuestions.tenantId, tenantId), inArray(paperQuestions.paperId, paperIds)))
  return new Set(found.map(({ questionId }) => questionId))
}
