import 'server-only'
import { CLOCKS_APART_MS } from '@/lib/domain/clocks'
import { fileTypeOf } from '@/lib/domain/file-types'
import { packageFraction, stateAfter, stateOf, textOf, type CoursewareCommit, type LaunchView } from '@/lib/domain/courseware'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { LONG_MS } from '@/lib/training/client'
import { getKeptCourseware, keepCourseware } from '@/lib/training/courseware'
import { TrainingError } from '@/lib/training/errors'
import { reportFraction } from '@/lib/training/section-scores'
import { fetchFile } from './fetched-file'
import { beyond, isPageInstead, passBack } from './file'
import { hadLongState, isCurrent, keepAlive, keptKeyOf, lastKept, learnerOf, noteKept, noteLongState, noteScore, ownState, readScore, type Launch } from './launches'
import { leaveUnread } from './short-body'

const PASSED_BACK = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/** A file of a launched package, streamed from the platform with byte ranges; `path` is what stands after the launch, percent-encoded. */
export async function packageFile(request: Request, launch: Launch, path: string): Promise<Response> {
  const names = safeNames(path)
  if (!names) return new Response(null, { status: 404 })
  const address = launch.root + names.map(encodeURIComponent).join('/')
  // The token goes to the platform alone, not to a host that only keeps files.
  const who = new URL(address).origin === new URL(env.UPSTREAM_BASE_URL).origin ? learnerOf(launch) : null
  let reply: Response
  try {
    reply = await fetchFile(request, address, who, LONG_MS)
  } catch (error) {
    if (!request.signal.aborted) log.warn({ error: String(error) }, 'a file of a package cannot be fetched')
    return new Response(null, { status: 502 })
  }
  if (reply.status === 416) return beyond(reply)
  const refusal = refusalOf(reply, names.at(-1) ?? '')
  if (refusal) {
    leaveUnread(reply)
    return refusal
  }
  const answer = new Headers({ 'Cache-Control': 'private, max-age=300', 'Content-Type': fileTypeOf(names.at(-1) ?? '') ?? reply.headers.get('content-type') ?? 'application/octet-stream' })
  passBack(reply, answer, PASSED_BACK)
  return new Response(reply.body, { status: reply.status, headers: answer })
}

/** The answer where what came is no file of a package, null where it is one. */
function refusalOf(reply: Response, name: string): Response | null {
  if (![200, 206, 304].includes(reply.status)) return new Response(null, { status: reply.status >= 500 ? 502 : 404 })
  if (reply.ok && isPageInstead(name, reply.headers.get('content-type'))) return new Response(null, { status: 502, headers: { 'Cache-Control': 'no-store' } })
  return null
}

/** The names of a path inside a package, decoded once; null for one that would lead elsewhere. */
function safeNames(path: string): string[] | null {
  try {
    const names = path.split('/').map(decodeURIComponent)
    return names.some((name) => name === '' || name === '.' || name === '..' || /[/\\\0-\x1f]/.test(name)) ? null : names
  } catch {
    return null
  }
}

/** What is kept of a launch's package: by the platform, or by us where it keeps nothing. */
async function keptOf(launch: Launch) {
  return (await getKeptCourseware(learnerOf(launch), launch)) ?? ownState.read(launch)
}

/** What the page of a launch is given: the package, and what the learner's platform keeps of it at this moment. */
export async function viewOfLaunch(launch: Launch): Promise<LaunchView> {
  const stored = await keptOf(launch)
  const now = Date.now()
  return {
    package: launch.package, state: stateOf(stored?.text ?? null), savedAt: stored?.savedAt ?? 0, savedSeq: stored?.seq ?? 0,
    // Every launch numbers on from the last one, also from one of another device.
    seq: Math.max(now, stored?.seq ?? 0), serverNow: now,
    learner: { id: launch.session.learnerId, name: launch.name }, appOrigin: launch.appOrigin, keptKey: keptKeyOf(launch),
  }
}

/** The same, null where it cannot be had now: the page still has to say so to the player. */
export async function viewIfAny(launch: Launch): Promise<LaunchView | null> {
  try {
    return await viewOfLaunch(launch)
  } catch (error) {
    log.warn({ error: String(error) }, 'what is kept of a package cannot be asked for')
    return null
  }
}

export type CommitAnswer = { answer: 'kept' | 'notOffered' | 'overtaken' | 'superseded' | 'invalid' | 'failed' }

/**
 * Takes a commit: keeps the state on the platform (X6), and reports the score when it has changed (R3, R5), also of a state too long to be
 * kept. One that the launch's own next one has overtaken counts as kept, since each holds what was not acknowledged before; one that
 * another launch's has is not, and is said again under a higher number.
 */
export async function takeCommit(launch: Launch, commit: CoursewareCommit): Promise<CommitAnswer> {
  if (!(await isCurrent(launch))) return { answer: 'superseded' }
  const known = new Set(launch.package.items.map(({ id }) => id))
  if (!known.has(commit.current) || Object.keys(commit.items).some((id) => !known.has(id))) return { answer: 'invalid' }
  const learner = learnerOf(launch)
  try {
    const stored = await keptOf(launch)
    // A launch numbers on from what is kept, which was numbered by a clock that may have been ahead.
    if (commit.seq > Math.max(Date.now(), stored?.seq ?? 0) + CLOCKS_APART_MS) return { answer: 'invalid' }
    const state = stateAfter(stateOf(stored?.text ?? null), commit)
    const text = textOf(state)
    if (text === null) {
      // The launch page takes what is refused as said: a score in it would never come again.
      await report(launch, packageFraction(launch.package, state))
      await noteLongState(launch)
      return { answer: 'invalid' }
    }
    const part = launch.package.items.findIndex(({ id }) => id === commit.current) + 1
    const kept = await keepCourseware(learner, { ...launch, text, seq: commit.seq, part })
    if (kept === 'overtaken') return { answer: (await lastKept(launch)) > commit.seq ? 'kept' : kept }
    // Two that leave together: the one with the lower number may be the later one here.
    if (kept === 'notOffered' && commit.seq > ((await ownState.read(launch))?.seq ?? 0)) await ownState.write(launch, { text, seq: commit.seq, savedAt: Date.now() })
    await noteKept(launch, commit.seq)
    await report(launch, packageFraction(launch.package, state))
    await keepAlive(launch)
    return { answer: kept }
  } catch (error) {
    log.warn({ error: String(error) }, 'a commit of a package was not kept')
    return { answer: 'failed' }
  }
}

async function report(launch: Launch, fraction: number | null): Promise<void> {
  const { fraction: known } = await readScore(launch)
  if (fraction === null || fraction === known) return
  // It is less only because the state that was more could not be kept.
  if (known !== null && fraction < known && (await hadLongState(launch))) return
  try {
    await noteScore(launch, { fraction, reports: [await reportFraction(learnerOf(launch), { place: launch.place, kind: 'study', fraction })] })
  } catch (error) {
    // A refusal (the course is not begun yet) is said again with the next commit; the state is kept all the same.
    if (!(error instanceof TrainingError) || error.code !== 'rejected') throw error
    log.warn({ error: error.message }, 'the platform refused the score of a package')
  }
}
