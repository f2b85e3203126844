import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { ServerType } from '@hono/node-server'
import type { Logger } from 'pino'
import { createTrainingApi } from './app.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { demoMediaFolder } from './context.ts'
import { openDatabase } from './db/client.ts'
import type { OpenDatabase } from './db/client.ts'
import { isSchemaNewer } from './db/copy/schema-state.ts'
import { databaseClock, databaseMs, noticedMs } from './db/database-clock.ts'
import { onceThere } from './db/once-there.ts'
import { readServerEnv } from './env.ts'
import type { Env } from './env.ts'
import { endExplained, PlainError, reasonOf } from './explain.ts'
import { keepIdNode } from './id-node.ts'
import { startJobs } from './jobs.ts'
import { listen, spelled } from './listen.ts'
import { createLog, hearTheRest } from './operation/log.ts'
import { createReadiness } from './operation/readiness.ts'
import type { Readiness } from './operation/readiness.ts'
import { startWatch } from './operation/watch.ts'
import { createPackageStore } from './packages/store.ts'
import { isDatabaseEmpty } from './queries/tenants.ts'
import { troubleOf } from './rules/troubles.ts'

/** All of an end takes twenty seconds at most; calls under way, and films on their way, leave some of them for the database. */
const endSeconds = 20
const patienceSeconds = 18

/** A database server that is away is waited for so long at a start: longer than the ten seconds by which Docker tells a start that lived from one that did not. */
const awaySeconds = 20

/** npm and systemd pass on a signal that has come already: what comes within this time counts once. */
const sameSignalMs = 500

const signals = ['SIGTERM', 'SIGINT'] as const

async function openOrExplain(env: Env, log: Logger): Promise<OpenDatabase> {
  const ending = new AbortController()
  const end = () => ending.abort()
  // A start that ends while it brings the schema of a server up to date must leave nothing for which the next one would wait.
  if (env.databaseUrl) for (const signal of signals) process.once(signal, end)
  try {
    const open = () => openDatabase({
      databaseUrl: env.databaseUrl,
      dataDir: env.dataDir,
      poolSize: env.poolSize,
      serving: true,
      onNotice: (notice) => log.warn(notice),
      signal: ending.signal,
    })
    const onWait = (fault: unknown) => log.warn(`The database named by DATABASE_URL is not there (${reasonOf(fault)}): trying again for ${awaySeconds} s.`)
    const database = env.databaseUrl ? await onceThere(open, { patienceMs: awaySeconds * 1000, pauseMs: 500, signal: ending.signal, onWait }) : await open()
    ending.signal.throwIfAborted()
    return database
  } catch (fault) {
    if (fault instanceof PlainError) throw fault
    if (ending.signal.aborted) {
      log.info('Asked to end before it had begun.')
      process.exit(1)
    }
    const reason = reasonOf(fault)
    throw new PlainError(
      env.databaseUrl
        ? `The database named by DATABASE_URL cannot be used: ${reason}`
        : `The database in ${env.dataDir} cannot be opened: ${reason}`,
      { cause: fault },
    )
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}

async function clockOf({ db, engine }: OpenDatabase, log: Logger): Promise<Clock> {
  // The embedded engine goes by this machine's clock as well.
  if (engine !== 'postgres') return systemClock
  const clock = await databaseClock(() => databaseMs(db), (ms) => log.warn({ ms }, 'The clock of the database is another: this server goes by it.'))
  const offMs = Date.now() - clock.now().getTime()
  if (Math.abs(offMs) > noticedMs) log.warn({ ms: offMs }, 'The clock of this machine is not that of the database, by which this server goes.')
  return clock
}

async function fillWhenEmpty(database: OpenDatabase, clock: Clock, { demo }: Env, log: Logger): Promise<void> {
  if (!(await isDatabaseEmpty(database.db))) return
  if (!demo) {
    log.warn('The database has no tenant, and with DEMO=off none is made: docs/operating.md says how the first one comes.')
    return
  }
  log.info('The database is empty: filling it with the demo world.')
  const { seedDemoWorld } = await import('./seed/index.ts')
  await seedDemoWorld(database.db, { now: clock.now(), onProgress: (step) => log.info(step), onWait: () => log.warn('Another process is filling the database: waiting for it.') })
}

type Ending = { readiness: Readiness; drainSeconds: number; log: Logger; stopJobs: () => Promise<void>; finish: () => Promise<void> }

/**
 * SIGTERM first makes the process say that it is not ready; for the seconds of DRAIN_SECONDS it serves on, closing each connection
 * after its answer, so that a proxy in front can turn away. Then, and at once after Ctrl-C or a second signal, it ends.
 */
function stopOnSignal(server: ServerType, { readiness, drainSeconds, log, stopJobs, finish }: Ending): void {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (readiness.state() === 'draining') response.shouldKeepAlive = false
  })
  let hurry: (() => void) | undefined
  let askedAt = 0
  const stop = async (signal: string) => {
    if (hurry) {
      if (performance.now() - askedAt > sameSignalMs) hurry()
      return
    }
    askedAt = performance.now()
    const drained = new Promise<void>((resolve) => {
      hurry = resolve
      setTimeout(resolve, signal === 'SIGTERM' ? drainSeconds * 1000 : 0)
    })
    readiness.drain()
    if (signal === 'SIGTERM' && drainSeconds > 0) log.info({ seconds: drainSeconds }, 'Asked to end: not ready any more, and serving on.')
    await drained
    log.info(`${signal}: finishing the calls under way.`)
    // What is cut then is rolled back by the database, or by the next start.
    setTimeout(() => {
      log.warn('Not all could be finished and closed in time: ending without.')
      process.exit(1)
    }, endSeconds * 1000)
    const jobsStopped = stopJobs()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // A connection kept alive after its last call would hold the process until the client lets go.
    const sweep = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), 100)
    const cutOff = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), patienceSeconds * 1000)
    await closed
    clearInterval(sweep)
    clearTimeout(cutOff)
    await jobsStopped
    await finish()
    log.info('Stopped.')
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, () => void stop(signal))
}

async function main(): Promise<void> {
  const env = readServerEnv()
  const log = createLog(env.logLevel)
  hearTheRest(log, process)
  const watch = await startWatch(
    env,
    (fault) => log.error({ err: fault }, 'Figures cannot be served: TRAINING_API_METRICS_PORT.'),
    (reason) => log.warn({ reason }, 'Traces are not taken: OTEL_EXPORTER_OTLP_ENDPOINT.'),
  )
  const database = await openOrExplain(env, log)
  watch.database(database.db)
  try {
    // Not refused: while a new version is brought in, a server of the old one may have to start again beside it.
    if (await isSchemaNewer(database.db)) log.warn('A newer program has brought the schema of this database up to date: this one serves on beside it for now, and should be replaced by that version soon.')
    const clock = await clockOf(database, log)
    await fillWhenEmpty(database, clock, env, log)
    const ctx = { db: database.db, clock, env, mediaFolder: env.mediaDir === undefined ? demoMediaFolder : path.resolve(env.mediaDir), packages: createPackageStore(path.resolve(env.dataDir, 'packages')), log }
    // The embedded database has one process.
    const stopRenewal = database.engine === 'postgres' ? await keepIdNode(ctx) : () => {}
    const readiness = createReadiness()
    const server = await listen(env, createTrainingApi(ctx, { readiness, around: watch.around }).fetch)
    const stopJobs = startJobs(ctx, watch.jobs)
    const finish = async () => {
      stopRenewal()
      await database.close()
      await watch.stop().catch((fault: unknown) => log.warn({ err: fault }, 'The last traces were not taken.'))
    }
    stopOnSignal(server, { readiness, drainSeconds: env.drainSeconds, log, stopJobs, finish })
    const { port } = server.address() as AddressInfo
    log.info({ engine: database.engine, port }, `The training API listens on http://${spelled({ host: env.host, port })}`)
  } catch (fault) {
    await database.close()
    // A statement that only lost its connection does not know why.
    const failure = troubleOf(fault) === 'away' ? database.failure() : undefined
    throw failure === undefined ? fault : new PlainError(`The training API cannot start: the database in ${env.dataDir} ended (${failure}).`, { cause: fault })
  }
}

main().catch((fault: unknown) => endExplained(fault, 'The training API cannot start'))
