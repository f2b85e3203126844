import type { Context, MiddlewareHandler } from 'hono'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import type { Job } from '../jobs.ts'
import type { OnLost } from '../../telemetry/traces.ts'
import { watchQueries } from './queries.ts'
import { routeOf } from './route.ts'

/** Hears of a job that begins; what it returns hears of its end. */
export type JobWatcher = (job: Job) => (outcome: 'ok' | 'failed' | 'elsewhere') => void

/** What looks on: `around` goes round every call, `jobs` hear of jobs, `database` of the one that was opened. */
export type Watch = { around: MiddlewareHandler[]; jobs: JobWatcher[]; database(db: Database): void; stop(): Promise<void> }

/** Begins to look on as the settings want it, before the database is opened; what is not asked for is not even loaded. */
export async function startWatch(env: Pick<Env, 'metrics' | 'tracesEndpoint'>, onFault: (fault: Error) => void, onLost: OnLost): Promise<Watch> {
  const parts = [env.metrics && (await watchByMetrics(env.metrics, onFault)), env.tracesEndpoint && (await watchByTraces(env.tracesEndpoint, onLost))].filter((part) => typeof part === 'object')
  return {
    around: parts.flatMap(({ around }) => around),
    jobs: parts.flatMap(({ jobs }) => jobs),
    database: (db) => parts.forEach((part) => part.database(db)),
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
  }
}

/** Proxies ask every other second: that would bury everything else. */
const isProbe = (c: Context) => c.req.path === '/ready' || c.req.path === '/health'

const secondsSince = (begun: number) => (performance.now() - begun) / 1000

async function watchByMetrics(place: NonNullable<Env['metrics']>, onFault: (fault: Error) => void): Promise<Watch> {
  const { createMetrics } = await import('../../telemetry/metrics.ts')
  const metrics = createMetrics()
  const request = metrics.timed('http_request', 'Calls of webs, by the path they were declared under.', ['route', 'method', 'status'])
  const query = metrics.timed('database_query', 'Queries, by what they do and the first table they name.', ['operation', 'table', 'outcome'])
  const run = metrics.timed('job_run', 'Work done by the clock; elsewhere: another training API did it.', ['job', 'outcome'])
  watchQueries(({ operation, table }) => {
    const begun = performance.now()
    return (failed) => query({ operation, table, outcome: failed ? 'failed' : 'ok' }, secondsSince(begun))
  })
  const server = metrics.listen(place, onFault)
  return {
    around: [
      async (c, next) => {
        const begun = performance.now()
        await next()
        request({ route: routeOf(c), method: c.req.method, status: String(c.res.status) }, secondsSince(begun))
      },
    ],
    jobs: [
      ({ name }) => {
        const begun = performance.now()
        return (outcome) => run({ job: name, outcome }, secondsSince(begun))
      },
    ],
    database: ({ $client: pool }) =>
      metrics.gauge('database_connections', 'Connections to the database, and calls that wait for one.', 'state', () => ({
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
    stop: async () => void server.close(),
  }
}

async function watchByTraces(endpoint: string, onLost: OnLost): Promise<Watch> {
  const { startTraces } = await import('../../telemetry/traces.ts')
  const traces = startTraces({ service: 'trainhall-training-api', endpoint, onLost })
  watchQueries(({ operation, table }) => {
    if (!traces.isUnderWay()) return () => {}
    const step = traces.step(table ? `${operation} ${table}` : operation, { 'db.operation.name': operation, 'db.collection.name': table })
    return (failed) => step.end({ failed })
  })
  return {
    around: [
      (c, next) =>
        isProbe(c) ? next() : traces.asked(c.req.method, c.req.header(), async (step) => {
          await next()
          const route = routeOf(c)
          step.rename(`${c.req.method} ${route}`)
          step.end({ attributes: { 'http.request.method': c.req.method, 'http.route': route, 'http.response.status_code': c.res.status }, failed: c.res.status >= 500 })
        }),
    ],
    jobs: [],
    database: () => {},
    stop: () => traces.stop(),
  }
}
