/** How long after a hand-in by the server answers are still taken, in milliseconds (contract 5.18). */
export const lateWindowMs = 60_000
/** How long after a screen switch limit is used up the server hands in, in milliseconds (contract 5.12). */
export const switchGraceMs = 10_000

export type ExamWindow = 'open' | 'upcoming' | 'ended'

/** Where the server's clock stands in an exam's window: start ≤ now < end (contract 5.11). */
export function examWindow({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): ExamWindow {
  if (now < startsAt) return 'upcoming'
  return now < endsAt ? 'open' : 'ended'
}

/** Whole minutes an attempt may take, with the learner's extra time; always at least one. A part of a minute is one, but not what binary fractions leave over. */
export function answerMinutesFor(minutes: number, extraTimeFactor: number): number {
  return Math.max(1, Math.ceil(Math.round(minutes * 60 * Math.max(1, extraTimeFactor)) / 60))
}

/** When an attempt ends: after the minutes that are told, and not after the window. */
export function deadlineOf({ startedAt, minutes, extraTimeFactor, endsAt }: { startedAt: Date; minutes: number; extraTimeFactor: number; endsAt: Date }): Date {
  const full = startedAt.getTime() + answerMinutesFor(minutes, extraTimeFactor) * 60_000
  return new Date(Math.min(full, endsAt.getTime()))
}

/** `residueTime` in milliseconds: the minutes shown less what is left, so that their difference is what is left (contract 4.10). */
export function residueMs({ shownMinutes, deadlineAt, now }: { shownMinutes: number; deadlineAt: Date; now: Date }): number {
  return shownMinutes * 60_000 - Math.max(0, deadlineAt.getTime() - now.getTime())
}

export type StandingStatus = 'open' | 'pendingReview' | 'passed' | 'failed'
export type ExamStatus = 'available' | 'passed' | 'failed' | 'expired'

/** Under which tab an exam stands: what is neither passed nor failed is available until its window ends. */
export function examStatus(standing: StandingStatus, window: ExamWindow): ExamStatus {
  if (standing === 'passed' || standing === 'failed') return standing
  return window === 'ended' ? 'expired' : 'available'
}

/** Attempts left; null when there is no limit. */
export function attemptsLeft(allowed: number | null, used: number): number | null {
  return allowed === null ? null : Math.max(0, allowed - used)
}

/** How a learner stands at an exam now: what was failed is open again once more attempts are allowed than were used (contract 5.3). */
export function standingNow(stored: StandingStatus, allowed: number | null, used: number): StandingStatus {
  return stored === 'failed' && attemptsLeft(allowed, used) !== 0 ? 'open' : stored
}

/** How a learner stands at an exam after the attempts that have ended; what was passed stays passed. */
export function standingStatus({ before, passed, pendingReview, used, allowed, running }: {
  before: StandingStatus
  /** Whether one of them was passed. */
  passed: boolean
  /** Whether one of them waits for its review. */
  pendingReview: boolean
  used: number
  allowed: number | null
  running: boolean
}): StandingStatus {
  if (before === 'passed' || passed) return 'passed'
  if (pendingReview) return 'pendingReview'
  return allowed !== null && used >= allowed && !running ? 'failed' : 'open'
}
