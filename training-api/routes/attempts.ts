import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Api } from '../app.ts'
import type { Caller } from '../caller.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, refuse } from '../envelope.ts'
import { maybe, orElse, wireId, wireInt, wireNumber } from '../params.ts'
import { answerFileKey } from '../queries/answer-files.ts'
import { answerSaver } from '../queries/answers.ts'
import type { AnsweredAttempt, SaveAnswer, SavedIn } from '../queries/answers.ts'
import { findOpening, lastOpenedAt, openAttempt } from '../queries/attempt-openings.ts'
import { findAttempt, startAttempt } from '../queries/attempts.ts'
import type { Attempt, AttemptName, AttemptOfExam, StartVerdict } from '../queries/attempts.ts'
import { findExtraTime } from '../queries/exam-places.ts'
import { handInByServer, handInInTurn } from '../queries/hand-in.ts'
import type { HandInVerdict } from '../queries/hand-in.ts'
import { signingKey } from '../queries/receipt-keys.ts'
import { handInReceipt } from '../queries/receipts.ts'
import { listSavedAnswers } from '../queries/saved-answers.ts'
import type { SavedAnswers } from '../queries/saved-answers.ts'
import { countSwitch } from '../queries/screen-switches.ts'
import type { Who } from '../queries/who.ts'
import { isToHandIn } from '../rules/answers.ts'
import { answerMinutesFor, residueMs } from '../rules/exams.ts'
import { readOptionIds } from '../rules/grading.ts'
import { inTurn } from '../rules/in-turn.ts'
import { messages } from '../rules/messages.ts'
import { switchReasons } from '../rules/screen-switches.ts'
import type { SwitchReason } from '../rules/screen-switches.ts'
import { optionalId } from './codes.ts'
import { clockShape, handInShape, passCode, questionShape, receiptShape, switchShape } from './exam-shapes.ts'
import { reportShape } from './reports.ts'

const token = z.string().regex(/^[\w-]{8,64}$/)
const answer = z
  .preprocess((given) => given ?? '', z.union([z.string().max(400), z.number().transform(String)]))
  .transform((text) => readOptionIds(text))
  .refine((ids) => ids !== null, messages.notAnOption)
  .transform((ids) => ids ?? [])
const change = { questionId: wireId, answer, opId: maybe(token), seq: maybe(wireInt.pipe(z.number().min(0))) }
const name = { instanceId: optionalId, answerId: optionalId }
const reasons = Object.keys(switchReasons) as SwitchReason[]
const mostChanges = 200

const startRefusals = {
  practical: messages.examPractical,
  window: messages.examWindow,
  attempts: messages.examAttemptsUsed,
  tooLarge: messages.paperTooLarge,
  empty: messages.paperEmpty,
  notBegun: messages.examNotBegun,
  locked: messages.sectionLocked,
} as const

const saveRefusals = {
  handedIn: messages.paperHandedIn,
  timeOver: messages.paperHandedIn,
  epoch: messages.openedElsewhere,
  notOnPaper: messages.notOnPaper,
  notAnOption: messages.notAnOption,
  tooManyOptions: messages.tooManyOptions,
  operationReused: messages.operationReused,
  tooManyChanges: messages.tooOften,
} as const

const answersShape = ({ saved, takenBack }: SavedAnswers) => ({
  examAnswerUserRelationList: saved.map(({ questionId, optionIds, seq }) => ({ questionId, resultIds: optionIds, seq })),
  takenBackList: takenBack,
})

/** E5 to E11, XE1 to XE3: taking an exam (contract 4.10, extensions.md). */
export function bindAttempts(api: Api, ctx: ApiContext): void {
  // Everybody's time ends in the same second, and hand-ins of one exam wait for each other's statistics: some connections stay for the others.
  const handingIn = inTurn(4, 1_000)
  const handIns = new Map<string, Promise<HandInVerdict>>()
  const { db, clock } = ctx
  const save = answerSaver(ctx)

  const start = { examPlanId: wireId, paperId: optionalId, otherContentId: optionalId, contentId: optionalId, intentId: maybe(token), instanceId: optionalId }
  api.learner('GET', '/train/examPlanApp/startAnswer', start, async (caller, { examPlanId, ...asked }) => {
    const now = clock.now()
    const verdict = await withTx(db, (tx) => startAttempt(tx, { tenantId: caller.tenantId, userId: caller.userId, examId: examPlanId, ...asked, now }, (inner, found) => handInByServer(inner, found, now)))
    return verdict.verdict === 'opened' ? startShape(caller, verdict, now) : startRefusal(verdict)
  })

  async function startShape(who: Who, { exam, extraTimeFactor, opened }: Extract<StartVerdict, { verdict: 'opened' }>, now: Date) {
    const { attempt, epoch, questions, answers } = await opened
    const [handIn, fileKey] = await Promise.all([receiptOf({ attempt, exam }), publicFileKey(who)])
    const shownMinutes = answerMinutesFor(exam.answerMinutes, extraTimeFactor)
    const ofKind = (kind: string) => questions.filter((question) => question.kind === kind).map(questionShape)
    return {
      ...clockShape({ attempt: { ...attempt, epoch }, exam }, { now, extraTimeFactor, handIn }),
      questionOneList: ofKind('single'),
      questionTwoList: ofKind('multiple'),
      questionThreeList: ofKind('judgement'),
      residueTime: residueMs({ shownMinutes, deadlineAt: attempt.deadlineAt, now }),
      ...answersShape(answers),
      paperId: attempt.paperId,
      answerTime: shownMinutes,
      questionCount: exam.questionCount,
      totalScore: exam.totalScore,
      answerFileKey: fileKey,
    }
  }

  /** What answers are closed with that never get here: the page has it before it may need it. */
  async function publicFileKey(who: Who) {
    const { id, publicKey } = await answerFileKey(db, who)
    return { id, publicKey }
  }

  const one = { ...name, answerId: wireId, ...change, epoch: maybe(wireInt) }
  api.learner('POST', '/train/examPlanApp/updateAnswerResult', one, async (caller, { questionId, answer: optionIds, opId, seq, ...where }) => {
    const answered = await save({ ...whoOf(caller), ...where, questionId, optionIds, operationId: opId, seq })
    if (answered.status === 'missing') throw missing()
    if (answered.status === 'refused') return saveRefusal(answered)
    return { outcome: answered.status, ...(await receiptIn(answered)), ...(await clockIn(answered.found)) }
  })

  const many = { ...name, answerId: wireId, epoch: wireInt, answers: z.array(z.object({ ...change, opId: token, seq: wireInt.pipe(z.number().min(0)) })).max(mostChanges) }
  api.learner('POST', '/train/examPlanApp/updateAnswerResults', many, async (caller, { answers, ...where }) => {
    const answered = await Promise.all(
      answers.map(({ questionId, answer: optionIds, opId, seq }) => save({ ...whoOf(caller), ...where, questionId, optionIds, operationId: opId, seq })),
    )
    // Each save has read the attempt: it need not be read again.
    const known = answered.findLast((each) => each.status !== 'missing')
    if (known === undefined && answers.length > 0) throw missing()
    const results = await Promise.all(
      answered.map(async (each, at) => ({
        opId: answers[at]?.opId,
        status: each.status,
        ...(each.status === 'saved' ? await receiptIn(each) : {}),
        ...(each.status === 'refused' ? { reason: each.reason, msg: saveRefusals[each.reason] } : {}),
      })),
    )
    return { results, ...(known === undefined ? await clockNow(caller, where) : await clockIn(known.found)) }
  })

  api.learner('POST', '/train/examPlanApp/takeOverAnswer', { ...name, intentId: maybe(token) }, async (caller, { intentId, ...where }) => {
    const now = clock.now()
    const taken = await withTx(db, async (tx) => {
      const found = await findAttempt(tx, { ...whoOf(caller), ...where }, { lock: true })
      if (found === null || found.attempt.sealed || found.attempt.status === 'pendingReview') return found
      const epoch = await openAttempt(tx, { ...whoOf(caller), attemptId: found.attempt.attemptId, intentId, now })
      return { ...found, attempt: { ...found.attempt, epoch } }
    })
    if (taken === null) throw missing()
    if (taken.attempt.sealed) return handedInRefusal(taken.attempt)
    return { ...(await clockOf(caller, taken)), ...answersShape(await listSavedAnswers(db, taken.attempt)) }
  })

  api.learner('GET', '/train/examPlanApp/answerClock', { ...name, intentId: maybe(token) }, async (caller, { intentId, ...where }) => {
    const shape = await clockNow(caller, where)
    if (intentId === undefined) return shape
    const [own, last] = await Promise.all([openedEpoch(caller, intentId, shape.instanceId), lastOpenedAt(db, { ...whoOf(caller), attemptId: shape.instanceId })])
    return { ...shape, openedEpoch: own, openedAt: last?.toISOString() ?? null }
  })

  const absence = {
    examPlanId: optionalId,
    instanceId: wireId,
    switchTime: orElse(0, wireNumber.pipe(z.number().min(0).max(1_000_000))),
    eventId: maybe(token),
    reason: maybe(z.enum(reasons)),
  }
  api.learner('POST', '/train/examPlanApp/updateInstanceInfo', absence, async (caller, { instanceId, switchTime, eventId, reason = 'hidden' }) => {
    // Any time away counts (contract 5.12), a part of a second as one; half a second more than one is one.
    const seconds = switchTime > 0 ? Math.max(1, Math.floor(switchTime)) : 0
    const state = await withTx(db, (tx) => countSwitch(tx, { ...whoOf(caller), instanceId, seconds, reason, eventId: eventId ?? randomUUID(), now: clock.now() }))
    if (state === null) throw missing()
    return switchShape(state, { ...state, reason: switchTime > 0 ? reason : null })
  })

  const handIn = { ...name, examPlanId: optionalId, paperId: optionalId, totalScore: maybe(wireNumber) }
  for (const call of ['submitPaper', 'submitPaperAndPlanExam', 'submitPaperAndPlanSection', 'submitPaperAndCourseSection']) {
    api.learner('POST', `/train/examPlanApp/${call}`, handIn, async (caller, { instanceId, answerId, examPlanId }) => {
      if (instanceId === undefined && answerId === undefined) throw new CallError(400, messages.invalidField('answerId'))
      const verdict = await handInOnce({ ...whoOf(caller), instanceId, answerId, examId: examPlanId })
      if (verdict.verdict === 'missing') throw missing()
      if (verdict.verdict === 'noResult') return refuse(messages.noSimulationResult, { reason: 'noResult' })
      const { attempt, outcome, repeated } = verdict
      const receipt = await receiptOf(verdict)
      return {
        ...reportShape(outcome),
        userScore: attempt.score ?? -1,
        passStatus: passCode(attempt.passed),
        instanceId: attempt.attemptId,
        answerId: attempt.answerId,
        handIn: receipt === null ? null : handInShape(receipt),
        repeated,
      }
    })
  }

  /** Whoever sends the same hand-in again while it is under way waits for that one, and takes no turn of its own. */
  async function handInOnce(asked: Who & AttemptName & { examId: number | undefined }): Promise<HandInVerdict> {
    const key = JSON.stringify([asked.tenantId, asked.userId, asked.instanceId, asked.answerId, asked.examId])
    const before = handIns.get(key)
    if (before !== undefined) {
      const verdict = await before
      return verdict.verdict === 'handedIn' ? { ...verdict, repeated: true } : verdict
    }
    // When it was pressed counts, however long it waits for its turn.
    const own = handInInTurn(db, handingIn, { ...asked, now: clock.now() })
    handIns.set(key, own)
    try {
      return await own
    } finally {
      handIns.delete(key)
    }
  }

  async function clockNow(caller: Caller, where: AttemptName) {
    const found = await findAttempt(db, { ...whoOf(caller), ...where })
    if (found === null) throw missing()
    return clockOf(caller, found)
  }

  /** The epoch by which an intent writes an attempt; null where it has opened none, or only looks. */
  async function openedEpoch(caller: Caller, intentId: string, attemptId: number): Promise<number | null> {
    const opened = await findOpening(db, { ...whoOf(caller), intentId })
    return opened?.attemptId === attemptId ? opened.epoch || null : null
  }

  async function clockOf(who: Who, found: AttemptOfExam) {
    return clockShape(found, { now: clock.now(), extraTimeFactor: await findExtraTime(db, who), handIn: await receiptOf(found) })
  }

  async function clockIn(found: SavedIn) {
    return clockShape(found, { now: clock.now(), extraTimeFactor: found.extraTimeFactor, handIn: await receiptOf(found) })
  }

  async function receiptOf({ attempt, exam }: AnsweredAttempt) {
    return isToHandIn(attempt) ? null : handInReceipt(db, attempt, exam, await signingKey(db))
  }

  async function receiptIn(answered: SaveAnswer) {
    return answered.status === 'saved' ? { receipt: receiptShape(answered.receipt, await signingKey(db)) } : {}
  }
}

const whoOf = ({ tenantId, userId }: Who): Who => ({ tenantId, userId })

function startRefusal(verdict: Exclude<StartVerdict, { verdict: 'opened' }>) {
  if (verdict.verdict === 'missing') throw missing()
  if (verdict.verdict === 'handedIn') return handedInRefusal(verdict.attempt)
  const { reason } = verdict
  if (typeof reason === 'object') return refuse(reason.refusal, { reason: 'notOpen' })
  return refuse(startRefusals[reason], { reason: reason in { practical: 1, window: 1, attempts: 1, tooLarge: 1, empty: 1 } ? reason : 'notOpen' })
}

function handedInRefusal({ attemptId, answerId }: Attempt) {
  return refuse(messages.paperHandedIn, { reason: 'handedIn', instanceId: attemptId, answerId })
}

function saveRefusal({ found: { attempt }, reason }: Extract<SaveAnswer, { status: 'refused' }>) {
  return refuse(saveRefusals[reason], { reason, epoch: attempt.epoch, instanceId: attempt.attemptId, answerId: attempt.answerId })
}
