import 'server-only'
import { env } from '@/lib/env'

/** So long a file may take to begin, which only has to be found; one out of a package takes longer where that is unpacked first. */
const HEAD_MS = Math.max(10_000, env.UPSTREAM_TIMEOUT_MS)
const PASSED_ON = ['range', 'if-range', 'if-none-match', 'if-modified-since']

/**
 * A file of the platform as a browser asked for it, or the part of it; throws when its head is not there in time. The body takes as long
 * as it takes: one of which nothing comes any more is ended by `fetch` itself. It comes unpacked, so that the length told is that of what comes.
 */
export async function fetchFile(request: Request, address: string, who: Record<string, string>, headMs = HEAD_MS): Promise<Response> {
  const headers = new Headers(who)
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
