import 'server-only'
import type { ErrorCode } from '@/lib/domain/errors'
import type { Who } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { headersOf } from '@/lib/training/client'
import { filePathOf, isPackageFile } from '@/lib/training/files'
import { problem } from './door'
import { fetchFile } from './fetched-file'

const PASSED_BACK = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']
/** What a browser may show; everything else is offered as a download, so that no file of the platform ever runs as a page of ours. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|video\/|audio\/|text\/vtt|application\/pdf|application\/(?:vnd\.apple\.mpegurl|x-mpegurl))/i

const FILE_NAMES = /;\s*filename\*?\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";]+)/gi

/** How a browser is to treat a file. What the platform says counts for what may be shown; of anything else only its name. */
function dispositionOf(type: string, told: string | null): string | null {
  return SHOWN.test(type) ? told : `attachment${told?.match(FILE_NAMES)?.join('') ?? ''}`
}

/** Why there is no file, by the platform's status (contract 1.4). */
function codeOf(status: number): ErrorCode {
  if ([401, 424, 427].includes(status)) return 'expired'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failed' : 'missing'
}

/** A file of the platform, streamed through with byte ranges; `open` ones are asked for without a token, and the platform decides which those are. */
export async function fileOf(request: Request, who: Who, segments: string[], open: boolean): Promise<Response> {
  const path = filePathOf(segments)
  if (!path || isPackageFile(path)) return problem('missing')
  let reply: Response
  try {
    reply = await fetchFile(request, env.UPSTREAM_BASE_URL + path, headersOf(who))
  } catch (error) {
    if (!request.signal.aborted) log.warn({ error: String(error) }, 'a file cannot be fetched')
    return problem('failed')
  }
  if (![200, 206, 304, 416].includes(reply.status)) return problem(codeOf(reply.status))
  const type = reply.headers.get('content-type') ?? 'application/octet-stream'
  if (type.includes('json')) return problem('missing')
  const answer = new Headers({ 'Cache-Control': open ? 'public, max-age=300, stale-while-revalidate=86400' : 'private, max-age=300', 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox" })
  for (const name of PASSED_BACK) {
    const value = reply.headers.get(name)
    if (value) answer.set(name, value)
  }
  const disposition = dispositionOf(type, reply.headers.get('content-disposition'))
  // A browser that is told to go on with what it has goes on with how it was told to treat it.
  if (disposition && reply.status !== 304) answer.set('content-disposition', disposition)
  return new Response(reply.body, { status: reply.status, headers: answer })
}
