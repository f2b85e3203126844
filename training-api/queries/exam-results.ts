import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attemptAnswers, attempts, practicalDetails } from '../db/schema/attempts.ts'
import { examAverages, examStandings, practicalGroups } from '../db/schema/exams.ts'
import { mistakes } from '../db/schema/mistakes.ts'
import { optionStatistics, questionStatistics } from '../db/schema/questions.ts'
import { isRight, readOptionIds } from '../rules/grading.ts'
import type { AttemptOfExam } from './attempts.ts'
import { findPlaceAmongTakers } from './exam-ranking.ts'
import { listPaperQuestions, listQuestions, rightIdsOf } from './papers.ts'
import type { Question } from './papers.ts'
import { listResultRows, listTasks } from './simulation-exams.ts'
import type { Who } from './who.ts'

export type ExamFigures = { ranking: number; learners: number; averageScore: number; averageUsedMs: number; averageAccuracy: number; attemptsUsed: number }

/** The learner's place among the best attempts of an exam, and their averages (contract 5.13); place 0 without one. */
export async function readFigures(db: Db, { attempt, exam }: AttemptOfExam): Promise<ExamFigures> {
  const [[own], [averages]] = await Promise.all([
    db
      .select()
      .from(examStandings)
      .where(and(eq(examStandings.tenantId, exam.tenantId), eq(examStandings.examId, exam.examId), eq(examStandings.learnerId, attempt.learnerId), eq(examStandings.placeId, attempt.placeId))),
    db.select().from(examAverages).where(and(eq(examAverages.tenantId, exam.tenantId), eq(examAverages.examId, exam.examId))),
  ])
  const ranking = own?.bestScore == null ? 0 : await findPlaceAmongTakers(db, { tenantId: exam.tenantId, userId: attempt.learnerId, examId: exam.examId })
  const learners = averages?.learners ?? 0
  const mean = (sum: number | undefined) => (learners > 0 ? (sum ?? 0) / learners : 0)
  return {
    ranking,
    learners,
    averageScore: mean(averages?.scoreSum),
    averageUsedMs: mean(averages?.usedMsSum),
    averageAccuracy: mean(averages?.accuracySum),
    attemptsUsed: own?.attemptsUsed ?? attempt.number,
  }
}

/** A question of an attempt that was handed in, with everything a review shows. */
export type ReviewedQuestion = Question & {
  userIds: number[]
  rightIds: number[]
  correct: boolean
  mistakeId: number | null
  /** Answers in best attempts and how many were right: of all exams. */
  history: { answers: number; correct: number }
  /** Per option how often it was chosen, of this exam and of all, with the answers they are shares of. */
  shares: { optionId: number; chosen: number; of: number; chosenEver: number; ofEver: number }[]
}

/** The questions of an attempt that was handed in; those of the tasks for a simulation. */
export async function reviewAttempt(db: Db, { attempt, exam }: AttemptOfExam): Promise<ReviewedQuestion[]> {
  const { tenantId } = exam
  const simulated = exam.kind === 'simulation' && exam.simulationId !== null
  const tasks = simulated && exam.simulationId !== null ? await listTasks(db, { tenantId, simulationId: exam.simulationId }) : []
  const rows = simulated ? await listResultRows(db, { tenantId, resultId: attempt.simulationResultId }) : []
  const questions = simulated ? await listQuestions(db, { tenantId, questionIds: tasks.map(({ questionId }) => questionId) }) : await listPaperQuestions(db, { tenantId, paperId: attempt.paperId })
  const ids = questions.map(({ questionId }) => questionId)
  if (ids.length === 0) return []

  const source = simulated ? ('simulation' as const) : ('theory' as const)
  const [answers, held, figures] = await Promise.all([
    db
      .select()
      .from(attemptAnswers)
      .where(and(eq(attemptAnswers.tenantId, tenantId), eq(attemptAnswers.attemptId, attempt.attemptId))),
    db
      .select({ mistakeId: mistakes.mistakeId, questionId: mistakes.questionId })
      .from(mistakes)
      .where(and(eq(mistakes.tenantId, tenantId), eq(mistakes.learnerId, attempt.learnerId), eq(mistakes.source, source), inArray(mistakes.questionId, ids), isNull(mistakes.removedAt))),
    statisticsOf(db, { tenantId, examId: exam.examId, questions }),
  ])
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]))
  const mistakeOf = new Map(held.map(({ questionId, mistakeId }) => [questionId, mistakeId]))
  const scoredTasks = new Set(rows.filter((row) => row.scored).map(({ task }) => task))
  const scoredIds = new Set(tasks.filter(({ task }) => scoredTasks.has(task)).map(({ questionId }) => questionId))
  return questions.map((question, at) => {
    const answer = answerOf.get(question.questionId)
    const scored = scoredIds.has(question.questionId)
    const [userIds, rightIds] = [readOptionIds(answer?.optionIds ?? '') ?? [], rightIdsOf(question)]
    return {
      ...question,
      userIds,
      rightIds,
      // What waits for its upload is not graded yet.
      correct: simulated ? scored : (answer?.correct ?? isRight(rightIds, userIds)),
      mistakeId: mistakeOf.get(question.questionId) ?? null,
      ...(figures[at] ?? { history: { answers: 0, correct: 0 }, shares: [] }),
    }
  })
}

/** One question with how it was answered in best attempts, of this exam and of all; without an exam there is nothing to compare the options with. */
export async function reviewQuestion(db: Db, { tenantId, examId, question }: { tenantId: number; examId: number | null; question: Question }): Promise<Omit<ReviewedQuestion, 'userIds' | 'correct' | 'mistakeId'>> {
  const [figures = { history: { answers: 0, correct: 0 }, shares: [] }] = await statisticsOf(db, { tenantId, examId: examId ?? 0, questions: [question] })
  return { ...question, rightIds: rightIdsOf(question), history: figures.history, shares: examId === null ? [] : figures.shares }
}

async function statisticsOf(db: Db, { tenantId, examId, questions }: { tenantId: number; examId: number; questions: readonly Question[] }): Promise<Pick<ReviewedQuestion, 'history' | 'shares'>[]> {
  const ids = questions.map(({ questionId }) => questionId)
  const ofQuestions = db.select().from(questionStatistics).where(and(eq(questionStatistics.tenantId, tenantId), inArray(questionStatistics.examId, [0, examId]), inArray(questionStatistics.questionId, ids)))
  const ofOptions = db.select().from(optionStatistics).where(and(eq(optionStatistics.tenantId, tenantId), inArray(optionStatistics.examId, [0, examId]), inArray(optionStatistics.questionId, ids)))
  const [asked, chosen] = await Promise.all([ofQuestions, ofOptions])
  // A paper may have thousands of questions: nothing is searched for once for each option.
  const askedOf = new Map(asked.map((one) => [`${one.examId} ${one.questionId}`, one]))
  const choicesOf = new Map(chosen.map((one) => [`${one.examId} ${one.questionId} ${one.optionId}`, one.choices]))
  return questions.map(({ questionId, options }) => {
    const statistics = (ofExam: number) => askedOf.get(`${ofExam} ${questionId}`)
    const choices = (ofExam: number, optionId: number) => choicesOf.get(`${ofExam} ${questionId} ${optionId}`) ?? 0
    return {
      history: { answers: statistics(0)?.answers ?? 0, correct: statistics(0)?.correctAnswers ?? 0 },
      shares: options.map(({ optionId }) => ({
        optionId,
        chosen: choices(examId, optionId),
        of: statistics(examId)?.answers ?? 0,
        chosenEver: choices(0, optionId),
        ofEver: statistics(0)?.answers ?? 0,
      })),
    }
  })
}

export type PracticalDetail = typeof practicalDetails.$inferSelect & { title: string; requirement: string | null }

const itsAttempt = [attempts, and(eq(attempts.tenantId, practicalDetails.tenantId), eq(attempts.attemptId, practicalDetails.attemptId))] as const
/** The task that a practical part was given: several papers may have it, in other words. */
const itsTask = [practicalGroups, and(eq(practicalGroups.tenantId, practicalDetails.tenantId), eq(practicalGroups.paperId, attempts.paperId), eq(practicalGroups.groupId, practicalDetails.groupId))] as const
/** As the tasks stand on the paper. */
const byPosition = [asc(practicalGroups.position), asc(practicalDetails.groupId)]

/** The practical part of a learner's attempt, the first of several; null when there is none. */
export async function findPractical(
  db: Db,
  { tenantId, userId, groupId, instanceId, detailId }: Who & { groupId?: number | undefined; instanceId?: number | undefined; detailId?: number | undefined },
): Promise<PracticalDetail | null> {
  if (instanceId === undefined && detailId === undefined) return null
  const [found] = await db
    .select({ detail: practicalDetails, title: practicalGroups.title, requirement: practicalGroups.requirement })
    .from(practicalDetails)
    .leftJoin(...itsAttempt)
    .leftJoin(...itsTask)
    .where(
      and(
        eq(practicalDetails.tenantId, tenantId),
        eq(practicalDetails.learnerId, userId),
        instanceId === undefined ? undefined : eq(practicalDetails.attemptId, instanceId),
        detailId === undefined ? undefined : eq(practicalDetails.detailId, detailId),
        groupId === undefined ? undefined : eq(practicalDetails.groupId, groupId),
      ),
    )
    .orderBy(...byPosition)
    .limit(1)
  return found === undefined ? null : { ...found.detail, title: found.title ?? '', requirement: found.requirement }
}

/** Which practical parts belong to which attempts, in the order of their papers. */
export async function listPracticalParts(db: Db, { tenantId, attemptIds }: { tenantId: number; attemptIds: number[] }) {
  if (attemptIds.length === 0) return []
  return db
    .select({ attemptId: practicalDetails.attemptId, groupId: practicalDetails.groupId, detailId: practicalDetails.detailId })
    .from(practicalDetails)
    .leftJoin(...itsAttempt)
    .leftJoin(...itsTask)
    .where(and(eq(practicalDetails.tenantId, tenantId), inArray(practicalDetails.attemptId, attemptIds)))
    .orderBy(...byPosition)
}
