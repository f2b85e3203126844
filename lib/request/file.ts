import 'server-only'
import { fileTypeOf, isCalledPdf } from '@/lib/domain/file-types'
import type { Who } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { fileRefusal } from '@/lib/training/file-refusal'
import { filePathOf, isPackageFile } from '@/lib/training/files'
import { problem } from './door'
import { fetchFile } from './fetched-file'
import { leaveUnread, shortBody } from './short-body'

const PASSED_BACK = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']
/** What a browser may show; everything else is offered as a download, so that no file of the platform ever runs as a page of ours. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|(?:video|audio)\/[\w.-]+|text\/vtt|application\/(?:pdf|vnd\.apple\.mpegurl|x-mpegurl))(?:;|$)/i

const ESSENCE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/
const PARAMETER = /;\s*(?:charset|boundary)=(?:"[^",;\\]+"|[\w.:+'()-]+)/i
const NO_KIND = 'application/octet-stream'

/**
 * The kind that the platform says a file is, with no more than browsers need to read it: what is looked at here is then all that they are
 * told. Of several, joined by a comma, they take the last, whatever the first one is: such a file is of no kind.
 */
function kindOf(told: string): string {
  const essence = told.replace(/"[^"\\]*"/g, '').includes(',') ? undefined : ESSENCE.exec(told)?.[1]
  return essence ? essence + (PARAMETER.exec(told)?.[0] ?? '') : NO_KIND
}

const FILE_NAMES = /;\s*filename\*?\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";]+)/gi

/** How a browser is to treat a file. What the platform says counts for what may be shown; of anything else, and of what is called a PDF and is none, only its name. */
function dispositionOf(path: string, kind: string, told: string | null): string | null {
  const isOther = isCalledPdf(path) && !/^application\/pdf(?:;|$)/i.test(kind)
  return SHOWN.test(kind) && !isOther ? told : `attachment${told?.match(FILE_NAMES)?.join('') ?? ''}`
}

/** More than this says nothing to people. */
const MOST_WORDS_BYTES = 16 * 1024

const isJson = (reply: Response) => reply.headers.get('content-type')?.includes('json') ?? false

/** The answer where the platform sends no file: why, in its own words where it has some. */
async function noFile(reply: Response): Promise<Response> {
  const said = isJson(reply) ? await shortBody(reply, MOST_WORDS_BYTES).catch(() => null) : null
  if (!said) leaveUnread(reply)
  const { code, words } = fileRefusal(reply.status, said?.toString('utf8') ?? '')
  return problem(code, words)
}

/** The answer to a range that a file does not have: how long the file is, and none of the words that came with it. */
export function beyond(reply: Response): Response {
  leaveUnread(reply)
  const length = reply.headers.get('content-range')
  return new Response(null, { status: 416, headers: { 'Cache-Control': 'no-store', ...(length ? { 'Content-Range': length } : {}) } })
}

/** Whether a page came in place of a file that is none, as gateways send it with 200: kept, it would stay for minutes after the fault. */
export function isPageInstead(path: string, type: string | null): boolean {
  const wanted = fileTypeOf(path)
  return /^text\/html\b/i.test(type ?? '') && wanted !== null && !/html/.test(wanted)
}

const OF_THE_BODY = ['content-length', 'content-range', 'accept-ranges']
/** Has headers of the platform's reply go along; of a body that was unpacked on its way here its length and ranges are another one's. */
export function passBack(reply: Response, answer: Headers, names: readonly string[]): void {
  const isUnpacked = reply.headers.has('content-encoding')
  for (const name of names) {
    const value = reply.headers.get(name)
    if (value && !(isUnpacked && OF_THE_BODY.includes(name))) answer.set(name, value)
  }
}

const OF_AVATARS = /^\/admin\/file\/avatar\//
/** How long a file may be shown without asking again, and who keeps it. An avatar is for those who learn beside its learner, though the platform asks for no token: no cache in between has it. */
const keptFor = (path: string, open: boolean) => (open && !OF_AVATARS.test(path) ? 'public, max-age=300, stale-while-revalidate=86400' : 'private, max-age=300')

/** A file of the platform, streamed through with byte ranges; `open` ones are asked for without a token, and the platform decides which those are. */
export async function fileOf(request: Request, who: Who, segments: string[], open: boolean): Promise<Response> {
  const path = filePathOf(segments)
  if (!path || isPackageFile(path)) return problem('missing')
  let reply: Response
  try {
    reply = await fetchFile(request, env.UPSTREAM_BASE_URL + path, who)
  } catch (error) {
    if (!request.signal.aborted) log.warn({ error: String(error) }, 'a file cannot be fetched')
    return problem('failed')
  }
  if (reply.status === 416) return beyond(reply)
  if (![200, 206, 304].includes(reply.status) || isJson(reply)) return noFile(reply)
  const type = reply.headers.get('content-type')
  if (reply.ok && isPageInstead(path, type)) {
    leaveUnread(reply)
    return problem('failed')
  }
  const answer = new Headers({ 'Cache-Control': keptFor(path, open) })
  passBack(reply, answer, PASSED_BACK)
  // A browser that is told to go on with what it has goes on with how it was told to treat it.
  if (reply.status !== 304) {
    const kind = kindOf(type ?? NO_KIND)
    const disposition = dispositionOf(path, kind, reply.headers.get('content-disposition'))
    answer.set('content-type', kind)
    if (disposition) answer.set('content-disposition', disposition)
  }
  return new Response(reply.body, { status: reply.status, headers: answer })
}
