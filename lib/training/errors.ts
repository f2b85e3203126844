import 'server-only'
import type { ErrorCode } from '@/lib/domain/errors'

/** The one error of every call to the training platform; `message` of a `rejected` one is the platform's own text for people. */
export class TrainingError extends Error {
  readonly code: ErrorCode
  /** The HTTP status of the platform's reply, 0 without one. */
  readonly status: number
  /** What a refusal carried beside its words. */
  readonly data: unknown
  /** Which fields of a form a refusal is about, and what is wrong with them; nothing where that cannot be told. */
  readonly fields: Record<string, string> | undefined
  constructor(code: ErrorCode, message: string, status = 0, cause?: unknown, data?: unknown, fields?: Record<string, string>) {
    super(message, { cause })
    this.data = data
    this.fields = fields
    this.name = 'TrainingError'
    this.code = code
    this.status = status
  }
}

/** A reply that nobody can read, whatever its status: a page of a gateway's, half of one, or more than a web holds. It says neither yes nor no to what was asked. */
export class UnreadableReply extends TrainingError {
  constructor(what: string, status = 0) {
    super('malformed', what, status)
  }
}

/** A reply that is more than a web holds: of a list, fewer may be asked for. */
export class TooLargeReply extends UnreadableReply {}

/** The `TrainingError` in something that was thrown, or null. */
export function trainingErrorOf(thrown: unknown): TrainingError | null {
  return thrown instanceof TrainingError ? thrown : null
}

/** The status by which the platform, or a gateway before it, says that too much is asked. */
export const TOO_MANY = 429

/** Whether nothing was done because too much was asked for, of us or of the platform, whatever people are told of it: the same may succeed a little later. */
export const isTooMuch = ({ code, status }: TrainingError): boolean => code === 'busy' || status === TOO_MANY

const FIELD_VALIDATION = 400
/** How ours begins when a value fits no shape, and all it says of what it cannot read at all; neither is a word to people. */
const UNFIT = [/^\u53c2\u6570\u4e0d\u6b63\u786e/, /^\u8bf7\u6c42\u5185\u5bb9\u65e0\u6cd5\u89e3\u6790$/]

/** Whether the platform did not even look at what was asked, because a value is none it knows: its words name fields of its own. */
export function isUnfit(error: TrainingError): boolean {
  return error.code === 'rejected' && error.status === FIELD_VALIDATION && UNFIT.some((words) => words.test(error.message))
}

/** The status of a reply whose words are about what was asked, not about how. */
const UNDERSTOOD = 200
/** What words to people are written in, whatever the language of the learner (contract 1.3); a program's own are not. */
const FOR_PEOPLE = /\p{Script=Han}/u
/** How frameworks begin, in that language too, when they say that a value is none (of an id, of a field): as little a word to people. */
const OF_VALUES = /^\u53c2\u6570/

/** Whether the platform has understood what was asked and says no, in words to people: some do so as if a field were wrong (contract 1.4). */
export function isRefusal(error: TrainingError): boolean {
  if (error.code !== 'rejected' || error.message === '') return false
  return error.status === UNDERSTOOD || (error.status === FIELD_VALIDATION && !isUnfit(error) && !OF_VALUES.test(error.message) && FOR_PEOPLE.test(error.message))
}

/** Takes what an address asked for and the platform cannot know, or does not have, as nothing there: `none`. Every other error stays one, since a platform in trouble refuses in words too. */
export function unfitAs<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof TrainingError && (error.code === 'missing' || isUnfit(error))) return none
    throw error
  }
}

/** Whether the platform itself has said no to what was asked, in words or without, or knows no such call or thing. */
export const isNo = ({ code, status }: TrainingError): boolean => ['missing', 'rejected'].includes(code) || (code === 'failed' && status === 200)

/**
 * Whether a call of a learner's that a platform may not have (an extension) is one that it does not have: it knows no such call, or a gateway
 * before it lets through only what it knows. Ours forbids none of these calls. A session that is over stays one.
 */
export const isNotOffered = (error: unknown): boolean => error instanceof TrainingError && ['missing', 'forbidden'].includes(error.code)

/** What the platform tells before a paper is asked for; null where it tells nothing. Where it cannot be asked, nothing is begun either. */
export function told<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((thrown: unknown) => {
    const error = trainingErrorOf(thrown)
    if (error !== null && (isNo(error) || isNotOffered(error))) return null
    // It is not the paper that could not be read, as behind a page that says that there is maintenance: that passes.
    throw error?.code === 'malformed' ? new TrainingError('failed', error.message, error.status, error) : thrown
  })
}

/**
 * Takes a visitor's call that a platform may not have as `none`: where it is not known, some gateways say so, and some want a login first.
 * Every other error stays one.
 */
export function unknownAs<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof TrainingError && ['missing', 'expired', 'forbidden'].includes(error.code)) return none
    throw error
  }
}
