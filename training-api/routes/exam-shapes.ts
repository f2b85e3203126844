import type { AnsweredAttempt } from '../queries/answers.ts'
import type { Attempt } from '../queries/attempts.ts'
import { endOf } from '../queries/attempts.ts'
import type { ReviewedQuestion } from '../queries/exam-results.ts'
import type { Question } from '../queries/papers.ts'
import type { HandIn, Receipt } from '../queries/receipts.ts'
import { switchStateOf } from '../queries/screen-switches.ts'
import { wirePercent, wireTime } from '../envelope.ts'
import { isToHandIn } from '../rules/answers.ts'
import { lateWindowMs, switchGraceMs } from '../rules/exams.ts'
import { receiptCode, signHash } from '../rules/receipts.ts'
import type { SigningKey } from '../rules/receipts.ts'

export const questionKindCode = { single: 1, multiple: 2, judgement: 3 } as const
export const questionKinds = { 1: 'single', 2: 'multiple', 3: 'judgement' } as const
export const examKinds = { 1: 'theory', 2: 'simulation', 3: 'practical' } as const
const switchRuleCode = { none: 1, count: 2, time: 3, both: 4 } as const
const attemptStatusCode = { running: 4, pendingSubmit: 4, pendingUpload: 5, pendingReview: 6, finished: 7 } as const

/** A question as it is answered: nothing tells what is right. */
export function questionShape({ questionId, kind, content, score, options }: Question) {
  return {
    questionId,
    questionType: questionKindCode[kind],
    questionContent: content,
    optionList: options.map(({ optionId, content: optionContent }) => ({ optionId, optionContent })),
    score,
  }
}

/** The limits of an exam's screen switches, before anything is used of them. */
export function switchLimitsShape({ switchRule, switchCountAllowed, switchSecondsAllowed }: Omit<AnsweredAttempt['exam'], 'questionCount'>) {
  return { switchScreenType: switchRuleCode[switchRule], switchScreenNumber: switchCountAllowed, switchNumber: 0, switchScreenTime: switchSecondsAllowed, switchTime: 0 }
}

/** The screen switches of an attempt against its limits (contract 3, extensions). */
export function switchShape(found: AnsweredAttempt, more: { counted?: boolean; repeated?: boolean; reason?: string | null } = {}) {
  const { attempt, exam } = found
  return {
    ...switchLimitsShape(exam),
    switchNumber: attempt.switchCount,
    switchTime: attempt.switchSeconds,
    counted: more.counted ?? false,
    reason: more.reason ?? null,
    exhausted: switchStateOf(found).exhausted,
    handInAt: attempt.switchExhaustedAt === null ? null : new Date(attempt.switchExhaustedAt.getTime() + switchGraceMs).toISOString(),
    repeated: more.repeated ?? false,
  }
}

/** The clock and the writer of an attempt, as every call of the exam protocol tells them. */
export function clockShape(found: AnsweredAttempt, { now, extraTimeFactor, handIn }: { now: Date; extraTimeFactor: number; handIn: HandIn | null }) {
  const { attempt } = found
  return {
    instanceId: attempt.attemptId,
    answerId: attempt.answerId,
    status: isToHandIn(attempt) ? 'running' : 'handedIn',
    serverNow: now.toISOString(),
    startedAt: attempt.startedAt.toISOString(),
    deadline: attempt.deadlineAt.toISOString(),
    lateUntil: new Date(endOf(attempt).getTime() + lateWindowMs).toISOString(),
    epoch: attempt.epoch,
    seq: attempt.lastSeq,
    extraTimeFactor,
    switchInfo: switchShape(found),
    ...(handIn === null ? {} : { handIn: handInShape(handIn) }),
  }
}

/** A receipt as its owner gets it. */
export function receiptShape(receipt: Receipt, key: SigningKey) {
  return { ...publicReceiptShape(receipt), opId: receipt.operationId, signature: signHash(key, receipt.hash) }
}

/** A receipt as anybody may see it: without the operation, which would let answers be guessed from their hash. */
export function publicReceiptShape({ attemptId, link, questionId, answerHash, savedAt, previousHash, hash, late }: Receipt) {
  return { code: receiptCode(attemptId, link, hash), instanceId: attemptId, link, questionId, answerHash, time: savedAt.toISOString(), previousHash, hash, late }
}

/** The receipt of a hand-in. */
export function handInShape({ attemptId, submittedAt, ...rest }: HandIn) {
  return { ...rest, instanceId: attemptId, time: submittedAt.toISOString() }
}

/** The names of an attempt's practical part, where it has one. */
export function practicalShape(part: { groupId: number; detailId: number } | undefined) {
  return part === undefined ? {} : { questionGroupActualId: part.groupId, examAnswerActualDetailId: part.detailId }
}

/** Whether an attempt was passed; null until it is graded. */
export const passCode = (passed: boolean | null) => (passed === null ? null : Number(passed))

/** A row of the attempt history; what is running or may still take late answers has no score yet, and what is not graded is neither passed nor failed. */
export function attemptShape(attempt: Attempt, part?: { groupId: number; detailId: number }) {
  return {
    id: attempt.attemptId,
    answerId: attempt.answerId,
    score: attempt.status === 'pendingReview' ? -1 : attempt.score,
    passStatus: passCode(attempt.passed),
    answerStatus: attemptStatusCode[attempt.status],
    startTime: wireTime(attempt.startedAt),
    finishTime: wireTime(attempt.submittedAt),
    endTime: wireTime(attempt.submittedAt),
    number: attempt.number,
    usedMs: attempt.usedMs,
    ...practicalShape(part),
  }
}

const letters = 'ABCDEFGHIJ'
const percent = (part: number, of: number) => (of > 0 ? Math.round((part * 1000) / of) / 10 : 0)

/** A question of an attempt that is on a paper being answered: as it is asked, without anything that tells what is right, how it was answered or whether it is in the book. */
export function withheldShape(question: Question) {
  return { ...questionShape(question), userOptionList: [], trueOptionList: [], isErrorFlag: 0, errorId: null, analysis: '', trueStr: null, totalAnswers: 0, statisticsEntityList: [], beingAnswered: 1 }
}

/** A question reviewed: what was chosen, what is right, and how others answered (contract 3, AnswerDetail). */
export function reviewShape(question: ReviewedQuestion) {
  const { answers, correct } = question.history
  return {
    ...questionShape(question),
    userOptionList: question.userIds,
    trueOptionList: question.rightIds,
    trueFlag: question.correct ? 1 : 0,
    isErrorFlag: question.mistakeId === null ? 0 : 1,
    errorId: question.mistakeId,
    analysis: question.analysis,
    trueStr: answers > 0 ? wirePercent(percent(correct, answers)) : null,
    totalAnswers: answers,
    statisticsEntityList: question.shares.map(({ chosen, of, chosenEver, ofEver }, at) => ({
      historyOptionLetter: letters[at] ?? '',
      currentOptionPercentage: percent(chosen, of),
      historyOptionPercentage: percent(chosenEver, ofEver),
    })),
  }
}
