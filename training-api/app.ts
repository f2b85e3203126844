import { Hono } from 'hono'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { readVisitor, requireCaller, requireOwnIds } from './caller.ts'
import type { Caller, Visitor } from './caller.ts'
import type { ApiContext } from './context.ts'
import { sqlState } from './db/tx.ts'
import { CallError, failed, ok, Refused } from './envelope.ts'
import { createReadiness } from './operation/readiness.ts'
import type { Readiness } from './operation/readiness.ts'
import { routeOf } from './operation/route.ts'
import { check, readSources, unite } from './params.ts'
import { messages } from './rules/messages.ts'
import { troubleOf } from './rules/troubles.ts'
import { bindAccount } from './routes/account.ts'
import { bindAnswerFiles } from './routes/answer-files.ts'
import { bindAttempts } from './routes/attempts.ts'
import { bindAppVersions } from './routes/app-versions.ts'
import { bindCertificates } from './routes/certificates.ts'
import { bindClasses } from './routes/classes.ts'
import { bindCourses } from './routes/courses.ts'
import { bindCourseware } from './routes/courseware.ts'
import { bindEnrolment } from './routes/enrolment.ts'
import { bindExamResults } from './routes/exam-results.ts'
import { bindExams } from './routes/exams.ts'
import { bindFavourites } from './routes/favourites.ts'
import { bindFiles } from './routes/files.ts'
import { bindHome } from './routes/home.ts'
import { bindLearner } from './routes/learner.ts'
import { bindLearningPaths } from './routes/learning-paths.ts'
import { bindMessages } from './routes/messages.ts'
import { bindMistakes } from './routes/mistakes.ts'
import { bindNotes } from './routes/notes.ts'
import { bindNotices } from './routes/notices.ts'
import { bindOutbox } from './routes/outbox.ts'
import { bindPlans } from './routes/plans.ts'
import { bindPostMaps } from './routes/post-maps.ts'
import { bindPractice } from './routes/practice.ts'
import { bindRankings } from './routes/rankings.ts'
import { bindReceipts } from './routes/receipts.ts'
import { bindReviews } from './routes/reviews.ts'
import { bindSelfService } from './routes/self-service.ts'
import { bindSession } from './routes/session.ts'
import { bindSimulation } from './routes/simulation.ts'
import { bindSimulationPage } from './routes/simulation-page.ts'
import { bindStudy } from './routes/study.ts'
import { bindTenants } from './routes/tenants.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer<Who, Shape extends z.ZodRawShape> = (
  who: Who,
  params: z.output<z.ZodObject<Shape>>,
  c: Context,
) => unknown

/**
 * How the routes of an area are declared. A handler gets who calls and the checked union of query, body and path; what
 * it returns becomes `data` of the envelope, `refuse(text)` a refusal; everything else is thrown (envelope.ts).
 */
export type Api = {
  /** A call of a learner: bearer token, tenant header and own ids are checked before the handler runs. */
  learner<Shape extends z.ZodRawShape>(
    method: Method | Method[],
    path: string,
    shape: Shape,
    answer: Answer<Caller, Shape>,
  ): void
  /** A call that needs no token. */
  visitor<Shape extends z.ZodRawShape>(
    method: Method | Method[],
    path: string,
    shape: Shape,
    answer: Answer<Visitor, Shape>,
  ): void
  /** The server itself, for the few replies without an envelope. */
  hono: Hono
}

const areas: ((api: Api, ctx: ApiContext) => void)[] = [
  bindAccount,
  bindAnswerFiles,
  bindAttempts,
  bindAppVersions,
  bindCertificates,
  bindClasses,
  bindCourses,
  bindCourseware,
  bindEnrolment,
  bindExamResults,
  bindExams,
  bindFavourites,
  bindFiles,
  bindHome,
  bindLearner,
  bindLearningPaths,
  bindMessages,
  bindMistakes,
  bindNotes,
  bindNotices,
  bindOutbox,
  bindPlans,
  bindPostMaps,
  bindPractice,
  bindRankings,
  bindReceipts,
  bindReviews,
  bindSelfService,
  bindSession,
  bindSimulation,
  bindSimulationPage,
  bindStudy,
  bindTenants,
]

/** What the database says of a number or moment out of range, or a text it cannot hold, index or read: the caller's fault, unless the log shows it as ours. */
const unfit = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05', '54000'])

const megabyte = 1024 * 1024
const bodyBytes = megabyte
const uploadBytes = 21 * megabyte

type Operated = { readiness?: Readiness; around?: MiddlewareHandler[] }

/** The training API as a server without a port: `app.fetch(request)` answers. `around` goes round every call. */
export function createTrainingApi(ctx: ApiContext, { readiness = createReadiness(), around = [] }: Operated = {}): Hono {
  const hono = new Hono()
  const tooLarge = (c: Context) => c.json(failed(messages.tooLarge), 400)
  const smallBody = limitBody(bodyBytes, tooLarge)
  const uploadBody = limitBody(uploadBytes, tooLarge, (c) => requireCaller(c, ctx))

  for (const one of around) hono.use(one)
  hono.use((c, next) => (c.req.path.endsWith('/upload') ? uploadBody(c, next) : smallBody(c, next)))
  hono.use(async (c, next) => {
    const begun = performance.now()
    await next()
    ctx.log.debug({ method: c.req.method, route: routeOf(c), status: c.res.status, ms: performance.now() - begun })
  })
  hono.notFound((c) => c.json(failed(messages.notFound), 404))
  hono.onError((fault, c) => {
    if (fault instanceof CallError) {
      if (fault.status === 403) ctx.log.info({ audit: 'access.refused', method: c.req.method, path: c.req.path }, 'audit')
      return c.json(failed(fault.message, fault.data), fault.status)
    }
    if (isCutShort(fault, c)) return c.json(failed(messages.malformed), 400)
    if (unfit.has(sqlState(fault) ?? '')) {
      ctx.log.warn({ err: fault, method: c.req.method, route: routeOf(c) }, 'a value did not fit into its column')
      return c.json(failed(messages.malformed), 400)
    }
    const trouble = troubleOf(fault)
    if (trouble !== null) {
      ctx.log.error({ err: fault, method: c.req.method, route: routeOf(c) }, { full: 'no room is left on the disk', away: 'the database is away', busy: 'the database is busy' }[trouble])
      c.header('retry-after', '5')
      return trouble === 'full' ? c.json(failed(messages.diskFull), 507) : c.json(failed(messages.databaseAway), 503)
    }
    ctx.log.error({ err: fault, method: c.req.method, route: routeOf(c) }, 'a call failed')
    return c.json(failed(messages.serverFault), 500)
  })

  const api: Api = {
    hono,
    learner(method, path, shape, answer) {
      const schema = z.object(shape)
      hono.on([method].flat(), path, async (c) => {
        const caller = await requireCaller(c, ctx)
        const sources = await readSources(c)
        requireOwnIds(caller, sources)
        return reply(c, await answer(caller, check(schema, unite(sources)), c))
      })
    },
    visitor(method, path, shape, answer) {
      const schema = z.object(shape)
      hono.on([method].flat(), path, async (c) => {
        const params = check(schema, unite(await readSources(c)))
        return reply(c, await answer(readVisitor(c), params, c))
      })
    },
  }
  hono.get('/health', (c) => c.json({ status: 'ok' }))
  hono.get('/ready', (c) => {
    const status = readiness.state()
    return c.json({ status }, status === 'ready' ? 200 : 503)
  })
  for (const bind of areas) bind(api, ctx)
  return hono
}

/** Whether the caller went away while the body came: nobody hears an answer, and by its code it might be the database that had gone. */
function isCutShort(fault: Error, c: Context): boolean {
  return 'code' in fault && fault.code === 'ECONNRESET' && fault.message === 'aborted' && c.req.raw.signal.aborted
}

/**
 * Refuses bodies that are larger. Where the length is told nothing is read for it: to look for a body costs more than many a call. Where it
 * is not, all of the body is read here, before the call itself looks who sends it: `admit` does that first for one that may be long.
 */
function limitBody(maxSize: number, tooLarge: (c: Context) => Response, admit?: (c: Context) => Promise<unknown>): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError: tooLarge })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) {
      await admit?.(c)
      return counting(c, next)
    }
    return Number(length) > maxSize ? tooLarge(c) : next()
  }
}

function reply(c: Context, result: unknown): Response {
  c.header('cache-control', 'no-store')
  if (result instanceof Refused) return c.json(failed(result.msg, result.data))
  return c.json(ok(result ?? null))
}
