/** What can go wrong between us and the training platform, as the browser is told. */
export const errorCodes = ['expired', 'forbidden', 'timeout', 'rejected', 'malformed', 'failed', 'missing', 'invalid', 'busy'] as const
export type ErrorCode = (typeof errorCodes)[number]

const final: readonly ErrorCode[] = ['rejected', 'forbidden', 'missing', 'invalid']
/** Whether the same call may succeed later, also one whose answer was garbled or never came (null); what was said no to stays refused. */
export function mayPass(code: ErrorCode | null): boolean {
  return code === null || !final.includes(code)
}

/** The body of every door that did not succeed: a code for the program, the platform's own words when it refused. */
export type Problem = { error: { code: ErrorCode; message?: string; fields?: Record<string, string> } }

/** The one table from error to HTTP status (architecture: the shape of a call). */
export const statusOf: Record<ErrorCode, number> = {
  expired: 401, forbidden: 403, missing: 404, invalid: 400, rejected: 409, busy: 429, malformed: 502, failed: 502, timeout: 504,
}

/** What became of something a page asked for: the answer, or why there is none. */
export type Settled<T> = { value: T; error?: undefined; words?: undefined } | { error: ErrorCode; value?: undefined; /** Why, as the platform says it; only where it understood the question and refuses it. */ words?: string }
