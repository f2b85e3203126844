// The grown form of compose.yaml as processes on this machine, in folders and on ports of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../training-api/db/client.ts'
import { seedDemoWorld } from '../../training-api/seed/index.ts'
import { freePort, processPart } from '../../training-api/tests/answer-kill-stage.ts'
import { openBenchServer } from '../bench/databases.mjs'
import { makeCluster } from '../chaos/cluster.mjs'
import { givenServer } from '../lib/parts.mjs'
import { root } from '../lib/paths.mjs'
import { undoAtEnd } from '../lib/processes.mjs'
import { startViewer } from '../observe/viewer.mjs'
import { startCaddy, startFrontCache, startProgram } from './front.mjs'

/** Longer than Caddy needs to notice that a part is not ready: health_interval and once more. */
const DRAIN_SECONDS = 5
const SEEN_AGAIN_MS = 2500
/** Longer than a part needs to see that its clock is another (chaos/wrong-clock.mjs). */
const CLOCK_SEEN_MS = 500

async function makeDatabase() {
  if (givenServer()) {
    const { url, drop } = await openBenchServer('cluster')
    return { url, close: drop }
  }
  const cluster = await makeCluster()
  await cluster.part.start()
  return cluster
}

/** Everything up and filled with the demo world; with `clocks` those of webs and training APIs can be set. */
export async function openStage({ line, clocks = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-cluster-stage-'))
  const ending = [async () => rmSync(folder, { recursive: true, force: true })]
  // Everything that must not end by itself.
  const running = []
  const keep = (program) => {
    running.push(program)
    ending.push(program.stop)
  }
  // Also when it is broken off; what cannot be ended any more keeps nothing else from being ended.
  const close = undoAtEnd(async () => {
    for (const end of ending.splice(0).reverse()) await end().catch((error) => line(`not ended: ${error}`))
  })
  try {
    const ports = {}
    for (const name of ['front', 'platform', 'ask', 'none', 'cache', 'redis', 'web-1', 'web-2', 'training-api-1', 'training-api-2', 'viewer', 'web-1 figures', 'web-2 figures', 'training-api-1 figures', 'training-api-2 figures']) ports[name] = await freePort()
    const at = (name) => `http://127.0.0.1:${ports[name]}`
    const front = `http://localhost:${ports.front}`
    const redisUrl = `redis://127.0.0.1:${ports.redis}`

    const database = await makeDatabase()
    ending.push(database.close)
    if (database.part) running.push(database.part)
    const opened = await openDatabase({ databaseUrl: database.url, poolSize: 4 })
    ending.push(() => opened.close())
    await seedDemoWorld(opened.db, { now: new Date() })
    line('the database is filled')

    const { createClient } = await import('redis')
    const redis = createClient({ url: redisUrl, disableOfflineQueue: true })
    redis.on('error', () => undefined)
    keep(await startProgram('redis-server', ['--port', String(ports.redis), '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''], {}, async () => {
      if (!redis.isOpen) await redis.connect().catch(() => undefined)
      return redis.isReady
    }))
    ending.push(async () => redis.destroy())

    const targets = ['web-1', 'web-2', 'training-api-1', 'training-api-2'].map((name) => ({ name, url: at(`${name} figures`) }))
    const viewer = await startViewer({ port: ports.viewer, host: '127.0.0.1', targets })
    ending.push(async () => viewer.close())

    const both = { ...process.env, DRAIN_SECONDS: String(DRAIN_SECONDS), OTEL_EXPORTER_OTLP_ENDPOINT: at('viewer'), LOG_LEVEL: 'warn' }
    const clockOf = (name) => join(folder, `${name}.clock`)
    const withClock = (name) => {
      if (!clocks) return {}
      writeFileSync(clockOf(name), '0')
      return { CLOCK_SHIFT_FILE: clockOf(name), NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('../chaos/wrong-clock.mjs', import.meta.url)}` }
    }
    const api = (name) => ({ ...processPart(name, [join(root, 'training-api/server.ts')], { ...both, ...withClock(name), DATABASE_URL: database.url, DATA_DIR: join(folder, name), TRAINING_API_PORT: String(ports[name]), TRAINING_API_METRICS_PORT: String(ports[`${name} figures`]) }, `${at(name)}/ready`), port: ports[name] })
    const webSettings = { NODE_ENV: 'production', UPSTREAM_BASE_URL: at('platform'), SESSION_SECRET: 'a-secret-for-the-cluster-only-0123456789', REDIS_URL: redisUrl, TRUST_PROXY: '1', PUBLIC_PORT: String(ports.front) }
    const web = (name, folder = root) => ({ ...processPart(name, [join(root, 'node_modules/next/dist/bin/next'), 'start', folder, '-p', String(ports[name]), '-H', '0.0.0.0', '--keepAliveTimeout', '75000'], { ...both, ...withClock(name), ...webSettings, METRICS_PORT: String(ports[`${name} figures`]) }, `${at(name)}/api/ready`), port: ports[name] })
    // Each web with each build that it has had.
    const versions = new Map()
    const rolling = [web('web-1'), web('web-2'), api('training-api-1'), api('training-api-2')]
    for (const part of rolling.toReversed()) {
      ending.push(part.kill)
      running.push(part)
      await part.start()
    }

    const names = Object.fromEntries(rolling.map(({ name, port }) => [name, port]))
    keep(await startFrontCache({ ...ports, folder, names }))
    keep(await startCaddy({ ...ports, folder, names: { ...names, 'front-cache': ports.cache } }))
    line(`the cluster is up at ${front}`)

    return {
      front, running, platform: at('platform'), viewer: at('viewer'), redis, db: opened.db, rolling, targets, close,
      /** What parts and programs did since it was last asked that nobody asked of them. */
      accidents: () => running.flatMap((one) => one.accidents()),
      urlOf: (name) => `http://127.0.0.1:${ports[name]}`,
      async setClock(part, shiftMs) {
        writeFileSync(clockOf(part.name), String(shiftMs))
        await pause(CLOCK_SEEN_MS)
      },
      async restart(part) {
        await part.stop()
        await part.start()
        await pause(SEEN_AGAIN_MS)
      },
      /** Restarts a web with the build that is in a folder. */
      async replace(part, folder) {
        await part.stop()
        const key = `${part.name} ${folder}`
        const next = versions.get(key) ?? web(part.name, folder)
        rolling[rolling.indexOf(part)] = next
        if (!versions.has(key)) {
          running.push(next)
          ending.push(next.kill)
        }
        versions.set(key, next)
        await next.start()
        await pause(SEEN_AGAIN_MS)
      },
    }
  } catch (fault) {
    await close()
    throw fault
  }
}
