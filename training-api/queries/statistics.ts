import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attemptAnswers, attempts } from '../db/schema/attempts.ts'
import { examAverages } from '../db/schema/exams.ts'
import type { Attempt } from './attempts.ts'
import type { Who } from './who.ts'

/** What a learner's best attempt at an exam adds to the exam's statistics (contract 5.13). */
export type Contribution = {
  score: number
  usedMs: number
  accuracy: number
  answers: { questionId: number; optionIds: number[]; correct: boolean }[]
}

export type BestAttempt = Pick<Attempt, 'attemptId' | 'score' | 'usedMs' | 'accuracy'>

/** The learner's best attempt at an exam, wherever it was taken; undefined without a scored one. */
export async function findBest(tx: Db, { tenantId, userId, examId }: Who & { examId: number }): Promise<BestAttempt | undefined> {
  const [best] = await tx
    .select({ attemptId: attempts.attemptId, score: attempts.score, usedMs: attempts.usedMs, accuracy: attempts.accuracy })
    .from(attempts)
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, examId), isNotNull(attempts.score)))
    .orderBy(desc(attempts.score), asc(attempts.usedMs), asc(attempts.attemptId))
    .limit(1)
  return best
}

/** Whether an attempt takes the place of the best one so far: more points, then less time, then the earlier one. */
export function isBetter(one: BestAttempt, than: BestAttempt | undefined): boolean {
  if (one.score === null) return false
  if (than === undefined || one.score !== than.score) return one.score > (than?.score ?? -Infinity)
  const [used, usedBefore] = [one.usedMs ?? Infinity, than.usedMs ?? Infinity]
  return used < usedBefore || (used === usedBefore && one.attemptId < than.attemptId)
}

type KeptAnswer = { questionId: number; optionIds: string; correct: boolean | null }

/** What an attempt adds with these answers; also those to questions that are no longer on the paper, as they are taken out again later. */
export function contributionOf({ score, usedMs, accuracy }: BestAttempt, answers: readonly KeptAnswer[]): Contribution {
  return {
    score: score ?? 0,
    usedMs: usedMs ?? 0,
    accuracy: accuracy ?? 0,
    answers: answers.flatMap(({ questionId, optionIds, correct }) => (optionIds === '' ? [] : [{ questionId, optionIds: optionIds.split('&').map(Number), correct: correct === true }])),
  }
}

/** What an attempt that was graded before has added. */
export async function findContribution(tx: Db, { tenantId, best }: { tenantId: number; best: BestAttempt }): Promise<Contribution> {
  const answers = await tx
    .select({ questionId: attemptAnswers.questionId, optionIds: attemptAnswers.optionIds, correct: attemptAnswers.correct })
    .from(attemptAnswers)
    .where(and(eq(attemptAnswers.tenantId, tenantId), eq(attemptAnswers.attemptId, best.attemptId)))
  return contributionOf(best, answers)
}

const allExams = 0

/** Takes a learner's old best attempt out of the statistics of an exam and puts the new one in. */
export async function replaceContribution(
  tx: Db,
  { tenantId, examId, before, after }: { tenantId: number; examId: number; before: Contribution | null; after: Contribution | null },
): Promise<void> {
  const figures = (of: Contribution | null) => ({ learners: of === null ? 0 : 1, scoreSum: of?.score ?? 0, usedMsSum: of?.usedMs ?? 0, accuracySum: of?.accuracy ?? 0 })
  const [old, fresh] = [figures(before), figures(after)]
  const delta = {
    learners: fresh.learners - old.learners,
    scoreSum: fresh.scoreSum - old.scoreSum,
    usedMsSum: fresh.usedMsSum - old.usedMsSum,
    accuracySum: fresh.accuracySum - old.accuracySum,
  }
  await tx
    .insert(examAverages)
    .values({ tenantId, examId, ...delta })
    .onConflictDoUpdate({
      target: [examAverages.tenantId, examAverages.examId],
      set: {
        learners: sql`${examAverages.learners} + excluded.learners`,
        scoreSum: sql`${examAverages.scoreSum} + excluded.score_sum`,
        usedMsSum: sql`${examAverages.usedMsSum} + excluded.used_ms_sum`,
        accuracySum: sql`${examAverages.accuracySum} + excluded.accuracy_sum`,
      },
    })

  const asked = new Map<number, { answers: number; correct: number }>()
  // By question too: nothing keeps rows that somebody else writes from giving two questions an option of one number.
  const chosen = new Map<string, { questionId: number; optionId: number; choices: number }>()
  for (const [of, sign] of [[before, -1], [after, 1]] as const) {
    for (const { questionId, optionIds, correct } of of?.answers ?? []) {
      const question = asked.get(questionId) ?? { answers: 0, correct: 0 }
      asked.set(questionId, { answers: question.answers + sign, correct: question.correct + (correct ? sign : 0) })
      for (const optionId of optionIds) {
        const key = `${questionId} ${optionId}`
        chosen.set(key, { questionId, optionId, choices: (chosen.get(key)?.choices ?? 0) + sign })
      }
    }
  }
  const exams = [allExams, examId].toSorted((a, b) => a - b)
  const questions = [...asked].filter(([, { answers, correct }]) => answers !== 0 || correct !== 0).toSorted(([a], [b]) => a - b)
  if (questions.length > 0) {
    await tx.execute(sql`
      insert into question_statistics (tenant_id, exam_id, question_id, answers, correct_answers)
      select ${tenantId}::bigint, e, q, a, c from unnest(${sql.param(exams)}::bigint[]) as e cross join unnest(${sql.param(questions.map(([id]) => id))}::bigint[], ${sql.param(questions.map(([, one]) => one.answers))}::int[], ${sql.param(questions.map(([, one]) => one.correct))}::int[]) as x (q, a, c)
      order by e, q
      on conflict (tenant_id, exam_id, question_id) do update set answers = question_statistics.answers + excluded.answers, correct_answers = question_statistics.correct_answers + excluded.correct_answers`)
  }
  const options = [...chosen.values()].filter(({ choices }) => choices !== 0)
  if (options.length > 0) {
    await tx.execute(sql`
      insert into option_statistics (tenant_id, exam_id, question_id, option_id, choices)
      select ${tenantId}::bigint, e, q, o, c from unnest(${sql.param(exams)}::bigint[]) as e cross join unnest(${sql.param(options.map(({ questionId }) => questionId))}::bigint[], ${sql.param(options.map(({ optionId }) => optionId))}::bigint[], ${sql.param(options.map(({ choices }) => choices))}::int[]) as x (q, o, c)
      order by e, q, o
      on conflict (tenant_id, exam_id, question_id, option_id) do update set choices = option_statistics.choices + excluded.choices`)
  }
}
