import type { ExamPlace } from './attempts'
import { DAY_MS } from './china-time'
import { longListSize } from './paging'
import type { SafeHtml } from './rich-text'

/** The tabs of my exams in their order (spec 2 §2.1). */
export const examStatuses = ['available', 'passed', 'failed', 'expired'] as const
export type ExamStatus = (typeof examStatuses)[number]
export const examKinds = ['theory', 'simulation', 'practical'] as const
export type ExamKind = (typeof examKinds)[number]
export const examFilters = ['all', ...examKinds] as const

/** What of my exams is shown; all of it stands in the address. */
export type MyExamsView = { status: ExamStatus; kind: (typeof examFilters)[number]; title: string; page: number; size: number }

/** The part of a view that the address must say. */
export function myExamsQuery({ status, kind, title, page, size }: Partial<MyExamsView>): Record<string, string | number | undefined> {
  return {
    state: status === 'available' ? undefined : status,
    kind: kind === 'all' ? undefined : kind,
    name: title || undefined,
    page: page === 1 ? undefined : page,
    size: size === longListSize ? undefined : size,
  }
}

/** An exam in my list. Times are ISO 8601 with offset; the score is null when there is none, -1 while it waits for review. */
export type ExamRow = {
  id: string
  title: string
  kind: ExamKind
  startsAt: string | null
  endsAt: string | null
  score: number | null
  outcome: Outcome | null
  companyName: string
  subjectName: string
  /** An attempt of it goes on. */
  isRunning: boolean
  /** Null when the platform does not say it in the list. */
  attemptsUsed: number | null
  /** Null without a limit, and when the platform does not say it in the list. */
  attemptsLeft: number | null
}

export type ExamWindow = 'upcoming' | 'open' | 'ended'

/** Whether an exam can be begun at a moment (milliseconds since 1970): start ≤ now < end; without a limit that side is open. */
export function examWindow({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }, now: number): ExamWindow {
  if (startsAt !== null && now < Date.parse(startsAt)) return 'upcoming'
  return endsAt !== null && now >= Date.parse(endsAt) ? 'ended' : 'open'
}

/** The end of an exam that may cut an attempt short, on a page that stays open for a day; null where there is time enough, or none any more. */
export function endOfAttempts({ endsAt, answerMinutes }: Pick<ExamDetail, 'endsAt' | 'answerMinutes'>, now: number): string | null {
  const left = endsAt === null ? Infinity : Date.parse(endsAt) - now
  return left > 0 && left < answerMinutes * 60_000 + DAY_MS ? endsAt : null
}

/** An exam with the window that its address has from the list (`told`), where the platform says neither end of it with the exam. */
export function withWindow<Exam extends Pick<ExamDetail, 'startsAt' | 'endsAt'>>(exam: Exam, told: Pick<ExamDetail, 'startsAt' | 'endsAt'>): Exam {
  return exam.startsAt === null && exam.endsAt === null ? { ...exam, startsAt: told.startsAt, endsAt: told.endsAt } : exam
}

export type Outcome = 'passed' | 'failed' | 'pendingReview'
/** `running`: not handed in, so that it can be gone on with. */
export type AttemptState = 'running' | 'pendingSubmit' | 'pendingUpload' | 'pendingReview' | 'finished'

/** The practical part of an attempt, as its address names it. */
export type PracticalPart = { groupId: string; detailId: string }

/** One sitting of an exam. */
export type Attempt = {
  id: string
  answerId: string
  /** 1 for the learner's first. */
  number: number
  score: number | null
  state: AttemptState
  /** Nothing but a score of 0 says that it is finished: it may as well have only begun, and be under way (`mayRun`) where that is no longer ago than a paper takes. */
  isUnsure?: true
  mayRun?: true
  outcome: Outcome | null
  startedAt: string | null
  finishedAt: string | null
  practical: PracticalPart | null
  /** For so many milliseconds from now last answers may be on their way from another device; whoever asks how it went has the platform take no more of them. */
  lateMs?: number
}

/** A simulation's launch: what its address names. */
export type SimulationLaunch = { requestId: string; ticket: string | null }
/** A launch of a simulation exam as the browser knows it. */
export type ExamLaunched = { requestId: string; address: string }

/** The rule of screen switches that an exam has; null limits do not apply. */
export type SwitchLimits = { count: number | null; seconds: number | null }

/** An exam before it is begun. */
export type ExamDetail = {
  id: string
  title: string
  kind: ExamKind
  subjectName: string
  companyName: string
  totalScore: number
  passScore: number
  questionCount: number
  practicalGroupCount: number
  /** With the learner's extra time. */
  answerMinutes: number
  /** 1 without extra time. */
  extraTimeFactor: number
  /** How many attempts there are; null without a limit, and where there may be one that is not told: the platform alone can refuse an attempt then. */
  attemptsAllowed: number | null
  isLimitUntold?: true
  attemptsUsed: number
  matters: SafeHtml | null
  paperId: string
  sectionId: string | null
  simulation: SimulationLaunch | null
  /** A launch that has reported in time what still waits to be handed in, where the exam is over; null without. */
  reportedRequestId: string | null
  /** Null when the platform says it in the list only. */
  status: ExamStatus | null
  startsAt: string | null
  endsAt: string | null
  /** Null when the platform does not tell before the start. */
  switches: SwitchLimits | null
  /** Newest first. */
  attempts: Attempt[]
}

/** The clock that decides over an exam: the platform's where it is told, else our server's. */
export type ExamNow = {
  /** At the rendering, in milliseconds since 1970. */
  serverNow: number
  /** How far it is ahead of our server's, in milliseconds; null where the platform tells no clock of its own. */
  aheadMs: number | null
  /** When the learner's login is over, by the same clock. */
  loginEndsAt: number
}

/** How many attempts are left; null without a limit. */
export function attemptsLeft({ attemptsAllowed, attemptsUsed }: Pick<ExamDetail, 'attemptsAllowed' | 'attemptsUsed'>): number | null {
  return attemptsAllowed === null ? null : Math.max(0, attemptsAllowed - attemptsUsed)
}

/** The attempt that goes on, null when none does. */
export function runningAttempt(attempts: readonly Attempt[]): Attempt | null {
  return attempts.find(({ state }) => state === 'running') ?? null
}

/** The attempt that a learner would go on with; where none is left to begin, also one that may be under way: the platform knows. */
export const attemptUnderWay = ({ kind, attempts, ...exam }: Pick<ExamDetail, 'kind' | 'attemptsAllowed' | 'attemptsUsed' | 'attempts'>): Attempt | null =>
  (kind === 'theory' && (runningAttempt(attempts) ?? (attemptsLeft(exam) === 0 && attempts.find(({ mayRun }) => mayRun)))) || null

export type StartVerdict =
  | { can: 'start' }
  | { can: 'continue'; attempt: Attempt }
  /** Why not: taken elsewhere, decided, or all attempts used. */
  | { can: 'not'; why: 'practical' | 'passed' | 'failed' | 'expired' | 'used' }

type Decided = Pick<ExamDetail, 'startsAt' | 'endsAt' | 'attemptsAllowed' | 'attemptsUsed' | 'attempts'>

/**
 * The status of an exam that attempts and the clock decide where the platform says none: passed, failed with the last attempt, or over;
 * null while it is open, and while an attempt waits for its review.
 */
export function decidedStatus(exam: Decided, now: number): ExamStatus | null {
  if (exam.attempts.some(({ outcome }) => outcome === 'passed')) return 'passed'
  if (exam.attempts.some(({ outcome }) => outcome === 'pendingReview')) return null
  if (attemptsLeft(exam) === 0 && exam.attempts.every(({ outcome, mayRun }) => outcome === 'failed' && !mayRun)) return 'failed'
  return examWindow(exam, now) === 'ended' ? 'expired' : null
}

/**
 * The status of an exam whose address has one from the list (`told`): that stands where the platform says none, but not what is called
 * available while the exam is over or no attempts are left, for an address may be an old one.
 */
export function statusOf(exam: Decided & Pick<ExamDetail, 'status'>, told: ExamStatus | null, now: number): ExamStatus | null {
  if (exam.status !== null) return exam.status
  const isOpen = examWindow(exam, now) !== 'ended' && attemptsLeft(exam) !== 0
  if (told !== null && (told !== 'available' || isOpen)) return told
  return decidedStatus(exam, now) ?? told
}

/**
 * Whether the start button is shown (spec 2 §2.2): it can be taken, attempts remain or are unlimited, and it is not practical; what is
 * running may always be continued.
 */
export function startVerdict(exam: Pick<ExamDetail, 'kind' | 'status' | 'attemptsAllowed' | 'attemptsUsed' | 'attempts'>): StartVerdict {
  const attempt = attemptUnderWay(exam)
  if (attempt && (attempt.state === 'running' || (exam.status ?? 'available') === 'available')) return { can: 'continue', attempt }
  if (exam.status !== null && exam.status !== 'available') return { can: 'not', why: exam.status }
  if (exam.kind === 'practical') return { can: 'not', why: 'practical' }
  return attemptsLeft(exam) === 0 ? { can: 'not', why: 'used' } : { can: 'start' }
}

/** Passed, failed or waiting for review; -1 wins over what the platform says, and that over the comparison (contract 8). */
export function outcomeOf(score: number | null, passed: boolean | null, passScore: number | null): Outcome | null {
  if (score === -1) return 'pendingReview'
  if (passed !== null) return passed ? 'passed' : 'failed'
  return score === null || passScore === null ? null : withoutCrumbs(score) >= withoutCrumbs(passScore) ? 'passed' : 'failed'
}

/** An attempt as addresses and calls name it; the paper and the answer may be missing in old addresses. */
export type AttemptPlace = Omit<ExamPlace, 'paperId'> & { paperId: string | null; attemptId: string; answerId: string | null; isSimulation: boolean }

/** The question with which an answer detail begins by the word of its address, 1 for the first; anything odd is the first. */
export function questionNumberOf(word: string | null): number {
  const number = Number(word)
  return Number.isInteger(number) && number >= 1 ? number : 1
}

/** What the calls about an exam name beside it: the plan item of a plan exam, the section of a section exam; null by itself (contract 4.10). */
export function placeIdOf({ origin, itemId, sectionId }: Pick<ExamPlace, 'origin' | 'itemId' | 'sectionId'>): string | null {
  return (origin === 'planExam' ? itemId : origin === 'section' ? sectionId : null) ?? null
}

export type SimulationScoreRow = { teachingPoint: string; task: string; score: number; isScored: boolean }

/** How an attempt went, also against others. */
export type ExamResult = {
  /** -1 while it waits for review. */
  score: number | null
  passScore: number
  totalScore: number
  outcome: Outcome | null
  submittedAt: string | null
  usedMs: number
  /** 0 to 1; null while nobody knows it. */
  accuracy: number | null
  ranking: number | null
  averageScore: number | null
  averageMs: number | null
  /** 0 to 1. */
  averageAccuracy: number | null
  isSimulation: boolean
  paperId: string | null
  rows: SimulationScoreRow[]
  /** What follows only some platforms tell. */
  kind: ExamKind | null
  practical: PracticalPart | null
  title: string | null
  startedAt: string | null
  attemptNumber: number | null
  /** The attempts allowed, without a limit those made. */
  attemptTotal: number | null
  /** How many learners the ranking counts. */
  learnerCount: number | null
  /** The number of the hand-in's receipt. */
  handInNumber: string | null
}

/** A figure without what binary fractions leave over: 17.9 + 0.7 is 18.6 and a hair less. */
export const withoutCrumbs = (value: number) => Number(value.toFixed(9))

/** Whole minutes and the seconds over, of milliseconds. */
export function minutesAndSeconds(ms: number): { minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}

/** One row of a practical score; rows nest. */
export type PracticalRow = { name: string; description: string; score: number; isScored: boolean; children: PracticalRow[] }
export type PracticalComment = { text: string; /** Seconds into the video; null without one. */ second: number | null }

/** How a practical attempt went. */
export type PracticalDetail = {
  outcome: Outcome | null
  /** -1 while it waits for review. */
  score: number | null
  content: string
  attemptNumber: number
  usedMs: number
  startedAt: string | null
  endedAt: string | null
  requirement: SafeHtml | null
  videoUrl: string | null
  reviewerName: string
  reviewedAt: string | null
  rows: PracticalRow[]
  comments: PracticalComment[]
  parameters: { name: string; value: string }[]
}

/** Seconds of `00:12:30`, `12:30` or `750`; null when it is no time. */
export function secondOf(text: string | null): number | null {
  if (!text || !/^\d{1,4}(?::\d{1,2}){0,2}$/.test(text.trim())) return null
  return text.trim().split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** The address of the external exam service for one launch (contract 4.7). */
export function simulationAddress(base: string, launch: SimulationLaunch, { learnerId, language }: { learnerId: string; language: string }, planId = '-1'): string {
  const url = new URL(base)
  const fields = { testRequestId: launch.requestId, userId: learnerId, learnType: '2', language, planId, ...(launch.ticket ? { ticket: launch.ticket } : {}) }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
