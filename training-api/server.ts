import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { serve } from '@hono/node-server'
import type { ServerType } from '@hono/node-server'
import pino from 'pino'
import type { Logger } from 'pino'
import { createTrainingApi } from './app.ts'
import { systemClock } from './clock.ts'
import { demoMediaFolder } from './context.ts'
import { openDatabase } from './db/client.ts'
import type { OpenDatabase } from './db/client.ts'
import { DataFolderError } from './db/owner.ts'
import { EnvError, readEnv } from './env.ts'
import type { Env } from './env.ts'
import { startJobs } from './jobs.ts'
import { createPackageStore } from './packages/store.ts'
import { isDatabaseEmpty } from './queries/tenants.ts'

const drainSeconds = 10

/** A start that failed for a reason the operator can mend; the message is one sentence. */
class StartError extends Error {}

async function openOrExplain(env: Env, log: Logger): Promise<OpenDatabase> {
  try {
    return await openDatabase({
      databaseUrl: env.databaseUrl,
      dataDir: env.dataDir,
      poolSize: env.poolSize,
      onNotice: (notice) => log.warn(notice),
    })
  } catch (fault) {
    if (fault instanceof DataFolderError) throw fault
    const reason = rootOf(fault)
    throw new StartError(
      env.databaseUrl
        ? `The database named by DATABASE_URL cannot be used: ${reason}`
        : `The database in ${env.dataDir} cannot be opened: ${reason}`,
      { cause: fault },
    )
  }
}

/** What went wrong in the first place: what the driver said, without the wrapping. */
function rootOf(fault: unknown): string {
  if (fault instanceof AggregateError) return fault.errors.map(rootOf).join(', ')
  if (!(fault instanceof Error)) return String(fault)
  return fault.cause === undefined ? fault.message : rootOf(fault.cause)
}

async function fillWhenEmpty(database: OpenDatabase, log: Logger): Promise<void> {
  if (!(await isDatabaseEmpty(database.db))) return
  log.info('The database is empty: filling it with the demo world.')
  const { seedDemoWorld } = await import('./seed/index.ts')
  await seedDemoWorld(database.db, { now: systemClock.now(), onProgress: (step) => log.info(step) })
}

function listen(env: Env, fetch: (request: Request) => Response | Promise<Response>): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: env.port, hostname: env.host }, () => resolve(server))
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const place = `${env.host}:${env.port}`
      if (fault.code === 'EADDRINUSE') {
        reject(new StartError(`Port ${env.port} is taken by another program: stop it or choose another with TRAINING_API_PORT.`))
      } else reject(new StartError(`The training API cannot listen on ${place} (${fault.code ?? fault.message}).`))
    })
  })
}

function stopOnSignal(server: ServerType, log: Logger, finish: () => Promise<void>): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info(`${signal}: finishing the calls under way.`)
    const drained = new Promise<void>((resolve) => server.close(() => resolve()))
    // A connection kept alive after its last call would hold the process until the client lets go.
    const hurry = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), 100)
    const cutOff = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), drainSeconds * 1000)
    await drained
    clearInterval(hurry)
    clearTimeout(cutOff)
    await finish()
    log.info('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

async function main(): Promise<void> {
  const env = readEnv()
  const log = pino({ level: env.logLevel, name: 'training-api' })
  const database = await openOrExplain(env, log)
  try {
    await fillWhenEmpty(database, log)
    const ctx = { db: database.db, clock: systemClock, env, mediaFolder: env.mediaDir === undefined ? demoMediaFolder : path.resolve(env.mediaDir), packages: createPackageStore(path.resolve(env.dataDir, 'packages')), log }
    const server = await listen(env, createTrainingApi(ctx).fetch)
    const stopJobs = startJobs(ctx)
    stopOnSignal(server, log, async () => {
      await stopJobs()
      await database.close()
    })
    const { port } = server.address() as AddressInfo
    log.info({ engine: database.engine, port }, `The training API listens on http://${env.host}:${port}`)
  } catch (fault) {
    await database.close()
    throw fault
  }
}

main().catch((fault: unknown) => {
  const known = fault instanceof EnvError || fault instanceof DataFolderError || fault instanceof StartError
  process.stderr.write(`${known ? fault.message : fault instanceof Error ? fault.stack : String(fault)}\n`)
  process.exitCode = 1
})
