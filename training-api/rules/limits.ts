/** Failed logins of one account before it is locked (contract 5.15). */
export const loginFailureLimit = 10

/** Seconds over which failed logins are counted, and for which an account is then locked. */
export const loginLockSeconds = 15 * 60

/** What is kept of an account's failed logins. */
export type LoginFailures = { failures: number; windowStartedAt: Date; lockedUntil: Date | null }

/** Whether an account is locked now. */
export function isLocked(kept: LoginFailures | undefined, now: Date): boolean {
  return kept?.lockedUntil != null && kept.lockedUntil > now
}

/** What is kept after one more failed login: the tenth within 15 minutes locks the account for 15 minutes. */
export function countFailure(kept: LoginFailures | undefined, now: Date): LoginFailures {
  const lockMs = loginLockSeconds * 1000
  const lockOver = kept?.lockedUntil != null && kept.lockedUntil <= now
  const fresh = !kept || lockOver || now.getTime() - kept.windowStartedAt.getTime() >= lockMs
  const failures = fresh ? 1 : kept.failures + 1
  return {
    failures,
    windowStartedAt: fresh ? now : kept.windowStartedAt,
    lockedUntil: failures >= loginFailureLimit ? new Date(now.getTime() + lockMs) : null,
  }
}

/** How often a visitor's address may ask within an hour whether a phone is known (contract 5.14). */
export function phoneChecksPerHour(demo: boolean): number {
  return demo ? 200 : 20
}

/** Seconds between two codes for one phone. */
export const codePauseSeconds = 60

/** Codes for one phone within a day. */
export const codesPerDay = 10

/** Codes for one phone at all tenants together, by the length of the window in seconds: people learn at few of them, and whoever asks for codes at twenty is none of them. */
export const codesEverywhere = [{ windowSeconds: 60, most: 3 }, { windowSeconds: 24 * 60 * 60, most: 20 }] as const

/** Largest avatar in bytes; the limit itself is too large (contract S18). */
export const avatarLimitBytes = 20 * 1024 * 1024

/** Longest phone and e-mail of a profile: whatever people are reached by. */
export const contactLengths = { phone: 40, email: 100 }
