import 'server-only'
import type { ZodType } from 'zod'
import { Learner, type Who } from '@/lib/domain/learner'
import { spread } from '@/lib/domain/spread'
import { env } from '@/lib/env'
import { log, scrubbed } from '@/lib/log'
import { watched } from '@/lib/operation/calls'
import { beginningOf } from './beginning'
import { TOO_MANY, TooLargeReply, TrainingError, trainingErrorOf, UnreadableReply } from './errors'
import { parseExactly } from './exact-json'
import { exchange, LateReply, MAX_REPLY_BYTES, type Answer } from './transport'

type Value = string | number | null | undefined | (string | number)[]
export type Fields = Record<string, Value>
type Sent = { query?: Fields; json?: unknown; form?: Fields; body?: FormData; headers?: Record<string, string>; timeoutMs?: number; mostBytes?: number; bare?: boolean; /** The reply is given with what it says to people, as for the few calls that refuse by `data` (contract 4.1). */ withWords?: boolean; signal?: AbortSignal; /** A GET that changes something: it is not sent once more when its connection was closed under it. */ isWrite?: boolean }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The statuses by which the platform says that a session is over, and the sentence by which it does whatever the status (contract 1.4). */
export const EXPIRED_STATUSES = [401, 424, 427]
export const EXPIRED = '\u7528\u6237\u51ed\u8bc1\u5df2\u8fc7\u671f'
const CLIENT_UNKNOWN = 401
const RETRY_PAUSE_MS = 400
/** The limit of calls that rightly take their time, and of those that may have happened when they are given up (contract 8). */
export const LONG_MS = Math.max(30_000, env.UPSTREAM_TIMEOUT_MS)
/** What some platforms send beside `code` instead of below `data`: a page (L1, V1, W2) and drawn questions (P5). */
const BESIDE_CODE = ['records', 'question']

/** The training platform, one method per kind of call; every answer is parsed, every failure is a `TrainingError`. */
export const training = {
  get: <T>(who: Who, path: string, query: Fields, reply: ZodType<T>, more: Sent = {}) => ask('GET', who, path, { ...more, query }, reply),
  /** A POST whose fields travel in the JSON body. */
  post: <T>(who: Who, path: string, json: unknown, reply: ZodType<T>, more: Sent = {}) => ask('POST', who, path, { ...more, json }, reply),
  put: <T>(who: Who, path: string, json: unknown, reply: ZodType<T>, more: Sent = {}) => ask('PUT', who, path, { ...more, json }, reply),
  delete: <T>(who: Who, path: string, query: Fields, reply: ZodType<T>, more: Sent = {}) => ask('DELETE', who, path, { ...more, query }, reply),
  /** The few calls that may travel either way carry their harmless fields in both (contract 1.7, qj). */
  postBoth: <T>(who: Who, path: string, fields: Fields, reply: ZodType<T>, more: Sent = {}) => ask('POST', who, path, { ...more, query: fields, json: fields }, reply),
  upload: <T>(who: Who, path: string, body: FormData, reply: ZodType<T>) => ask('POST', who, path, { body, timeoutMs: env.UPSTREAM_UPLOAD_TIMEOUT_MS }, reply),
  /** Any call, for the few that fit none of the above (the token calls). */
  ask,
}

function ask<T>(method: Method, who: Who | null, path: string, sent: Sent, reply: ZodType<T>): Promise<T> {
  return watched(`${method} ${callName(path)}`, (headers) => withLivingToken(who, () => answered(method, who, path, { ...sent, headers: { ...sent.headers, ...headers } }, reply)), (error) => trainingErrorOf(error)?.code ?? 'failed')
}

/** Calls, and once more where the token was replaced while it was on its way: with one that is over the platform does nothing, so nothing is done twice. */
async function withLivingToken<T>(who: Who | null, call: () => Promise<T>): Promise<T> {
  if (!(who instanceof Learner)) return call()
  const { token } = who
  try {
    return await call()
  } catch (error) {
    if (trainingErrorOf(error)?.code === 'expired' && (await who.replace(token))) return call()
    throw error
  }
}

/** Paths below which an id follows, in place of the name of a call. */
const BEFORE_IDS = /^(train\/subject|train\/app\/course|train\/examPlan\/simulationExamResult|admin\/user\/app\/userInfo|admin\/tenant\/(?:getByTenantId|findTenantExtInfo))\/(?!update$).+$/

/** A call's path without the ids that stand in some: the same for all calls of one kind. */
export function callName(path: string): string {
  return path.replace(/^\//, '').replace(BEFORE_IDS, '$1/:id')
}

async function answered<T>(method: Method, who: Who | null, path: string, sent: Sent, reply: ZodType<T>): Promise<T> {
  const url = addressOf(path, sent.query)
  let response = await send(method, who, url, sent, path)
  if (response.status === TOO_MANY && method === 'GET') {
    await new Promise((resolve) => setTimeout(resolve, spread(RETRY_PAUSE_MS)))
    response = await send(method, who, url, sent, path)
  }
  const data = open(response, path, sent)
  const parsed = reply.safeParse(data)
  if (parsed.success) return parsed.data
  log.warn({ call: callName(path), problems: parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`) }, 'the platform answered in an unknown form')
  throw new TrainingError('malformed', `${path} answered in an unknown form`, response.status)
}

function addressOf(path: string, query: Fields = {}): string {
  const clean = path.replace(/^\//, '')
  if (!/^[\w./-]+$/.test(clean) || clean.includes('..')) throw new TrainingError('invalid', `no such path: ${clean}`)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined && item !== null) search.append(name, String(item))
  }
  const text = search.toString()
  return `${env.UPSTREAM_BASE_URL}/${clean}${text ? `?${text}` : ''}`
}

/** A value that goes into a path: digits and letters only, so that it can never leave its segment. */
export function pathPart(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new TrainingError('missing', 'no such thing')
  return id
}

async function send(method: Method, who: Who | null, url: string, sent: Sent, path: string): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json', ...headersOf(who), ...sent.headers }
  let body: string | undefined
  if (sent.form) {
    body = new URLSearchParams(Object.entries(sent.form).map(([name, value]) => [name, String(value ?? '')])).toString()
    headers['content-type'] = 'application/x-www-form-urlencoded;charset=UTF-8'
  } else if (sent.json !== undefined) {
    body = JSON.stringify(sent.json)
    headers['content-type'] = 'application/json'
  }
  const timeoutMs = sent.timeoutMs ?? env.UPSTREAM_TIMEOUT_MS
  try {
    // What a learner is told is kept nowhere; what everybody is told may be part of a page that is cached, which is fetch's.
    if (!sent.body && (who instanceof Learner || method !== 'GET')) return await exchange(url, { method, headers, body, timeoutMs, mostBytes: sent.mostBytes, signal: sent.signal, isWrite: sent.isWrite })
    const signals = [AbortSignal.timeout(timeoutMs), ...(sent.signal ? [sent.signal] : [])]
    const response = await fetch(url, { method, headers, body: sent.body, redirect: 'manual', cache: method === 'GET' ? 'default' : 'no-store', signal: AbortSignal.any(signals) })
    return { status: response.status, ok: response.ok, text: await read(response, sent.mostBytes) }
  } catch (cause) {
    if (cause instanceof TrainingError) throw cause
    throw unreachable(cause, path)
  }
}

/** The headers that say who asks (contract 1.2): the bearer token and the tenant, or the tenant and where a visitor comes from. */
export function headersOf(who: Who | null): Record<string, string> {
  if (!who) return {}
  if (who instanceof Learner) return { 'TENANT-ID': who.tenantId, Authorization: `Bearer ${who.token}` }
  return { 'TENANT-ID': who.tenantId, ...(who.address ? { 'X-Forwarded-For': who.address } : {}) }
}

function unreachable(cause: unknown, path: string): TrainingError {
  const late = cause instanceof LateReply || (cause instanceof DOMException && cause.name === 'TimeoutError')
  log.warn({ call: callName(path), cause: String(cause) }, late ? 'the platform did not answer in time' : 'the platform cannot be reached')
  return new TrainingError(late ? 'timeout' : 'failed', late ? 'timeout' : 'unreachable', 0, cause)
}

/** What is said to people is a sentence or a few; of more its beginning is shown and written down. */
const MOST_WORDS = 500
/** The platform's own words, empty where it has none. */
export const wordsOf = (said: unknown) => (typeof said === 'string' ? beginningOf(said, MOST_WORDS) : '')

/** The platform's words as they may be written down, undefined where it has none: struck out before they are cut, since half of a secret would not be known as one. */
const loggedWords = (said: unknown) => wordsOf(typeof said === 'string' && scrubbed(said)) || undefined

const COUNTED_FROM = 1024 * 1024
const MAX_VALUES = 1_500_000
/** Statuses that say of a login all that is to be said (contract 1.4): who we are is not known, it is refused, it wants a captcha, or we ask too often. */
const SPEAKS_FOR_ITSELF = [CLIENT_UNKNOWN, 426, 428, TOO_MANY]
const [COMMA, BRACKET, BRACE] = [',', '[', '{'].map((letter) => letter.charCodeAt(0))

/** Whether a large reply holds more values than a web has memory for: read, each takes up to twenty times its length. Commas in texts count too. */
function holdsTooMuch(text: string): boolean {
  if (text.length < COUNTED_FROM) return false
  let count = 0
  for (let at = 0; at < text.length && count <= MAX_VALUES; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === COMMA || letter === BRACKET || letter === BRACE) count += 1
  }
  return count > MAX_VALUES
}

function open(response: Answer, path: string, { bare = false, withWords = false }: Sent): unknown {
  const { text } = response
  let body: unknown
  if (holdsTooMuch(text)) throw new TooLargeReply('too many values', response.status)
  try {
    body = text === '' ? null : parseExactly(text)
  } catch {
    log.warn({ call: callName(path), status: response.status }, 'the platform answered with something other than JSON')
    // The status speaks for itself, also beside a page of some gateway's; but what says nothing of a login refuses none.
    if (response.ok || (bare && !SPEAKS_FOR_ITSELF.includes(response.status) && response.status < 500)) throw new UnreadableReply('not JSON', response.status)
    body = null
  }
  const envelope = body && typeof body === 'object' && !Array.isArray(body) ? (body as { code?: unknown; msg?: unknown; message?: unknown; data?: unknown }) : null
  const message = wordsOf(envelope?.msg)
  const status = response.status
  if (EXPIRED_STATUSES.includes(status) || message === EXPIRED) {
    // 401 on the token call is about our client id, an operator's error (contract 1.4).
    if (bare && status === CLIENT_UNKNOWN && message !== EXPIRED) {
      log.error({ call: callName(path), status, message }, 'the platform refuses our client id')
      throw new TrainingError('failed', message, status)
    }
    throw new TrainingError('expired', message, status)
  }
  if (status === 403 || Number(envelope?.code) === 403) throw new TrainingError('forbidden', message, status)
  if (!response.ok) {
    if (status >= 500) log.error({ call: callName(path), status, message: loggedWords(envelope?.msg) }, 'the platform failed')
    throw new TrainingError(codeOf(status, message), status >= 500 ? '' : message, status)
  }
  if (bare && text === '') throw new UnreadableReply('nothing', status)
  if (bare) return body
  if (!envelope || !('code' in envelope)) throw new TrainingError('malformed', 'no envelope', status)
  const words = withWords ? message || wordsOf(envelope.message) : message
  // Not what merely counts as nothing (null, "", false, []): a write that answers so may not have happened.
  if (envelope.code !== 0 && envelope.code !== '0') throw new TrainingError(words ? 'rejected' : 'failed', words, status, undefined, envelope.data)
  const { data, ...beside } = envelope
  if (withWords) return { data, words }
  // Some platforms write an empty text for nothing (contract 1.5).
  return (data === '' ? null : data) ?? (BESIDE_CODE.some((name) => name in beside) ? beside : null)
}

function codeOf(status: number, message: string): 'missing' | 'busy' | 'rejected' | 'failed' {
  if (status === 404) return 'missing'
  // A gateway's limit says nothing of who asked too often, which need not be whoever is told (contract 1.4).
  if (status === TOO_MANY) return message ? 'busy' : 'failed'
  return [400, 409, 422, 426, 428].includes(status) ? 'rejected' : 'failed'
}

async function read(response: Response, mostBytes = MAX_REPLY_BYTES): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > mostBytes) throw new TooLargeReply('reply too large', response.status)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
