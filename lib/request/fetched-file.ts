import 'server-only'
import { isHeadRefused } from '@/lib/domain/file-head'
import { Learner, type Who } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { EXPIRED_STATUSES, headersOf } from '@/lib/training/client'
import { leaveUnread } from './short-body'

/** So long a file may take to begin, which only has to be found; one out of a package takes longer where that is unpacked first. */
const HEAD_MS = Math.max(10_000, env.UPSTREAM_TIMEOUT_MS)
const PASSED_ON = ['range', 'if-range', 'if-none-match', 'if-modified-since']

/**
 * A file of the platform as a browser asked for it, or the part of it; throws when its head is not there in time. The body takes as long
 * as it takes: one of which nothing comes any more is ended by `fetch` itself. It comes unpacked, so that the length told is that of what comes.
 */
export async function fetchFile(request: Request, address: string, who: Who | null, headMs = HEAD_MS): Promise<Response> {
  const reply = await freshReplyTo(request, address, who, headMs)
  if (request.method !== 'HEAD' || !isHeadRefused(reply.status)) return reply
  leaveUnread(reply)
  return headOf(await freshReplyTo(new Request(request.url, { headers: { range: 'bytes=0-0' }, signal: request.signal }), address, who, headMs))
}

/** What HEAD would have told of a file, by the answer to GET of its first byte; words in its place stay as they are. */
function headOf(reply: Response): Response {
  if (!reply.ok || reply.headers.get('content-type')?.includes('json')) return reply
  leaveUnread(reply)
  const headers = new Headers(reply.headers)
  if (reply.status === 206) {
    const length = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
    headers.delete('content-range')
    headers.delete('content-length')
    if (length) headers.set('content-length', length)
    headers.set('accept-ranges', 'bytes')
  }
  return new Response(null, { headers })
}

/** The reply; where the learner's token was replaced meanwhile, that to the new one. */
async function freshReplyTo(request: Request, address: string, who: Who | null, headMs: number): Promise<Response> {
  const token = who instanceof Learner ? who.token : ''
  const reply = await replyTo(request, address, who, headMs)
  // As with every call: a token that was replaced meanwhile is no end.
  if (!(who instanceof Learner) || !EXPIRED_STATUSES.includes(reply.status)) return reply
  const isReplaced = await who.replace(token).catch((error: unknown) => {
    leaveUnread(reply)
    throw error
  })
  if (!isReplaced) return reply
  leaveUnread(reply)
  return replyTo(request, address, who, headMs)
}

async function replyTo(request: Request, address: string, who: Who | null, headMs: number): Promise<Response> {
  const headers = new Headers(headersOf(who))
  for (const name of PASSED_ON) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  // Of a part `fetch` says so by itself.
  if (!headers.has('range')) headers.set('accept-encoding', 'identity')
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('no head in time', 'TimeoutError')), headMs)
  try {
    return await fetch(address, { method: request.method, headers, redirect: 'manual', cache: 'no-store', signal: AbortSignal.any([request.signal, late.signal]) })
  } finally {
    clearTimeout(timer)
  }
}
