import 'server-only'
import { z } from 'zod'
import type { ExamOrigin, ExamPlace } from '@/lib/domain/attempts'
import { examStatuses, outcomeOf, placeIdOf, type Attempt, type AttemptState, type ExamDetail, type ExamKind, type ExamRow, type ExamStatus, type MyExamsView, type PracticalPart, type SwitchLimits } from '@/lib/domain/exams'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import type { PlayerExam } from '@/lib/domain/player-exam'
import type { MyList } from '@/lib/domain/my-lists'
import { ownMoment } from './attempts-wire'
import { training, type Fields } from './client'
import { isNo, TrainingError } from './errors'
import { kindNumber } from './kinds'
import { noteExam } from './known-exams'
import { countByFilter } from './my-lists'
import { wireHtml } from './rich-text'
import { languageOnWire, unwrapped, wireEnum, wireExtra, wireId, wireIdMaybe, wireList, wireMyList, wireNumber, wireNumberMaybe, wirePart, wireText, wireTextMaybe, wireTime, type Walked } from './wire'

const statusOnWire: Record<ExamStatus, number> = { available: 1, passed: 2, failed: 3, expired: 5 }
const kindOnWire: Record<ExamKind, number> = { theory: 1, simulation: 2, practical: 3 }
/** How the calls about an exam name where it is taken (contract 8). */
export const originOnWire: Record<ExamOrigin, number> = { section: 1, planExam: 2, standalone: 3 }

/** What every call about an exam at its place says of it (contract 4.10); the learner is the session's. */
export function examFields(learner: Learner, place: ExamPlace): Fields {
  return {
    userId: learner.id, examPlanId: place.examId, paperId: place.paperId, examType: originOnWire[place.origin], otherContentId: placeIdOf(place),
    contentId: place.origin === 'section' ? place.itemId : undefined,
  }
}

/** Fields as a body says them: what there is not is absent (contract 4.10). */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}

/** The kind of an exam; one we do not know is taken as theory, for a paper is all that can be begun here: the platform has the last word over that. */
export const wireExamKind = wireEnum('examType', { 1: 'theory', 2: 'simulation', 3: 'practical' }, 'theory').transform((kind: string): ExamKind => (kind === 'unknown' ? 'theory' : (kind as ExamKind)))
const wireStatus = wireEnum('cannotanswer', { 1: 'available', 2: 'passed', 3: 'failed', 5: 'expired' }, 'unsaid').transform((status: string): ExamStatus | null => (status === 'unsaid' || status === 'unknown' ? null : (status as ExamStatus)))
const DEFAULT_TOTAL = 100
const UNLIMITED = 1
const EXHAUSTED_BY_LIMIT = 4
const EXHAUSTED_BY_END = 3
const attemptStates: Record<number, AttemptState> = { 4: 'pendingSubmit', 5: 'pendingUpload', 6: 'pendingReview' }

/** Whether something was passed: null when it is not said, or in a way that we do not know. */
export const wirePassed = wireEnum('passStatus', { 0: 'failed', 1: 'passed' }, 'unsaid').transform((status: string) => (status === 'passed' || status === 'failed' ? status === 'passed' : null))

/** The practical part that the fields name, null when they name none. */
export const practicalPartOf = (wire: { questionGroupActualId: string | null; examAnswerActualDetailId: string | null }): PracticalPart | null =>
  wire.questionGroupActualId && wire.examAnswerActualDetailId ? { groupId: wire.questionGroupActualId, detailId: wire.examAnswerActualDetailId } : null

/** What a pass status says: a platform that has no word for `not tried` or `not graded yet` says 0 without a score. */
export const passedOf = ({ score, passStatus }: { score: number | null; passStatus: boolean | null }) => (score === null && passStatus === false ? null : passStatus)

const wireFlag = wireNumberMaybe.transform((flag) => flag === 1)

const examRow = z
  .object({ id: wireId, title: wireText, startTime: wireTime, endTime: wireTime, examType: wireExamKind, score: wireNumberMaybe, passStatus: wirePassed, companyName: wireText, subjectName: wireText, running: wireExtra(wireFlag, false), pendingReview: wireExtra(wireFlag, false), useNumber: wireExtra(wireNumberMaybe, null), attemptsLeft: wireExtra(wireNumberMaybe, null) })
  .transform((wire): ExamRow => ({
    id: wire.id, title: wire.title, kind: wire.examType, startsAt: wire.startTime, endsAt: wire.endTime, score: wire.score,
    companyName: wire.companyName, subjectName: wire.subjectName, isRunning: wire.running, attemptsUsed: wire.useNumber, attemptsLeft: wire.attemptsLeft, outcome: wire.pendingReview ? 'pendingReview' : outcomeOf(wire.score, passedOf(wire), null),
  }))

/** My exams in one status, of one kind or all, found by title (E1; `languageType` is ours). */
export function listExams(learner: Learner, { status, kind, title, page, size, isWalked }: MyExamsView & Walked): Promise<MyList<ExamRow, ExamStatus>> {
  const query = {
    queryType: statusOnWire[status], userId: learner.id, examTitle: title, typeSort: kind === 'all' ? undefined : kindOnWire[kind], subjectId: undefined,
    current: page, size, total: 0, languageType: languageOnWire[learner.locale],
  }
  return training.get(learner, 'train/examPlanApp/queryPage', query, wireMyList(examRow, { page, size, isWalked }))
}

/** How many of my exams are in each status, of a kind, with a title (E1). */
export function countExams(learner: Learner, view: MyExamsView, list: MyList<unknown, ExamStatus>): Promise<Partial<Record<ExamStatus, number>>> {
  return countByFilter(examStatuses, { shown: view.status, list }, (status) => listExams(learner, { ...view, status, page: 1, size: 1 }))
}

const wireAttempt = z.object({
  id: wireIdMaybe, instanceId: wireIdMaybe, answerId: wireText, score: wireNumberMaybe, passStatus: wirePassed, answerStatus: wireNumberMaybe,
  startTime: wireTime, finishTime: wireTime, endTime: wireTime, questionGroupActualId: wireIdMaybe, examAnswerActualDetailId: wireIdMaybe, number: wireExtra(wireNumberMaybe, null),
})
type WireAttempt = z.output<typeof wireAttempt>

function attemptState({ answerStatus, finishTime, endTime, score }: WireAttempt): AttemptState {
  const named = answerStatus === null ? undefined : attemptStates[answerStatus]
  // A platform without a word for `none yet` gives a running attempt the score 0.
  if (finishTime === null && endTime === null && (named === 'pendingSubmit' || (named === undefined && score === null))) return 'running'
  return named ?? (score === -1 ? 'pendingReview' : 'finished')
}

/** Told neither a state nor an end, and scored 0, which some platforms write for `none yet`. */
const isUnsure = ({ answerStatus, finishTime, endTime, score }: WireAttempt) => answerStatus === null && finishTime === null && endTime === null && score === 0

const momentOf = ({ startTime, finishTime, endTime }: WireAttempt) => Date.parse(startTime ?? finishTime ?? endTime ?? '')

/** Newest first: by their numbers where each has one, since a simulation may have begun before that of an earlier attempt; else by their times, or as they come where one has none. */
function newestFirst(wires: WireAttempt[]): WireAttempt[] {
  const numbers = wires.every(({ number }) => number !== null)
  const times = !wires.some((wire) => Number.isNaN(momentOf(wire)))
  return wires.toSorted((one, other) => (numbers && Number(other.number) - Number(one.number)) || (times && momentOf(other) - momentOf(one)) || 0)
}

/** By what the platform says it is now, how far its clock is ahead of ours, in milliseconds; null where it does not say, as one that does not know our exam protocol. */
const wireAhead = ownMoment.transform((now) => (now === null ? null : now - Date.now()))

/** The minute in which answers are taken after a hand-in by the platform, as by one that knows our exam protocol, and what that hand-in may take itself. */
const LATE_MS = 70_000

/** How long last answers may still come of an attempt that has just ended and has no result yet; null of any other. */
function lateMsOf(attempt: Attempt, aheadMs: number | null): number | null {
  const { state, score, outcome, finishedAt } = attempt
  if (aheadMs === null || state !== 'finished' || score !== null || outcome !== null || finishedAt === null) return null
  const overMs = Date.now() + aheadMs - Date.parse(finishedAt)
  return Math.abs(overMs) < LATE_MS ? LATE_MS - Math.max(0, overMs) : null
}

function withLateMs(attempt: Attempt, aheadMs: number | null): Attempt {
  const lateMs = lateMsOf(attempt, aheadMs)
  return lateMs === null ? attempt : { ...attempt, lateMs }
}

/** What decides over the attempts of an exam; `aheadMs` as `wireAhead` gives it. */
type Deciding = { kind: ExamKind; passScore: number | null; answerMinutes: number; aheadMs: number | null }

/** Whether a paper that began then may be under way, as far as its minutes tell. */
function isInTime({ startTime }: WireAttempt, { kind, answerMinutes, aheadMs }: Deciding): boolean {
  const ranMs = Date.now() + (aheadMs ?? 0) - Date.parse(startTime ?? '')
  return kind === 'theory' && ranMs < answerMinutes * 60_000
}

/** The attempts of an exam, newest first; their numbers count from the oldest. Only to papers last answers come. */
function attemptsOf(given: WireAttempt[], deciding: Deciding): Attempt[] {
  const wires = newestFirst(given)
  const { kind, passScore, aheadMs } = deciding
  return wires.map((wire, index): Attempt => {
    const state = attemptState(wire)
    const waits = state === 'pendingReview'
    return withLateMs({
      id: wire.id ?? wire.instanceId ?? wire.answerId, answerId: wire.answerId, number: wire.number ?? wires.length - index, score: state === 'running' ? null : waits ? -1 : wire.score, state,
      ...(isUnsure(wire) && { isUnsure: true, ...(isInTime(wire, deciding) && { mayRun: true }) }),
      outcome: state === 'running' ? null : outcomeOf(waits ? -1 : wire.score, passedOf(wire), passScore),
      startedAt: wire.startTime, finishedAt: wire.finishTime ?? wire.endTime,
      practical: practicalPartOf(wire),
    }, kind === 'theory' ? aheadMs : null)
  })
}

const switchInfo = z
  .object({ switchScreenType: wireNumber(1), switchScreenNumber: wireNumberMaybe, switchScreenTime: wireNumberMaybe })
  .transform(({ switchScreenType: type, switchScreenNumber, switchScreenTime }): SwitchLimits => ({
    count: type === 2 || type === 4 ? switchScreenNumber : null, seconds: type === 3 || type === 4 ? switchScreenTime : null,
  }))

/** An exam as it is told, with how far the platform's clock, which decides over its window, is ahead of ours. */
export type ToldExam = ExamDetail & { aheadMs: number | null }

const examDetail = z
  .object({
    id: wireIdMaybe, title: wireText, examType: wireExamKind, subjectName: wireText, companyName: wireText, totalScore: wireNumberMaybe, passScore: wireNumberMaybe, totalQuestionNum: wireNumber(),
    totalQuestionGroupActualCount: wireNumber(), answerTime: wireNumber(), answerRuleType: wireNumberMaybe, answerNumber: wireNumberMaybe, useNumber: wireNumber(), matters: wireHtml,
    paperId: wireText, testRequestId: wireIdMaybe, sectionId: wireIdMaybe, useRecord: wireList(wireAttempt), startTime: wireTime, endTime: wireTime, cannotanswer: wireStatus,
    ticket: wireExtra(wireTextMaybe, null), reportedRequestId: wireExtra(wireIdMaybe, null), switchInfo: wireExtra(switchInfo.nullish(), null), extraTimeFactor: wireExtra(wireNumber(1), 1), serverNow: wireAhead,
  })
  .transform(({ serverNow: aheadMs, ...wire }): Omit<ToldExam, 'id'> & { id: string | null } => ({
    id: wire.id, title: wire.title, kind: wire.examType, subjectName: wire.subjectName, companyName: wire.companyName, totalScore: wire.totalScore || DEFAULT_TOTAL, passScore: wire.passScore ?? 0,
    questionCount: wire.totalQuestionNum, practicalGroupCount: wire.totalQuestionGroupActualCount, answerMinutes: wire.answerTime,
    attemptsAllowed: wire.answerRuleType === UNLIMITED ? null : wire.answerNumber, ...(wire.answerRuleType !== UNLIMITED && wire.answerNumber === null && { isLimitUntold: true as const }), attemptsUsed: wire.useNumber, matters: wire.matters, paperId: wire.paperId, sectionId: wire.sectionId,
    simulation: wire.testRequestId ? { requestId: wire.testRequestId, ticket: wire.ticket } : null, reportedRequestId: wire.reportedRequestId, status: wire.cannotanswer, startsAt: wire.startTime, endsAt: wire.endTime,
    switches: wire.switchInfo ?? null, extraTimeFactor: wire.extraTimeFactor, attempts: attemptsOf(wire.useRecord, { kind: wire.examType, passScore: wire.passScore, answerMinutes: wire.answerTime, aheadMs }), aheadMs,
  }))

const SCOPE_PRACTICAL = 4
const SCOPE_OTHER = 3

/** Less time than any call has, for who cannot wait so long. */
type Within = { timeoutMs?: number }

type WhichExam = { examId: string; placeId?: string | null } & Within

function askExam(learner: Learner, { examId, placeId, ...within }: WhichExam, scope: number) {
  const query = { userId: learner.id, examPlanId: examId, otherContentId: placeId, examType: scope, languageType: languageOnWire[learner.locale] }
  return training.get(learner, 'train/examPlanApp/info', query, examDetail.nullable(), within)
}

/** An exam before it is begun, with the learner's attempts (E4); null when the tenant has none of this id. `placeId` as `placeIdOf` gives it. */
export async function getExam(learner: Learner, { kind, ...which }: WhichExam & { kind: ExamKind | null }): Promise<ToldExam | null> {
  const told = await askExam(learner, which, kind === 'practical' ? SCOPE_PRACTICAL : SCOPE_OTHER)
  // Who does not know the kind may mean a practical exam, which some platforms find only when it is asked for as such.
  const found = told ?? (kind === null ? await askExam(learner, which, SCOPE_PRACTICAL) : null)
  if (found) noteExam(learner, { ...found, examId: which.examId })
  return found && { ...found, id: found.id ?? which.examId }
}

const playerStates = { 0: 'notStarted', 1: 'passed', 2: 'inProgress', 3: 'failed' } as const

const playerExam = z
  .object({
    id: wireId, examinationName: wireText, examinationType: wireExamKind, sumTopic: wireNumber(), sumNum: wireNumber(), maxNum: wireNumberMaybe, limitType: wireNumber(), limitEnd: wireNumber(),
    adopt: wireEnum('adopt', playerStates, 'notStarted'), maxScore: wireNumberMaybe, paper: wirePart(z.object({ id: wireText, answerTime: wireNumber() })), testRequestId: wireIdMaybe,
    sectionId: wireIdMaybe, lists: wireList(wireAttempt), passScore: wireNumberMaybe, totalScore: wireNumberMaybe, ticket: wireExtra(wireTextMaybe, null), reportedRequestId: wireExtra(wireIdMaybe, null),
    switchInfo: wireExtra(switchInfo.nullish(), null), startTime: wireExtra(wireTime, null), endTime: wireExtra(wireTime, null), extraTimeFactor: wireExtra(wireNumber(1), 1), serverNow: wireAhead,
  })
  .transform(({ serverNow: aheadMs, ...wire }): PlayerExam => ({
    id: wire.id, name: wire.examinationName, kind: wire.examinationType, paperId: wire.paper?.id ?? '', questionCount: wire.sumTopic, answerMinutes: wire.paper?.answerTime ?? 0,
    attemptsUsed: wire.sumNum, attemptsAllowed: wire.maxNum || null, passScore: wire.passScore, totalScore: wire.totalScore || DEFAULT_TOTAL, bestScore: wire.maxScore, state: wire.adopt,
    isExhausted: wire.limitType === EXHAUSTED_BY_LIMIT || wire.limitEnd === EXHAUSTED_BY_END,
    simulation: wire.testRequestId ? { requestId: wire.testRequestId, ticket: wire.ticket } : null, reportedRequestId: wire.reportedRequestId, sectionId: wire.sectionId, switches: wire.switchInfo ?? null,
    // Without a clock beside it nobody knows what a platform may mean by them here.
    startsAt: aheadMs === null ? null : wire.startTime, endsAt: aheadMs === null ? null : wire.endTime, extraTimeFactor: wire.extraTimeFactor, aheadMs,
    attempts: attemptsOf(wire.lists, { kind: wire.examinationType, passScore: wire.passScore, answerMinutes: wire.paper?.answerTime ?? 0, aheadMs }),
  }))
  .nullable()

async function noted(learner: Learner, asked: Promise<PlayerExam | null>): Promise<PlayerExam | null> {
  const exam = await asked
  if (exam) noteExam(learner, { examId: exam.id, kind: exam.kind, title: exam.name })
  return exam
}

/** The exam of a section as the player shows it (C7); null when there is none. */
export function getSectionExam(learner: Learner, { kind, sectionId, itemId, ...within }: { kind: EnrolmentKind; sectionId: string; itemId: string | null } & Within): Promise<PlayerExam | null> {
  const query = { sectionId, contentId: itemId, queryExamType: kindNumber[kind], languageType: languageOnWire[learner.locale] }
  return noted(learner, training.get(learner, 'train/app/courseChapter/selectSectionTestBySectionId', query, unwrapped(playerExam), within))
}

/** The paper of a simulation section (C7); null where it has none, which a platform may also say with a no, or with what is no exam (contract 4.7). */
export function getSectionPaper(learner: Learner, which: { kind: EnrolmentKind; sectionId: string; itemId: string | null }): Promise<PlayerExam | null> {
  return getSectionExam(learner, which).catch((error: unknown) => {
    if (error instanceof TrainingError && (isNo(error) || error.code === 'malformed')) return null
    throw error
  })
}

/** An exam that is an item of a plan (C8); null when there is none. */
export function getPlanExam(learner: Learner, { itemId, ...within }: { itemId: string } & Within): Promise<PlayerExam | null> {
  return noted(learner, training.get(learner, 'train/content/getPlanExaminationByContentid', { id: itemId, languageType: languageOnWire[learner.locale] }, unwrapped(playerExam), within))
}

/** An exam as the player shows it at its place: of a section, or an item of a plan; null when there is none. */
export async function getPlayerExam(learner: Learner, { kind, sectionId, itemId }: { kind: EnrolmentKind; sectionId: string | null; itemId: string | null }): Promise<PlayerExam | null> {
  if (sectionId) return getSectionExam(learner, { kind, sectionId, itemId })
  return itemId ? getPlanExam(learner, { itemId }) : null
}
