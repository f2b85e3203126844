import 'server-only'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { TooLargeReply } from './errors'

export type Exchange = { method: string; headers: Record<string, string>; body?: string; timeoutMs: number; mostBytes?: number; signal?: AbortSignal; /** Whether it changes something, whatever its method. */ isWrite?: boolean }
export type Answer = { status: number; ok: boolean; text: string }

/** What is larger is a fault and not ours to hold in memory; texts of questions may hold pictures. */
export const MAX_REPLY_BYTES = 16 * 1024 * 1024
/** The notices come as one list with their whole texts (B1), some thousand of them. */
export const MAX_NOTICES_BYTES = 32 * 1024 * 1024
const kept = { keepAlive: true, maxSockets: 256, scheduling: 'lifo' } as const
const newAgents = () => ({ plain: new http.Agent(kept), sealed: new https.Agent(kept) })
/** What may take long waits for connections of its own: when everybody hands in at once, the others' answers must not stand behind them. */
const [agents, patientAgents] = [newAgents(), newAgents()]
const PATIENT_MS = 10_000

/** The platform said nothing within the time it has. */
export class LateReply extends Error {}

/**
 * One request to the platform and its whole reply as text, over a connection that is kept. A third of what `fetch` costs;
 * redirects are not followed. A reading call whose kept connection was closed under it is sent once more.
 */
export async function exchange(url: string, call: Exchange): Promise<Answer> {
  try {
    return await once(url, call)
  } catch (cause) {
    if (call.method === 'GET' && !call.isWrite && cause instanceof ClosedUnderUs) return once(url, call)
    throw cause instanceof ClosedUnderUs ? cause.cause : cause
  }
}

class ClosedUnderUs extends Error {}

function once(url: string, { method, headers, body, timeoutMs, mostBytes, signal }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const sealed = url.startsWith('https:')
    const own = timeoutMs >= PATIENT_MS ? patientAgents : agents
    let begun = false
    // Looked up at each call, so that tests can stand in between.
    const sent = (sealed ? https : http).request(url, { method, agent: sealed ? own.sealed : own.plain, headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) } }, (reply) => {
      begun = true
      readWhole(reply, mostBytes).then((text) => finish(() => resolve(answerOf(reply, text))), (cause) => finish(() => reject(cause as Error)))
    })
    // Said here as well: a request that still waits for a connection, or whose connection was taken from it, would tell nobody.
    const give = (cause: Error) => {
      sent.destroy(cause)
      finish(() => reject(cause))
    }
    const timer = setTimeout(() => give(new LateReply('timeout')), timeoutMs)
    const abort = () => give(signal?.reason as Error)
    signal?.addEventListener('abort', abort, { once: true })
    function finish(then: () => void) {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      then()
    }
    sent.once('error', (cause: NodeJS.ErrnoException) => {
      const closed = !begun && sent.reusedSocket && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')
      finish(() => reject(closed ? new ClosedUnderUs('closed', { cause }) : cause))
    })
    // Without an answer and without an error: a change of protocols that nobody asked for.
    sent.once('close', () => begun || finish(() => reject(new Error('the connection was closed without an answer'))))
    sent.end(body)
  })
}

function answerOf({ statusCode = 0 }: IncomingMessage, text: string): Answer {
  return { status: statusCode, ok: statusCode >= 200 && statusCode < 300, text }
}

function readWhole(reply: IncomingMessage, mostBytes = MAX_REPLY_BYTES): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    reply.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > mostBytes) reply.destroy(new TooLargeReply('reply too large', reply.statusCode))
      else chunks.push(chunk)
    })
    reply.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    reply.once('error', reject)
    // A reply that breaks off half way ends without an end.
    reply.once('close', () => reply.complete || reject(new Error('the reply broke off')))
  })
}
