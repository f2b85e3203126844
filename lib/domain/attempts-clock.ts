import type { ClockReading } from './attempts'

/** The exam's clock on this device: the server's time tied to the device's own running clock, never to its calendar. All in milliseconds. */
export type ExamClock = {
  /** What the server's clock shows when the device's running clock shows 0. */
  serverAtZero: number
  deadline: number
  lateUntil: number
  /** How long the reading travelled: the error of the clock is at most half of it; infinite for a clock that no reading of now made, and without bound for one made since then by a reading that may be of any web's clock. */
  tripMs: number
  readAt: number
  /** The device's calendar minus its running clock, when last looked at: it moves when the device slept or was set. */
  calendarGap: number
}

/** A reading with when it was asked for and when it came, by the device's running clock, and the device's calendar then. */
export type TimedReading = { reading: ClockReading; sentAt: number; receivedAt: number; calendarAt: number }

/** How long queued answers are taken after the deadline when the platform does not say (contract 5.18). */
export const LATE_MS = 60_000

/** Until when answers are taken by a reading of the server's clock, in milliseconds since 1970; endless where it knows no deadline. */
export function lateEnd({ deadline, lateUntil }: ClockReading): number {
  return lateUntil ?? (deadline === null ? Number.POSITIVE_INFINITY : deadline + LATE_MS)
}

/** A worse reading is better than one this old. */
const GOOD_FOR_MS = 120_000
const SLEPT_MS = 2_000

/** The clock after a reading: a slow answer does not spoil a good clock, unless that has stood too long or the device slept since. */
export function clockAfter(before: ExamClock | null, { reading, sentAt, receivedAt, calendarAt }: TimedReading): ExamClock | null {
  const deadline = reading.deadline ?? before?.deadline
  if (deadline === undefined) return before
  const serverAtZero = reading.serverNow - (sentAt + receivedAt) / 2
  const slept = before !== null && hasSlept(before, receivedAt, calendarAt)
  // Without an end it is of whichever web was asked, whose clock need not be the one by which the end was told: it counts only as far as that may be wrong.
  const isOfAnyWeb = before !== null && reading.deadline === null
  if (isOfAnyWeb && !slept && Math.abs(serverAtZero - before.serverAtZero) > before.tripMs / 2) return before
  // Where nothing better is known it must do, until a reading with an end comes, however slow.
  const tripMs = isOfAnyWeb && (slept || before.tripMs >= Number.MAX_VALUE) ? Number.MAX_VALUE : Math.max(0, receivedAt - sentAt)
  const limits = { deadline, lateUntil: reading.lateUntil ?? (deadline === before?.deadline ? before.lateUntil : deadline + LATE_MS) }
  const keeps = before && tripMs > before.tripMs && receivedAt - before.readAt < GOOD_FOR_MS && !slept
  if (keeps) return { ...before, ...limits }
  return { ...limits, tripMs, readAt: receivedAt, serverAtZero, calendarGap: calendarAt - receivedAt }
}

/**
 * A clock for as long as the server cannot be asked, from an earlier reading and what the device's calendar says of the server's time now.
 * Any reading is better.
 */
export function standInClock({ deadline, lateUntil }: Pick<ClockReading, 'deadline' | 'lateUntil'>, { serverNow, now, calendarNow }: { serverNow: number; now: number; calendarNow: number }): ExamClock | null {
  if (deadline === null) return null
  return { deadline, lateUntil: lateUntil ?? deadline + LATE_MS, tripMs: Number.POSITIVE_INFINITY, readAt: now, serverAtZero: serverNow - now, calendarGap: calendarNow - now }
}

/** What the server's clock shows now, in milliseconds since 1970. */
export function serverTime(clock: ExamClock, now: number): number {
  return clock.serverAtZero + now
}

/** How much time is left, never below 0. */
export function remainingMs(clock: ExamClock, now: number): number {
  return Math.max(0, clock.deadline - serverTime(clock, now))
}

/** Whether the running clock cannot be trusted any more: it stood still while the device slept, or the calendar was set. */
export function hasSlept({ calendarGap }: ExamClock, now: number, calendarNow: number): boolean {
  return Math.abs(calendarNow - now - calendarGap) > SLEPT_MS
}

/** How long the device slept since the last look, by its calendar: 0 when it did not. */
export function sleptMs({ calendarGap }: Pick<ExamClock, 'calendarGap'>, now: number, calendarNow: number): number {
  const ms = calendarNow - now - calendarGap
  return ms > SLEPT_MS ? ms : 0
}

/** `hours:minutes:seconds` of what is left; a begun second counts as whole. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** When the learner is told how much is left, in minutes. */
export const warningMinutes = [30, 10, 5, 1] as const

/** The warning that is due when the time left went from one figure to another: the lowest mark passed, none at the start. */
export function warningDue(before: number | null, after: number): (typeof warningMinutes)[number] | null {
  if (before === null || after <= 0) return null
  const passed = warningMinutes.filter((minutes) => before > minutes * 60_000 && after <= minutes * 60_000)
  return passed.at(-1) ?? null
}
