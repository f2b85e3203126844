import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { paperQuestions } from '../db/schema/exams.ts'
import { lateWindowMs } from '../rules/exams.ts'
import { endOf } from './attempts.ts'
import { listQuestionsOfMistakes } from './mistake-book.ts'
import { isToHandInOfLearner, isUnsealedOfLearner } from './overdue-attempts.ts'
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
        isUnsealedOfLearner,
        or(isToHandInOfLearner, sql`${attempts.submittedBy} in ('deadline', 'screenSwitch')`),
      ),
    )
    .prepare('open_attempts'),
)

const questionsOnPapers = prepared((db) =>
  db
    .select({ questionId: paperQuestions.questionId })
    .from(paperQuestions)
    .where(and(eq(paperQuestions.tenantId, sql.placeholder('tenantId')), sql`${paperQuestions.paperId} = any(${sql.placeholder('paperIds')}::bigint[])`))
    .prepare('questions_on_papers'),
)

/** The questions on papers that take answers of the learner now, also late ones: what is right there must not be told. */
export async function listQuestionsBeingAnswered(db: Db, { tenantId, userId, now }: Who & { now: Date }): Promise<ReadonlySet<number>> {
  const open = await openAttempts(db).execute({ tenantId, userId })
  const paperIds = open.filter((attempt) => now.getTime() < endOf(attempt).getTime() + lateWindowMs).map(({ paperId }) => paperId)
  if (paperIds.length === 0) return new Set()
  const found = await questionsOnPapers(db).execute({ tenantId, paperIds })
  return new Set(found.map(({ questionId }) => questionId))
}

/**
 * Whether a question, named by itself or by its entry of the book, is on such a paper. An entry that was taken out counts as well: the
 * answer must not depend on what is in the book, which would tell how the question was answered elsewhere.
 */
export async function isBeingAnswered(db: Db, { questionId, mistakeId, now, ...who }: Who & { questionId?: number | undefined; mistakeId?: number | undefined; now: Date }): Promise<boolean> {
  const beingAnswered = await listQuestionsBeingAnswered(db, { ...who, now })
  if (beingAnswered.size === 0) return false
  const named = mistakeId === undefined ? [] : await listQuestionsOfMistakes(db, { tenantId: who.tenantId, userId: who.userId, mistakeIds: [mistakeId] })
  return [...named, ...(questionId === undefined ? [] : [questionId])].some((id) => beingAnswered.has(id))
}
