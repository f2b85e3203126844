import { and, asc, desc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attempts } from '../db/schema/attempts.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { questions } from '../db/schema/questions.ts'
import { simulationRequests, simulationResults, simulationTasks } from '../db/schema/simulation.ts'
import type { SimulationRow } from '../db/schema/simulation.ts'
import type { Exam } from './exam-places.ts'
import type { WrongAnswer } from './mistakes.ts'
import type { Who } from './who.ts'

export type TakenResult = { resultId: number; /** The section that it was launched from, if it was. */ sectionId: number | null; totalScore: number; /** How long the simulation was run. */ usedMs: number; rows: SimulationRow[] }

/** Whose result it is, and for which place of the exam. */
type ResultPlace = Pick<typeof attempts.$inferSelect, 'tenantId' | 'learnerId' | 'placeId'>
type ResultExam = Pick<Exam, 'examId' | 'origin' | 'endsAt'>

/**
 * The newest result a learner's simulation has reported in time for this exam, of an exam in plans for this item of a plan; null without one,
 * or when it was handed in before. One that came too late hides none that did not.
 */
async function findResult(db: Db, { tenantId, learnerId, placeId }: ResultPlace, exam: ResultExam) {
  const [result] = await db
    .select({ requestId: simulationResults.requestId, sectionId: simulationRequests.sectionId, resultId: simulationResults.resultId, totalScore: simulationResults.totalScore, startedAt: simulationResults.startedAt, finishedAt: simulationResults.finishedAt, rows: simulationResults.rows, usedBy: attempts.attemptId })
    .from(simulationResults)
    .innerJoin(simulationRequests, and(eq(simulationRequests.tenantId, simulationResults.tenantId), eq(simulationRequests.requestId, simulationResults.requestId)))
    .leftJoin(planItems, and(eq(planItems.tenantId, simulationRequests.tenantId), eq(planItems.planItemId, simulationRequests.planItemId)))
    .leftJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .leftJoin(
      attempts,
      and(
        eq(attempts.tenantId, simulationResults.tenantId),
        eq(attempts.learnerId, simulationResults.learnerId),
        eq(attempts.examId, exam.examId),
        eq(attempts.simulationResultId, simulationResults.resultId),
      ),
    )
    .where(
      and(
        eq(simulationResults.tenantId, tenantId),
        eq(simulationResults.learnerId, learnerId),
        // The launch's learner too, though the same: the index leads from the learner's launches to their results.
        eq(simulationRequests.learnerId, learnerId),
        eq(simulationRequests.examId, exam.examId),
        lt(simulationResults.finishedAt, exam.endsAt),
        // An item whose result is older than another's, which may be used, has its own all the same. What a section's launch in a plan reported
        // after that may count in its course.
        exam.origin === 'planExam' ? and(eq(simulationRequests.planItemId, placeId), or(isNull(plans.endsAt), lt(simulationResults.finishedAt, plans.endsAt))) : undefined,
      ),
    )
    .orderBy(desc(simulationResults.finishedAt), desc(simulationResults.resultId))
    .limit(1)
  return result === undefined || result.usedBy !== null ? null : result
}

/**
 * The result that an attempt hands in, if there is one. With the learner's standings held: of two attempts at two places the second must see
 * that the first has taken it.
 */
export async function takeResult(tx: Db, { attempt, exam }: { attempt: ResultPlace; exam: ResultExam }): Promise<TakenResult | null> {
  const result = await findResult(tx, attempt, exam)
  if (result === null) return null
  const { resultId, sectionId, totalScore, startedAt, finishedAt, rows } = result
  return { resultId, sectionId, totalScore, usedMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()), rows }
}

/** The launch of a simulation whose result waits to be handed in, and when it has reported; null while there is none. */
export async function findReported(db: Db, { tenantId, userId, placeId, exam }: Who & { placeId: number; exam: ResultExam }): Promise<{ requestId: number; reportedAt: Date } | null> {
  const result = await findResult(db, { tenantId, learnerId: userId, placeId }, exam)
  return result && { requestId: result.requestId, reportedAt: result.finishedAt }
}

/** The score rows of a simulation result; none for an attempt without one. */
export async function listResultRows(db: Db, { tenantId, resultId }: { tenantId: number; resultId: number | null }): Promise<SimulationRow[]> {
  if (resultId === null) return []
  const [result] = await db.select({ rows: simulationResults.rows }).from(simulationResults).where(and(eq(simulationResults.tenantId, tenantId), eq(simulationResults.resultId, resultId)))
  return result?.rows ?? []
}

/** What a simulation scores, in order, each with its question. */
export async function listTasks(db: Db, { tenantId, simulationId }: { tenantId: number; simulationId: number }) {
  return db
    .select({ task: simulationTasks.task, teachingPoint: simulationTasks.teachingPoint, questionId: simulationTasks.questionId, questionKind: questions.kind, subjectId: questions.subjectId })
    .from(simulationTasks)
    .innerJoin(questions, and(eq(questions.tenantId, simulationTasks.tenantId), eq(questions.questionId, simulationTasks.questionId)))
    .where(and(eq(simulationTasks.tenantId, tenantId), eq(simulationTasks.simulationId, simulationId)))
    .orderBy(asc(simulationTasks.position))
}

/** The questions of the tasks that were not scored; nothing was chosen in them. */
export async function listUnscoredTasks(db: Db, { tenantId, simulationId, rows }: { tenantId: number; simulationId: number; rows: readonly SimulationRow[] }): Promise<WrongAnswer[]> {
  const unscored = new Set(rows.filter(({ scored }) => !scored).map(({ task }) => task))
  const tasks = unscored.size === 0 ? [] : await listTasks(db, { tenantId, simulationId })
  return tasks.flatMap(({ task, questionId, questionKind, subjectId }) => (unscored.has(task) ? [{ questionId, questionKind, subjectId, optionIds: '' }] : []))
}
