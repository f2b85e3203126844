import { chinaMs } from './rules/china-time.ts'
import { messages } from './rules/messages.ts'

/** The envelope of every reply except the token's: code 0 is success (contract 1.3). */
export type Envelope<T> = { code: number; msg: string | null; data: T }

/** A business refusal as a value: HTTP 200 with code 1 and a text for people. */
export class Refused {
  readonly msg: string
  readonly data: unknown
  constructor(msg: string, data: unknown = null) {
    this.msg = msg
    this.data = data
  }
}

/** A call that ends with an HTTP status of its own (contract 1.4); thrown, so that a transaction is rolled back. */
export class CallError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 416 | 426 | 428 | 429 | 500
  readonly data: unknown
  constructor(status: CallError['status'], msg: string, data: unknown = null) {
    super(msg)
    this.status = status
    this.data = data
  }
}

/** The refusal a handler returns instead of data. */
export function refuse(msg: string, data: unknown = null): Refused {
  return new Refused(msg, data)
}

/** Success: code 0 around the data. */
export function ok<T>(data: T): Envelope<T> {
  return { code: 0, msg: null, data }
}

/** Failure: code 1 with a text for people. */
export function failed(msg: string, data: unknown = null): Envelope<unknown> {
  return { code: 1, msg, data }
}

/** 401: the token is unknown, over, or of another tenant. */
export function expired(): CallError {
  return new CallError(401, messages.tokenExpired, 'Full authentication is required to access this resource')
}

/** 403: not this learner's business. */
export function forbidden(): CallError {
  return new CallError(403, messages.forbidden)
}

/** 404: no such thing, or another tenant's. */
export function missing(): CallError {
  return new CallError(404, messages.notFound)
}

/** What a paged call was asked for: `current` counts from 1, `size` is at most 500 (contract 1.7). */
export type Paging = { current: number; size: number }

/** A page as the platform family sends it, with the fields nobody reads (contract 1.7, 6.4). */
export type Page<T> = {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
  orders: never[]
  optimizeCountSql: true
  hitCount: false
  countId: null
  maxLimit: null
  searchCount: true
}

/** The page of these records; `total` counts all of them, on whatever page. */
export function page<T>(records: T[], total: number, { current, size }: Paging): Page<T> {
  return {
    records,
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    orders: [],
    optimizeCountSql: true,
    hitCount: false,
    countId: null,
    maxLimit: null,
    searchCount: true,
  }
}

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai (contract 1.5); null stays null. */
export function wireTime(moment: Date): string
export function wireTime(moment: Date | null): string | null
export function wireTime(moment: Date | null): string | null {
  if (moment === null) return null
  return new Date(moment.getTime() + chinaMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** `yyyy-MM-dd` in Asia/Shanghai; null stays null. */
export function wireDate(moment: Date): string
export function wireDate(moment: Date | null): string | null
export function wireDate(moment: Date | null): string | null {
  return moment === null ? null : wireTime(moment).slice(0, 10)
}

/** The moment meant by `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai; undefined when it is none, or before the year 1, which no database knows. */
export function readWireTime(text: string): Date | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  if (!parts) return undefined
  const moment = new Date(`${parts[1]}T${parts[2]}+08:00`)
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1 || wireTime(moment) !== text ? undefined : moment
}

/** Progress as the wire writes it: `"45%"` (contract 1.5). */
export function wirePercent(percent: number): string {
  return `${percent}%`
}
