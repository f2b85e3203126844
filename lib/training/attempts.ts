import 'server-only'
import { z } from 'zod'
import {
  answerText, type AbsenceCause, type AbsenceOutcome, type Answers, type AnswerSeqs, type AttemptRef, type ExamPlace, type HandIn, type HandInOutcome, type Save, type SaveOutcome, type SavesOutcome, type Standing, type StartOutcome, type SwitchStanding,
} from '@/lib/domain/attempts'
import { placeIdOf, type Attempt, type AttemptState, type ExamKind } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import type { PlayerExam } from '@/lib/domain/player-exam'
import type { StudyReport } from '@/lib/domain/study'
import { log } from '@/lib/log'
import { noteStart, startOf } from './attempt-starts'
import { standingOf, wireHandIn, wireRefusal, wireSaved, wireStanding, wireStart, wireSwitches, wireTakenOver } from './attempts-wire'
import { LONG_MS, training, type Fields } from './client'
import { isTooMuch, told, TrainingError } from './errors'
import { examFields, getExam, getPlanExam, getSectionExam, originOnWire, present } from './exams'
import { theoryTitle } from './known-exams'
import { named, wireReport } from './reports'
import { wireDone, wireTimeOf } from './wire'

/** The sentence by which the platform says that a paper is handed in (contract 7). */
const HANDED_IN = '\u8bd5\u5377\u5df2\u63d0\u4ea4'
// What is safe to say again is given up early; a beginning, and a hand-in to a platform without the exam protocol, get `LONG_MS`.
const SAVE_MS = 8_000
const HAND_IN_AGAIN_MS = 15_000
const LOOK_MS = 5_000
/** Answers that go one by one are broken off after this, so that the browser hears of the first ones in time. */
const EACH_MS = 4_000
/** So long a platform that fails on answers is asked whether it knows the exam: all of it together is less than a browser waits. */
const IS_WELL_MS = 1_200
const EXAM_PLAN_TYPE = 1
/** Refusals that concern the whole attempt. */
const verdictOf: Record<string, 'elsewhere' | 'closed' | undefined> = { epoch: 'elsewhere', handedIn: 'closed', timeOver: 'closed' }

/** So many answers in a row that the platform fails on, and the rest of a call waits for the next one. */
const FAILURES_IN_A_ROW = 3

/** Refusals of one answer for good; any other may pass, and costs nobody an answer. */
const FINAL_REASONS = ['notOnPaper', 'notAnOption', 'tooManyOptions', 'tooManyChanges']
const outcomeOf = (reason: string | null) => (reason && FINAL_REASONS.includes(reason) ? 'refused' : 'unclear')

type Which = { place: ExamPlace; ref: AttemptRef; epoch: number | null }

const refFields = ({ attemptId, answerId }: AttemptRef) => ({ instanceId: attemptId, answerId })

/** Why the platform refused, null for any other failure. */
function refusalOf(error: unknown): { reason: string; words: string; ref: AttemptRef | null } | null {
  if (!(error instanceof TrainingError) || error.code !== 'rejected') return null
  const { reason, ref } = wireRefusal.parse(error.data)
  return { reason: reason ?? (error.message === HANDED_IN ? 'handedIn' : 'other'), words: error.message, ref }
}

/** Whether the platform itself failed on what was asked, in place of a gateway, the network or its clock: asked again it may do so for ever. */
const failedOn = (error: unknown) => error instanceof TrainingError && (error.code === 'missing' || (error.code === 'failed' && [200, 500].includes(error.status)))

/** What is asked, or null where the platform does not tell; only an ended session stays an error. */
const ifTold = <T>(asked: Promise<T | null>) => asked.catch((error: unknown) => {
  if (error instanceof TrainingError && error.code === 'expired') throw error
  return null
})

/** What is known of an exam before it is begun; its time is null where nobody tells it. */
type Foretold = { kind: ExamKind; title: string; minutes: number | null; endsAt: string | null; attempts: readonly Attempt[]; tellsNow: boolean }

const examOf = (learner: Learner, place: ExamPlace, timeoutMs?: number) => getExam(learner, { examId: place.examId, kind: null, placeId: placeIdOf(place), timeoutMs })
const askAlone = (...given: Parameters<typeof examOf>) => ifTold(examOf(...given))

/** What the player is told of an exam at its place (C7, C8), which of a section or plan some platforms tell there alone; null of one by itself. */
function askThere(learner: Learner, { origin, sectionId, itemId = null }: ExamPlace, timeoutMs = LOOK_MS): Promise<PlayerExam | null> {
  if (origin === 'section' && sectionId) return ifTold(getSectionExam(learner, { kind: itemId ? 'plan' : 'course', sectionId, itemId, timeoutMs }))
  return origin === 'planExam' && itemId ? ifTold(getPlanExam(learner, { itemId, timeoutMs })) : Promise.resolve(null)
}

/**
 * What the platform tells of an exam before it is begun (E4); where that tells nothing, or not all of its `attempts` may be there, what is told
 * of it at its place. Throws where those are wanted and nobody could be asked.
 */
async function foretell(learner: Learner, place: ExamPlace, wanted: { attempts: boolean }): Promise<Foretold | null> {
  let failure: unknown = null
  const exam = await ifTold(told(examOf(learner, place)).catch((error: unknown) => {
    failure = error
    throw error
  }))
  const known = exam && { kind: exam.kind, title: exam.title, minutes: exam.answerMinutes || null, endsAt: exam.endsAt, attempts: exam.attempts, tellsNow: exam.aheadMs !== null }
  if (known?.minutes && (known.tellsNow || !wanted.attempts)) return known
  const shown = await askThere(learner, place)
  if (wanted.attempts && failure !== null && shown === null) throw failure
  return shown ? { endsAt: null, tellsNow: false, kind: shown.kind, title: shown.name, ...known, minutes: known?.minutes || shown.answerMinutes || null, attempts: [...(known?.attempts ?? []), ...shown.attempts] } : known
}

/** Whether the last paper came with the platform's own clock. Then nothing but the kind must be known of an exam before it is begun: simulations and practical exams are not begun here. */
let tellsClock = false

/**
 * When the time is over, by what is told of it (contract 4.10: the minutes decide); null where nothing is: no paper is handed in because
 * nobody knew. Without minutes it is the end of the exam, unless that has passed: then the platform has just let somebody go on all the same.
 */
function deadlineOf(minutes: number | null, usedMs: number, endsAt: string | null): number | null {
  if (minutes) return Date.now() + minutes * 60_000 - usedMs
  const end = endsAt === null ? Number.NaN : Date.parse(endsAt)
  return end > Date.now() ? end : null
}

/**
 * Opens a paper (E5): begins an attempt or goes on with the one that runs; with `attemptId` only that one. The same `intentId` never
 * begins a second one. A refusal is a value, in the platform's words (spec 2 §5).
 */
export async function startAttempt(learner: Learner, { place, intentId, attemptId }: { place: ExamPlace; intentId: string; attemptId: string | null }): Promise<StartOutcome> {
  const title = tellsClock ? theoryTitle(learner, place.examId) : null
  const ahead = title === null ? await foretell(learner, place, { attempts: attemptId !== null && !tellsClock }) : null
  if (ahead?.kind === 'simulation' || ahead?.kind === 'practical') return { started: false, why: 'notHere', words: '', ref: null }
  // A platform without the exam protocol begins another attempt, whichever is asked for.
  const ended = attemptId === null || tellsClock || ahead?.tellsNow ? undefined : ahead?.attempts.find((attempt) => attempt.id === attemptId && isHandedIn(attempt))
  if (ended) return { started: false, why: 'handedIn', words: '', ref: { attemptId: ended.id, answerId: ended.answerId } }
  const startedAt = place.origin === 'standalone' ? wireTimeOf(new Date()) : undefined
  const query = { ...examFields(learner, place), startTimeString: startedAt, intentId, instanceId: attemptId }
  try {
    const start = await training.get(learner, 'train/examPlanApp/startAnswer', query, wireStart, tellsClock ? {} : { timeoutMs: LONG_MS, isWrite: true })
    if (startedAt) noteStart(learner, start.ref, startedAt)
    tellsClock = standingOf(start.wire, null).clock.deadline !== null
    const exam = title === null || tellsClock ? ahead : await foretell(learner, place, { attempts: false })
    const standing = standingOf(start.wire, deadlineOf(exam?.minutes || start.minutes || null, start.usedMs, exam?.endsAt ?? null))
    const switches = standing.switches ?? (await askSwitches(learner, { place, ref: start.ref, epoch: standing.epoch }).catch(() => null))
    return {
      started: true,
      attempt: { place, ref: start.ref, title: title ?? exam?.title ?? '', questions: start.questions, answers: start.answers, answerSeqs: start.answerSeqs, standing: { ...standing, switches }, extraTimeFactor: start.extraTimeFactor, fileKey: start.fileKey },
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { started: false, why: refusal.reason === 'handedIn' ? 'handedIn' : 'refused', words: refusal.words, ref: refusal.ref }
  }
}

/**
 * Saves changes of answers in their order: in one call where the platform takes that (XE1), else one by one (E6). Nothing is called saved
 * that the platform has not acknowledged; a failure after the first ones gives those as `cut`, a call turned down as a whole all as `unclear`.
 */
export async function saveAnswers(learner: Learner, { saves, ...which }: Which & { saves: Save[] }): Promise<SavesOutcome> {
  try {
    return which.epoch === null ? await saveEach(learner, which, saves) : await saveTogether(learner, which, saves)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const verdict = verdictOf[refusal.reason]
    if (verdict) return { verdict, outcomes: [], standing: null, savedAt: Date.now() }
    // All of a call is turned down and none of it named: the answers are not at fault, as far as anybody knows.
    return { verdict: 'taken', outcomes: saves.map(({ opId }) => ({ opId, outcome: 'unclear', words: refusal.words })), standing: null, savedAt: Date.now() }
  }
}

async function saveTogether(learner: Learner, { ref, epoch }: Which, saves: Save[]): Promise<SavesOutcome> {
  const answers = saves.map(({ opId, seq, questionId, optionIds }) => ({ opId, seq, questionId, answer: answerText(optionIds) }))
  const reply = await training.post(learner, 'train/examPlanApp/updateAnswerResults', { ...refFields(ref), epoch, answers }, wireSaved, { timeoutMs: SAVE_MS })
  // Refused because of the attempt and not of the answer: the change itself is neither taken nor turned down.
  const verdicts = reply.results.flatMap(({ status, reason }) => (status === 'refused' && reason && verdictOf[reason] ? [verdictOf[reason]] : []))
  const outcomes = reply.results.filter(({ status, reason }) => !(status === 'refused' && reason && verdictOf[reason])).map(({ opId, status, reason, msg }): SaveOutcome => ({ opId, outcome: status === 'refused' ? outcomeOf(reason) : status, words: msg }))
  const standing = standingOf(reply, null)
  return { verdict: verdicts[0] ?? 'taken', outcomes, standing, savedAt: standing.clock.serverNow }
}

/** As `saveAnswers`, one by one. An answer on which the platform fails while it is well otherwise is `unclear`, and holds up no other. */
async function saveEach(learner: Learner, { place, ref }: Which, saves: Save[]): Promise<SavesOutcome> {
  const outcomes: SaveOutcome[] = []
  const failures: { opId: string; error: unknown }[] = []
  let inARow = 0
  const done = (verdict: SavesOutcome['verdict']): SavesOutcome => ({ verdict, outcomes, standing: null, savedAt: Date.now() })
  const until = Date.now() + EACH_MS
  const startTimeString = await startOf(learner, place, ref)
  for (const { opId, seq, questionId, optionIds } of saves) {
    if ((outcomes.length + failures.length > 0 && Date.now() > until) || inARow === FAILURES_IN_A_ROW) break
    const fields = present({ ...examFields(learner, place), ...refFields(ref), startTimeString, questionId, answer: answerText(optionIds), opId, seq })
    try {
      await training.post(learner, 'train/examPlanApp/updateAnswerResult', fields, wireDone, { timeoutMs: SAVE_MS })
      outcomes.push({ opId, outcome: 'saved', words: null })
      inARow = 0
    } catch (error) {
      const refusal = refusalOf(error)
      const verdict = refusal && verdictOf[refusal.reason]
      if (verdict) return done(verdict)
      if (refusal) {
        outcomes.push({ opId, outcome: outcomeOf(refusal.reason), words: refusal.words })
        inARow = 0
      } else if (failedOn(error)) {
        failures.push({ opId, error })
        inARow += 1
      } else if (outcomes.length > 0) return done('cut')
      else throw error
    }
  }
  const [first] = failures
  if (!first) return done('taken')
  // It may be the platform, which will be well again, and not these answers: whoever knows nothing of the exam either is in trouble.
  const isWell = outcomes.length > 0 || (await Promise.all([askAlone(learner, place, IS_WELL_MS), askThere(learner, place, IS_WELL_MS)])).some((exam) => exam !== null)
  if (!isWell) throw first.error
  for (const { opId } of failures) outcomes.push({ opId, outcome: 'unclear', words: null })
  return done('taken')
}

/** How an attempt stands, with the server's clock, and by which right an intent writes that may have opened it (XE3; a platform without it tells of screen switches only). */
export async function lookAtAttempt(learner: Learner, { intentId, ...which }: Which & { intentId?: string | null }): Promise<Standing> {
  if (which.epoch !== null) return training.get(learner, 'train/examPlanApp/answerClock', { ...refFields(which.ref), intentId }, wireStanding, { timeoutMs: LOOK_MS })
  const switches = await ifTold(askSwitches(learner, which))
  return { status: 'running', clock: { serverNow: Date.now(), deadline: null, lateUntil: null }, epoch: null, seq: 0, switches, handIn: null }
}

/** Lets this window write from now on, with the answers as they are stored (XE2). */
export async function takeOverAttempt(learner: Learner, { ref, intentId }: Which & { intentId: string }): Promise<{ standing: Standing; answers: Answers; answerSeqs: AnswerSeqs }> {
  return training.post(learner, 'train/examPlanApp/takeOverAnswer', { ...refFields(ref), intentId }, wireTakenOver)
}

function switchFields({ place, ref }: Which, switchTime: number): Fields {
  return { examPlanId: place.examId, instanceId: ref.attemptId, switchTime, examType: originOnWire[place.origin] }
}

/** Asks how many screen switches are used; only of an exam by itself, for no other has such a rule (contract 8). */
async function askSwitches(learner: Learner, which: Which): Promise<SwitchStanding | null> {
  if (which.place.origin !== 'standalone') return null
  return training.post(learner, 'train/examPlanApp/updateInstanceInfo', switchFields(which, 0), wireSwitches.nullable(), { timeoutMs: LOOK_MS })
}

/** Reports an absence of so many seconds (E7) with its cause; the server alone counts, each absence once. */
export async function reportAbsence(learner: Learner, { eventId, cause, seconds, ...which }: Which & { eventId: string; cause: AbsenceCause; seconds: number }): Promise<AbsenceOutcome> {
  const extended = which.epoch === null ? {} : { eventId, reason: cause }
  const reply = await training.post(learner, 'train/examPlanApp/updateInstanceInfo', { ...switchFields(which, seconds), ...extended }, wireSwitches.nullable(), { timeoutMs: SAVE_MS })
  const standing = which.epoch === null ? null : await lookAtAttempt(learner, which).catch(() => null)
  const counted = reply?.counted ?? (reply !== null && reply.rule !== 'none' && seconds > 0)
  return { standing, switches: reply, counted }
}

/** Which of the four calls takes the paper of a theory exam (spec 2 §7); a simulation's goes by `exam-simulations`. */
function handInPath({ origin, itemId }: ExamPlace): string {
  if (origin === 'standalone') return 'train/examPlanApp/submitPaper'
  if (origin === 'planExam') return 'train/examPlanApp/submitPaperAndPlanExam'
  return itemId ? 'train/examPlanApp/submitPaperAndPlanSection' : 'train/examPlanApp/submitPaperAndCourseSection'
}

const handInReply = z
  .object({ handIn: wireHandIn.nullish(), repeated: z.boolean().nullish().catch(undefined) })
  .nullish()
  .catch(null)

const noReport: StudyReport = { messages: [], certificate: null }
const unnumbered = (at: number | null): HandIn => ({ number: null, at, answeredCount: null, by: 'other' })
const handedIn = z.unknown().transform((data): HandInOutcome => {
  const more = handInReply.parse(data)
  return { handIn: more?.handIn ?? unnumbered(Date.now()), repeated: more?.repeated ?? false, report: wireReport.parse(data) }
})

async function sendHandIn(learner: Learner, { place, ref, epoch }: Which): Promise<HandInOutcome> {
  const fields = present({
    ...examFields(learner, place), ...refFields(ref), examPlanType: EXAM_PLAN_TYPE, endTimeString: wireTimeOf(new Date()), jihuakaoshiId: place.planExamId,
  })
  const outcome = await training.post(learner, handInPath(place), fields, handedIn, { timeoutMs: epoch === null ? LONG_MS : HAND_IN_AGAIN_MS })
  return { ...outcome, report: await named(learner, outcome.report) }
}

/** The paper is with the platform: what is uploaded after it, of a practical part, is none of it. */
const HANDED_IN_STATES: AttemptState[] = ['pendingUpload', 'pendingReview', 'finished']

const isHandedIn = ({ state, isUnsure }: Attempt) => !isUnsure && HANDED_IN_STATES.includes(state)

/** The hand-in of an attempt as the platform knows it; null while the attempt runs or nobody can say. */
async function findHandIn(learner: Learner, which: Which): Promise<HandIn | null> {
  if (which.epoch !== null) {
    const { status, handIn } = await lookAtAttempt(learner, which)
    return status === 'handedIn' ? (handIn ?? unnumbered(null)) : null
  }
  for (const ask of [askAlone, askThere]) {
    const exam = await ask(learner, which.place)
    const attempt = exam?.attempts.find((one) => (one.id === which.ref.attemptId || one.answerId === which.ref.answerId) && isHandedIn(one))
    if (attempt) return unnumbered(attempt.finishedAt ? Date.parse(attempt.finishedAt) : null)
  }
  return null
}

/**
 * Hands a paper in (E8 to E11), once: when it is handed in already, or when the platform did not answer but has it, what is known of that
 * hand-in comes back as `repeated`.
 */
export async function handIn(learner: Learner, which: Which): Promise<HandInOutcome> {
  try {
    return await sendHandIn(learner, which)
  } catch (error) {
    const refusal = refusalOf(error)
    const isUnclear = error instanceof TrainingError && ['timeout', 'failed', 'malformed'].includes(error.code) && !isTooMuch(error)
    // A platform that knows the contract only may say in any words that it has the paper.
    const isOther = refusal !== null && refusal.reason !== 'handedIn'
    if (refusal ? isOther && which.epoch !== null : !isUnclear) throw error
    const known = await findHandIn(learner, which).catch((cause: unknown) => {
      log.warn({ error: String(cause) }, 'whether a paper is handed in cannot be seen')
      return null
    })
    if (known) return { handIn: known, repeated: true, report: noReport }
    if (refusal && !isOther) return { handIn: unnumbered(null), repeated: true, report: noReport }
    throw error
  }
}
