import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db } from '../db/client.ts'
import { attemptAnswers, attempts } from '../db/schema/attempts.ts'
import { sections } from '../db/schema/courses.ts'
import { papers } from '../db/schema/exams.ts'
import { planItems } from '../db/schema/plans.ts'
import { withTx } from '../db/tx.ts'
import { isToHandIn } from '../rules/answers.ts'
import { gradePaper, isPassed, readOptionIds } from '../rules/grading.ts'
import type { Grade } from '../rules/grading.ts'
import type { InTurn } from '../rules/in-turn.ts'
import type { Retries } from '../rules/retries.ts'
import { troubleOf } from '../rules/troubles.ts'
import { endOf, findAttempt, isSettled, takesLateAnswers } from './attempts.ts'
import type { Attempt, AttemptName, AttemptOfExam, HeldAttempt } from './attempts.ts'
import { holdStandings, rankTaker } from './exam-ranking.ts'
import { attemptIs, readOutcome, tell } from './hand-in-outcome.ts'
import { addMistakes, nameAttempt } from './mistakes.ts'
import { atOnce, keyOf, listOverdue } from './overdue-attempts.ts'
import type { OverdueAttempt } from './overdue-attempts.ts'
import { listPaperKey } from './papers.ts'
import type { KeyQuestion } from './papers.ts'
import { changePlanExam, conclude, nothingNew, passExam } from './progress.ts'
import type { Outcome, Pending } from './progress.ts'
import type { TotalChange } from './rankings.ts'
import { followInSection } from './section-exams.ts'
import { listUnscoredTasks, takeResult } from './simulation-exams.ts'
import type { TakenResult } from './simulation-exams.ts'
import { settleStanding } from './standings.ts'
import type { Standing } from './standings.ts'
import { contributionOf, findBest, findContribution, isBetter, replaceContribution } from './statistics.ts'
import type { Who } from './who.ts'

export type HandInVerdict = ({ verdict: 'handedIn'; outcome: Outcome; repeated: boolean } & AttemptOfExam) | { verdict: 'missing' } | { verdict: 'noResult' }

type HandIn = Who & AttemptName & { examId?: number | undefined; now: Date }

const isOther = (found: AttemptOfExam | null, { examId }: HandIn) => found === null || (examId !== undefined && examId !== found.exam.examId)

/**
 * Hands in an attempt for its learner, once: graded, with everything that follows. A second call changes nothing and
 * tells what the first has told. A simulation needs a result that has not been handed in yet. `known` is the attempt as it was looked at before.
 */
export async function handInForLearner(tx: Db, asked: HandIn, known?: AttemptOfExam): Promise<HandInVerdict> {
  const found = await holdAttempt(tx, asked, known)
  if (found === null || isOther(found, asked)) return { verdict: 'missing' }
  const { attempt, exam, standings } = found
  // What the server has closed while this waited for its turn was handed in by its learner all the same.
  const inTime = exam.kind !== 'simulation' && !isSettled(attempt) && asked.now < endOf(attempt)
  if (!isToHandIn(attempt) && !inTime) {
    const settled = await sealAttempt(tx, found, asked.now)
    return { verdict: 'handedIn', attempt: settled, exam, outcome: await readOutcome(tx, settled), repeated: true }
  }
  const result = exam.kind === 'simulation' ? await takeResult(tx, found) : null
  if (exam.kind === 'simulation' && result === null) return { verdict: 'noResult' }
  const over = asked.now >= endOf(attempt)
  const by: Attempt['submittedBy'] = exam.kind === 'simulation' ? 'simulation' : over ? reasonOf(attempt) : attempt.switchExhaustedAt !== null && attempt.switchExhaustedAt <= asked.now ? 'screenSwitch' : 'learner'
  const ended: Attempt = { ...attempt, status: 'finished', submittedAt: over ? endOf(attempt) : asked.now, submittedBy: by, sealed: true }
  const { attempt: graded, outcome } = await settle(tx, { attempt: ended, exam, standings, result, now: asked.now })
  return { verdict: 'handedIn', attempt: graded, exam, outcome, repeated: false }
}

/** Hands in as `handInForLearner` does, where the attempt is not settled yet; what is changes no more, and is told without waiting for a turn. */
export async function handInInTurn(db: Database, inTurn: InTurn, asked: HandIn): Promise<HandInVerdict> {
  const found = await findAttempt(db, asked)
  if (found === null || isOther(found, asked)) return { verdict: 'missing' }
  if (found.attempt.sealed && isSettled(found.attempt)) return { verdict: 'handedIn', ...found, outcome: await readOutcome(db, found.attempt), repeated: true }
  return inTurn(() => withTx(db, (tx) => handInForLearner(tx, asked, found)))
}

/** An attempt that is to be handed in, locked after its learner's standings at the exam: whoever starts it holds those first, and neither may wait for the other. */
async function holdAttempt(tx: Db, asked: Who & AttemptName, known?: AttemptOfExam): Promise<HeldAttempt | null> {
  const found = known ?? (await findAttempt(tx, asked))
  if (found === null) return null
  const standings = await holdStandings(tx, { tenantId: asked.tenantId, userId: asked.userId, examId: found.exam.examId })
  const held = await findAttempt(tx, asked, { lock: true })
  return held === null ? null : { ...held, standings }
}

const reasonOf = (attempt: Attempt) => (endOf(attempt) < attempt.deadlineAt ? ('screenSwitch' as const) : ('deadline' as const))

/**
 * Hands in an attempt whose time is over, with what was saved. While it may still take late answers nothing is graded:
 * who could see the result could try answers out.
 */
export async function handInByServer(tx: Db, { attempt, exam, standings }: HeldAttempt, now: Date): Promise<Attempt> {
  if (exam.kind !== 'simulation' && takesLateAnswers(attempt, now)) {
    const closed: Attempt = { ...attempt, status: 'finished', submittedAt: endOf(attempt), submittedBy: reasonOf(attempt) }
    await tx.update(attempts).set({ status: closed.status, submittedAt: closed.submittedAt, submittedBy: closed.submittedBy }).where(attemptIs(attempt))
    return closed
  }
  const result = exam.kind === 'simulation' ? await takeResult(tx, { attempt, exam }) : null
  const ended: Attempt = { ...attempt, status: 'finished', submittedAt: endOf(attempt), submittedBy: reasonOf(attempt), sealed: true }
  return (await settle(tx, { attempt: ended, exam, standings, result, now })).attempt
}

/** Lets an attempt that was handed in take nothing more, and grades it when that was still to be done. */
export async function sealAttempt(tx: Db, { attempt, exam, standings }: HeldAttempt, now: Date): Promise<Attempt> {
  if (attempt.sealed || isToHandIn(attempt)) return attempt
  const sealed: Attempt = { ...attempt, sealed: true }
  if (!isSettled(attempt)) return (await settle(tx, { attempt: sealed, exam, standings, result: null, now })).attempt
  await tx.update(attempts).set({ sealed: true }).where(attemptIs(attempt))
  return sealed
}

/** The attempt of a learner who asks for its result: sealed first, so that nobody answers knowing it. */
export async function findForResult(db: Database, { now, ...asked }: Who & AttemptName & { now: Date }): Promise<AttemptOfExam | null> {
  const found = await findAttempt(db, asked)
  if (found === null || isSettled(found.attempt)) return found
  return withTx(db, async (tx) => {
    const locked = await holdAttempt(tx, asked)
    if (locked === null) return null
    const over = isToHandIn(locked.attempt) && now >= endOf(locked.attempt)
    const attempt = over ? await handInByServer(tx, locked, now) : locked.attempt
    return { exam: locked.exam, attempt: await sealAttempt(tx, { ...locked, attempt }, now) }
  })
}

type Overdue = { who?: Who; now: Date; log: Logger; stopping?: AbortSignal | undefined; /** What failed in earlier runs: tried last, and not each time. */ retries?: Retries<OverdueAttempt> }

/**
 * Hands in what is not handed in although it has ended, and grades what takes no more late answers: of one learner, or of everybody. Of an
 * attempt with which that fails the log is told; it keeps no other one waiting.
 */
export async function handInOverdue(db: Database, { who, now, log, stopping, retries }: Overdue): Promise<void> {
  const tried = new Set(retries?.keys())
  const again = retries?.due(now) ?? []
  for (;;) {
    const listed = await listOverdue(db, { who, now, limit: atOnce + tried.size })
    // What failed is listed again.
    const overdue = listed.filter((one) => !tried.has(keyOf(one)))
    const isLast = overdue.length < atOnce
    for (const one of isLast ? [...overdue, ...again] : overdue) {
      if (stopping?.aborted === true) return
      tried.add(keyOf(one))
      try {
        await withTx(db, async (tx) => {
          const found = await holdAttempt(tx, one)
          if (found === null || now < endOf(found.attempt)) return
          if (isToHandIn(found.attempt)) await handInByServer(tx, found, now)
          else if (!takesLateAnswers(found.attempt, now)) await sealAttempt(tx, found, now)
        })
        retries?.succeeded(keyOf(one))
      } catch (fault) {
        // A database that is away is no attempt's fault; one attempt that somebody has locked is no other's.
        const trouble = troubleOf(fault)
        if (trouble !== null && trouble !== 'busy') throw fault
        retries?.failed(keyOf(one), one, now)
        log.error({ err: fault, tenantId: one.tenantId, attemptId: one.instanceId }, 'an attempt could not be handed in')
      }
    }
    if (isLast) return
  }
}

type Ended = HeldAttempt & { result: TakenResult | null; now: Date }

/**
 * Brings everything in line with the answers of an attempt that has ended: score, standing, book, progress, statistics. With the standings
 * held, of two attempts that end at once the second sees what counts since the first.
 */
async function settle(tx: Db, { attempt, exam, standings, result, now }: Ended): Promise<{ attempt: Attempt; outcome: Outcome }> {
  const who = { tenantId: attempt.tenantId, userId: attempt.learnerId }
  // Sent along together: none needs another's outcome.
  const [questions, answers, [paper], best] = await Promise.all([
    listPaperKey(tx, { tenantId: who.tenantId, paperId: attempt.paperId }),
    answersOf(tx, attempt),
    tx.select({ practical: papers.practicalGroupCount }).from(papers).where(and(eq(papers.tenantId, who.tenantId), eq(papers.paperId, attempt.paperId))),
    findBest(tx, { ...who, examId: exam.examId }),
  ])
  const grade = gradePaper(questions, new Map(answers.map(({ questionId, optionIds }) => [questionId, readOptionIds(optionIds) ?? []])))

  const pending = exam.kind === 'practical' || (exam.kind === 'theory' && (paper?.practical ?? 0) > 0)
  const score = pending ? null : exam.kind === 'simulation' ? (result?.totalScore ?? attempt.score ?? 0) : grade.points
  const submittedAt = endedAt(attempt, answers, now)
  // An attempt of a simulation begins in the platform when it is handed in: it took as long as the simulation ran.
  const startedAt = new Date(Math.min(attempt.startedAt.getTime(), submittedAt.getTime() - (result?.usedMs ?? 0)))
  const graded: Attempt = {
    ...attempt,
    startedAt,
    submittedAt,
    status: pending ? 'pendingReview' : 'finished',
    usedMs: Math.max(0, submittedAt.getTime() - startedAt.getTime()),
    score,
    passed: isPassed(score, exam.passScore),
    correctCount: grade.correctCount,
    questionCount: exam.questionCount,
    accuracy: questions.length > 0 ? grade.accuracy : (score ?? 0) / Math.max(1, exam.totalScore),
    simulationResultId: result?.resultId ?? attempt.simulationResultId,
  }
  const { tenantId: _tenant, attemptId: _attempt, ...changes } = graded
  await Promise.all([writeGrade(tx, attempt, grade), tx.update(attempts).set(changes).where(attemptIs(attempt))])

  const { standing, standings: settled } = await settleStanding(tx, { attempt: graded, exam, standings, now })
  const ranked = await rankTaker(tx, { ...who, examId: exam.examId, standings: settled })
  // What follows is of the day of the hand-in, also where it is graded later.
  const booked = await bookMistakes(tx, { attempt: graded, exam, grade, questions, result, now: submittedAt })
  const { totals, ...outcome } = await follow(tx, { attempt: graded, exam, standing, now: submittedAt })
  const told = await tell(tx, attempt, outcome)
  await conclude(tx, who, { ...outcome, totals: [...ranked, ...booked, ...totals] })
  // Last, since everybody at the exam changes the same rows, and only where another attempt is the best now.
  if (isBetter(graded, best)) {
    const correct = new Map(grade.answers.map((answer) => [answer.questionId, answer.correct]))
    const after = contributionOf(graded, answers.map((answer) => ({ ...answer, correct: correct.get(answer.questionId) ?? false })))
    await replaceContribution(tx, { tenantId: who.tenantId, examId: exam.examId, before: best === undefined ? null : await findContribution(tx, { tenantId: who.tenantId, best }), after })
  }
  return { attempt: { ...graded, outcome: told }, outcome }
}

/** When an attempt has ended: where its learner has ended it not before the last answer that counts, since more may have come while the hand-in waited. */
function endedAt(attempt: Attempt, answers: readonly { savedAt: Date }[], now: Date): Date {
  const at = attempt.submittedAt ?? now
  if (attempt.submittedBy !== 'learner') return at
  const last = Math.max(at.getTime(), ...answers.map(({ savedAt }) => savedAt.getTime()))
  return new Date(Math.min(last, Math.max(at.getTime(), endOf(attempt).getTime())))
}

function answersOf(tx: Db, { tenantId, attemptId }: Attempt): Promise<{ questionId: number; optionIds: string; savedAt: Date }[]> {
  return tx
    .select({ questionId: attemptAnswers.questionId, optionIds: attemptAnswers.optionIds, savedAt: attemptAnswers.savedAt })
    .from(attemptAnswers)
    .where(and(eq(attemptAnswers.tenantId, tenantId), eq(attemptAnswers.attemptId, attemptId)))
}

async function writeGrade(tx: Db, { tenantId, attemptId }: Attempt, { answers }: Grade): Promise<void> {
  await tx.execute(sql`
    update attempt_answers as a set correct = g.correct, score = g.score
    from attempt_answers as x left join unnest(
      ${sql.param(answers.map(({ questionId }) => questionId))}::bigint[], ${sql.param(answers.map(({ correct }) => correct))}::bool[],
      ${sql.param(answers.map(({ score }) => score))}::float8[]) as g (question_id, correct, score) on g.question_id = x.question_id
    where x.tenant_id = ${tenantId} and x.attempt_id = ${attemptId}
      and a.tenant_id = x.tenant_id and a.attempt_id = x.attempt_id and a.question_id = x.question_id`)
}

async function bookMistakes(
  tx: Db,
  { attempt, exam, grade, questions, result, now }: AttemptOfExam & { grade: Grade; questions: readonly KeyQuestion[]; result: TakenResult | null; now: Date },
): Promise<TotalChange[]> {
  const who = { tenantId: attempt.tenantId, userId: attempt.learnerId }
  const by = { attemptId: attempt.attemptId, answerId: attempt.answerId, examId: exam.examId }
  const where = { ...by, ...(await courseOf(tx, attempt, exam.origin)) }
  const totals: TotalChange[] = []
  if (result !== null && exam.simulationId !== null) {
    const unscored = await listUnscoredTasks(tx, { tenantId: who.tenantId, simulationId: exam.simulationId, rows: result.rows })
    // What was launched from a section is in the book since it was reported, or was taken out of it again.
    if (result.sectionId !== null) await nameAttempt(tx, { ...who, ...by, sectionId: result.sectionId, questionIds: unscored.map(({ questionId }) => questionId) })
    else totals.push(...(await addMistakes(tx, { ...who, source: 'simulation', wrong: unscored.map((one) => ({ ...one, ...where })), now })))
  }
  const asked = new Map(questions.map((question) => [question.questionId, question]))
  const wrong = grade.answers.flatMap(({ questionId, optionIds, correct }) => {
    const question = asked.get(questionId)
    if (correct || question === undefined) return []
    return [{ questionId, questionKind: question.kind, subjectId: question.subjectId, optionIds: optionIds.join('&'), ...where }]
  })
  return [...totals, ...(await addMistakes(tx, { ...who, source: 'theory', wrong, now }))]
}

async function courseOf(tx: Db, { tenantId, placeId }: Attempt, origin: string): Promise<{ courseId: number | null; sectionId: number | null }> {
  if (origin !== 'section') return { courseId: null, sectionId: null }
  const [section] = await tx.select({ courseId: sections.courseId }).from(sections).where(and(eq(sections.tenantId, tenantId), eq(sections.sectionId, placeId)))
  return { courseId: section?.courseId ?? null, sectionId: placeId }
}

/** What a hand-in at a moment changes in courses, plans and points. */
async function follow(tx: Db, { attempt, exam, standing, now }: AttemptOfExam & { standing: Standing; now: Date }): Promise<Pending> {
  const who = { tenantId: attempt.tenantId, userId: attempt.learnerId }
  const passed = standing.status === 'passed'
  if (exam.origin === 'standalone') return passed ? passExam(tx, { ...who, examId: exam.examId, now }) : nothingNew
  if (exam.origin === 'planExam') {
    const [item] = await tx.select({ planId: planItems.planId }).from(planItems).where(and(eq(planItems.tenantId, who.tenantId), eq(planItems.planItemId, attempt.placeId)))
    return (item && (await changePlanExam(tx, { ...who, planId: item.planId, planItemId: attempt.placeId, now }))) ?? nothingNew
  }
  return followInSection(tx, { ...who, sectionId: attempt.placeId, standing, first: attempt.planItemId, now })
}
