import type { ErrorCode, Problem } from '@/lib/domain/errors'
import { pageHeaders } from './page-learner'

/** What a door answered when it did not succeed; `message` is the platform's own text, if it gave one. */
export class BffError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string>
  readonly hasWords: boolean
  /** Whether our server was there to answer at all: in the words of a door, not a page of something in between. */
  readonly reached: boolean
  /** Whether nobody answered at all, as without a network, and not even something in between. */
  readonly isSilent: boolean
  constructor(code: ErrorCode, message?: string, fields: Record<string, string> = {}, reached = true, isSilent = false) {
    super(message ?? code)
    this.name = 'BffError'
    this.code = code
    this.fields = fields
    this.hasWords = Boolean(message)
    this.reached = reached
    this.isSilent = isSilent
  }
}

export type Query = Record<string, string | number | undefined | null>
type More = { signal?: AbortSignal; /** So long the call may take, 60 s unless told otherwise. */ longestMs?: number; keepalive?: boolean; /** Whosever page asks. */ anybody?: boolean }

/** What a call that brought nothing ended with: it was stopped, nothing came for too long, or something broke. */
function noAnswer(error: unknown): unknown {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'AbortError' ? error : new BffError(name === 'TimeoutError' ? 'timeout' : 'failed', undefined, {}, false, !(error instanceof SyntaxError))
}

/** A door's whole reply; a failure is a `BffError`. */
export async function ask(method: string, path: string, init: RequestInit & More = {}, query: Query = {}): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value))
  const text = search.toString()
  const { anybody = false, longestMs: _, ...given } = init
  let response: Response
  try {
    response = await fetch(`/api/${path}${text ? `?${text}` : ''}`, { ...given, method, credentials: 'same-origin', headers: { accept: 'application/json', ...(anybody ? {} : pageHeaders()), ...init.headers } })
  } catch (error) {
    throw noAnswer(error)
  }
  if (response.ok) return response
  const known = ((await response.json().catch(() => null)) as Problem | null)?.error
  throw new BffError(known?.code ?? (response.status === 401 ? 'expired' : 'failed'), known?.message, known?.fields, known?.code !== undefined)
}

/** Longer than a door waits for the platform; a network that says nothing would keep a call, and all behind it, for minutes. */
const LONGEST_CALL_MS = 60_000
/** So long may one that hands in the paper of a simulation: its door asks the platform several times in a row, twice for up to half a minute. */
export const PAPER_MS = 110_000

/** A signal that also gives up after so long; where a browser cannot join two, the caller's alone. */
function withLimit(signal: AbortSignal | null | undefined, ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  return !signal ? limit : 'any' in AbortSignal ? AbortSignal.any([signal, limit]) : signal
}

async function call<T>(method: string, path: string, init: RequestInit & More = {}, query: Query = {}): Promise<T> {
  const response = await ask(method, path, { ...init, ...((!init.keepalive || init.longestMs) && { signal: withLimit(init.signal, init.longestMs ?? LONGEST_CALL_MS) }) }, query)
  try {
    return (await response.json()) as T
  } catch (error) {
    // Every door answers JSON: what broke off, or came from something in between, says nothing of what was done.
    throw noAnswer(error)
  }
}

const json = (fields: unknown, more: More) => ({ ...more, body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } })

/** Our own server's doors; every failure is a `BffError`. */
export const bff = {
  get: <T>(path: string, query?: Query, more: More = {}) => call<T>('GET', path, more, query),
  post: <T>(path: string, fields: unknown = {}, more: More = {}) => call<T>('POST', path, json(fields, more)),
  put: <T>(path: string, fields: unknown = {}, more: More = {}) => call<T>('PUT', path, json(fields, more)),
  delete: <T>(path: string, query?: Query, more: More = {}) => call<T>('DELETE', path, more, query),
}
