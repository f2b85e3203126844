import 'server-only'
import { cookies, headers } from 'next/headers'
import type { ZodType } from 'zod'
import type { Problem, ErrorCode } from '@/lib/domain/errors'
import { statusOf } from '@/lib/domain/errors'
import type { Learner, Visitor } from '@/lib/domain/learner'
import { pageLearnerHeader } from '@/lib/domain/session'
import type { Tenant } from '@/lib/domain/tenant'
import { log } from '@/lib/log'
import { isUnfit, TrainingError } from '@/lib/training/errors'
import { visitorAddress } from './address'
import { auditFirst, auditing, auditWith } from './audit'
import { bodyOf } from './body'
import { requestDomain } from './domains'
import { isOwnRequest, isPartOfOthers } from './gate'
import { currentLearner, currentLocale, type Asking } from './learner'
import { spend, type LimitName } from './limits'
import { oneAtATime } from './one-at-a-time'
import { endSession, keepSeen, sessionCookie } from './session'
import { currentTenant } from './tenant'

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }
export type Door = (request: Request, context: RouteContext) => Promise<Response>
/** The largest body that is no file. Visitors are counted by nobody before theirs is read: their longest form has five fields of 200 characters. */
const MOST_BYTES = { ofLearner: 512 * 1024, ofVisitor: 8 * 1024 }
/** The character 0 as JSON writes it, which no database keeps. */
const NO_CHARACTER = /(?<!\\)(?:\\\\)*\\u0000/

/** A body that is a file, below a size, and how often a learner may bring one; its fields stand in the query. */
type Carries = { maxBytes: number; limit: LimitName }
const noFile = Buffer.alloc(0)

/**
 * A door for learners: admits, checks the CSRF gate on unsafe methods and that no other site's page has it as a part, parses, calls, and
 * answers JSON; 401 without a session, or with that of another learner than the page is of, never a redirect. With `carries` the body is a
 * file, one at a time of each learner; `who` finds the learner in another way than by a token that lives on.
 */
export function learnerDoor<In, Out>(input: ZodType<In>, call: (learner: Learner, input: In, asking: Asking, file: Buffer) => Promise<Out>, carries?: Carries, who: () => Promise<Asking | null> = currentLearner): Door {
  return opened(async (request, context) => {
    const asking = await who()
    if (!asking) return (await currentTenant()) ? problem('expired') : await nowhere()
    auditWith({ tenantId: asking.learner.tenantId, learnerId: asking.learner.id })
    if (!isGated(request) || isPartOfOthers(request.headers)) return refused(request)
    if (isOthersPage(request, asking.learner)) return problem('expired', undefined, othersSession)
    const take = (file: Buffer) => answer(request, context, input, (parsed) => call(asking.learner, parsed, asking, file), carries ? null : MOST_BYTES.ofLearner)
    const answered = await (carries ? carried(request, carries, asking, take) : take(noFile)).catch((error: unknown) => failure(error, request))
    // Not before: while a body or the platform is waited for, the browser may get another session, and the cookie of this one would go over it.
    await keepSeen(asking.session)
    return answered
  })
}

/** A door that answers also when something was thrown, and writes down events of security with the address they come from. */
function opened(door: Door): Door {
  return (request, context) => auditing({ address: visitorAddress(request.headers) }, () => door(request, context).catch((error: unknown) => failure(error, request)))
}

/** The answer to a file, which is in memory until it is given: so each learner brings one at a time, and is refused before it is read. */
function carried(request: Request, carries: Carries, { learner: { tenantId, id } }: Asking, take: (file: Buffer) => Promise<Response>): Promise<Response> {
  return oneAtATime(`file:${tenantId}:${id}`, async () => {
    await spend(carries.limit, tenantId, id)
    const file = await fileOf(request, carries)
    return file instanceof Response ? file : await take(file)
  })
}

/** A door for anybody on a tenant's domain, below /api/public. */
export function publicDoor<In, Out>(input: ZodType<In>, call: (visitor: Visitor, input: In, tenant: Tenant) => Promise<Out>): Door {
  return opened(async (request, context) => {
    const tenant = await currentTenant()
    if (!tenant) return await nowhere()
    auditWith({ tenantId: tenant.id })
    if (!isGated(request)) return refused(request)
    const visitor: Visitor = { tenantId: tenant.id, locale: await currentLocale(), address: visitorAddress(request.headers) }
    return await answer(request, context, input, (parsed) => call(visitor, parsed, tenant), MOST_BYTES.ofVisitor)
  })
}

/** The answer on a host that is no tenant's: malformed, unknown, or the courseware's. */
async function nowhere(): Promise<Response> {
  return problem(requestDomain(await headers()) ? 'missing' : 'invalid')
}

const isSafe = (request: Request) => request.method === 'GET' || request.method === 'HEAD'

function isGated(request: Request): boolean {
  return isSafe(request) || isOwnRequest(request)
}

/** Beside `expired`: the session is another learner's. The platform's own `forbidden` is something else. */
export const othersSession = { learner: 'other' }

/** Whether a page of somebody else asks: on a shared device the next learner has logged in, and nothing of the last one's is theirs. */
function isOthersPage(request: Request, { id }: Learner): boolean {
  const owner = request.headers.get(pageLearnerHeader)
  return owner !== null && owner !== encodeURIComponent(id)
}

/** The answer to a request that does not come from our own pages. */
function refused(request: Request): Response {
  auditFirst('request.refused', { path: pathOf(request) })
  return problem('forbidden')
}

/** The answer to what no form of ours sends; which fields it was is told, and what stood in them is written down nowhere. */
function unfit(request: Request, fields?: Record<string, string>): Response {
  auditFirst('input.refused', { path: pathOf(request) })
  return problem('invalid', undefined, fields)
}

const pathOf = (request: Request) => new URL(request.url).pathname

/** The answer to a request whose body has so many bytes at most, or is a file. */
async function answer<In, Out>(request: Request, context: RouteContext, input: ZodType<In>, call: (input: In) => Promise<Out>, mostBytes: number | null): Promise<Response> {
  const given = await fieldsOf(request, context, mostBytes)
  if (given instanceof Response) return given
  const parsed = input.safeParse(given)
  if (!parsed.success) {
    const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]))
    return unfit(request, fields)
  }
  const result = await call(parsed.data)
  if (result instanceof Response) return result
  return Response.json(result ?? null, { headers: { 'Cache-Control': 'private, no-store' } })
}

/** The file a request carries, whole: refused when it is too large, and when less arrived than was announced. */
async function fileOf(request: Request, { maxBytes }: Carries): Promise<Buffer | Response> {
  const file = await bodyOf(request, maxBytes - 1)
  if (file === 'tooLarge') return unfit(request, { file: 'size' })
  // What the network cut off nobody has sent so.
  return file === 'cut' ? problem('invalid', undefined, { file: 'cut' }) : file
}

async function fieldsOf(request: Request, context: RouteContext, mostBytes: number | null): Promise<Record<string, unknown> | Response> {
  const path = await context.params
  if (isSafe(request) || request.method === 'DELETE' || mostBytes === null) {
    const query = new Map<string, string>()
    for (const [name, value] of new URL(request.url).searchParams) {
      // A repeated name is refused rather than guessed at.
      if (query.has(name)) return unfit(request, { [name]: 'repeated' })
      if (value.includes('\0')) return unfit(request, { [name]: 'character' })
      query.set(name, value)
    }
    return { ...Object.fromEntries(query), ...path }
  }
  if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/json')) return unfit(request, { body: 'JSON expected' })
  const bytes = await bodyOf(request, mostBytes)
  if (bytes === 'tooLarge') return unfit(request, { body: 'too large' })
  if (bytes === 'cut') return problem('invalid', undefined, { body: 'cut' })
  try {
    const text = new TextDecoder().decode(bytes)
    const body: unknown = text === '' ? {} : JSON.parse(text)
    if (NO_CHARACTER.test(text)) return unfit(request, { body: 'character' })
    if (!body || typeof body !== 'object' || Array.isArray(body)) return unfit(request, { body: 'an object expected' })
    return { ...body, ...path }
  } catch {
    return unfit(request, { body: 'JSON expected' })
  }
}

/** An answer that says what went wrong: a code, and the platform's words where it refused. */
export function problem(code: ErrorCode, message?: string, fields?: Record<string, string>): Response {
  const body: Problem = { error: { code, ...(message ? { message } : {}), ...(fields ? { fields } : {}) } }
  const headers: Record<string, string> = { 'Cache-Control': 'private, no-store' }
  if (code === 'busy' || code === 'failed') headers['Retry-After'] = '5'
  return Response.json(body, { status: statusOf[code], headers })
}

/** The answer for anything that was thrown while a door was busy; a session that is over loses its cookie. */
async function failure(error: unknown, request: Request): Promise<Response> {
  if (error instanceof TrainingError) {
    if (error.code === 'forbidden') auditFirst('access.refused', { path: pathOf(request) })
    if (error.code === 'expired' && (await cookies()).has(sessionCookie)) await endSession()
    if (isUnfit(error)) return unfit(request)
    return problem(error.code, error.code === 'rejected' ? error.message : undefined, error.fields)
  }
  log.error({ error: error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : String(error) }, 'a door failed')
  return problem('failed')
}
