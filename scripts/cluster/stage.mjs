// The grown form of compose.yaml as processes on this machine, in folders and on ports of its own.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../training-api/db/client.ts'
import { seedDemoWorld } from '../../training-api/seed/index.ts'
import { freePort, processPart } from '../../training-api/tests/answer-kill-stage.ts'
import { makeCluster } from '../chaos/cluster.mjs'
import { root } from '../lib/paths.mjs'
import { startViewer } from '../observe/viewer.mjs'

/** Longer than Caddy needs to notice that a part is not ready: health_interval and once more. */
const DRAIN_SECONDS = 5
const SEEN_AGAIN_MS = 2500
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** deploy/Caddyfile with ports of this machine in place of names and certificates; everything else stays as it is shipped. */
export function localCaddyfile(text, { front, platform, ask, names }) {
  const withoutGlobal = text.replace(/^\{\n[\s\S]*?\n\}\n/, '{\n\tadmin off\n\tauto_https off\n}\n')
  const local = withoutGlobal
    .replace(/^https:\/\/ \{/m, `http://:${front} {`)
    .replace(/\n\ttls \{[\s\S]*?\n\t\}/, '')
    .replace('http://front:8081', `http://:${platform}`)
    .replace('http://front:8082', `http://:${ask}`)
  return Object.entries(names).reduce((file, [name, port]) => file.replaceAll(new RegExp(`\\b${name}:\\d+`, 'g'), `127.0.0.1:${port}`), local)
}

/** deploy/front-cache.conf likewise, with its files in a folder of its own. */
export function localFrontCache(text, { cache, folder, names }) {
  const local = text.replaceAll('/tmp/front-cache', join(folder, 'front-cache')).replace('listen 8080;', `listen 127.0.0.1:${cache};`)
  return Object.entries(names).reduce((file, [name, port]) => file.replaceAll(new RegExp(`\\b${name}:\\d+`, 'g'), `127.0.0.1:${port}`), local)
}

function requireProgram(name) {
  if (spawnSync(name, ['version']).error) throw new Error(`${name} is not installed here.`)
}

/** A program that is no Node, up when `isUp` says so. */
async function startProgram(name, args, env, isUp) {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-2000)))
  for (let waited = 0; !(await isUp()); waited += 100) {
    if (child.exitCode !== null || waited > 30_000) throw new Error(`${name} did not start: ${said}`)
    await pause(100)
  }
  return () => new Promise((done) => (child.exitCode === null ? child.once('exit', done) && child.kill('SIGTERM') : done()))
}

async function makeDatabase() {
  if (!process.env.BENCH_DATABASE_URL) {
    const cluster = await makeCluster()
    if (!cluster) throw new Error('No PostgreSQL is installed here: name a server that may create databases with BENCH_DATABASE_URL.')
    await cluster.part.start()
    return { url: cluster.url, close: async () => { await cluster.part.stop(); cluster.close() } }
  }
  const server = new URL(process.env.BENCH_DATABASE_URL)
  const own = new URL(server)
  own.pathname = `/trainhall_cluster_${process.pid}`
  const administer = async (statement) => {
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await administer(`create database trainhall_cluster_${process.pid}`)
  return { url: own.href, close: () => administer(`drop database if exists trainhall_cluster_${process.pid} with (force)`) }
}

/** Everything up and filled with the demo world. */
export async function openStage({ line }) {
  for (const name of ['caddy', 'redis-server']) requireProgram(name)
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-cluster-stage-'))
  const ending = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ending.splice(0).reverse()) await end()
  }
  try {
    const ports = {}
    for (const name of ['front', 'platform', 'ask', 'cache', 'redis', 'web-1', 'web-2', 'training-api-1', 'training-api-2', 'viewer', 'web-1 figures', 'web-2 figures', 'training-api-1 figures', 'training-api-2 figures']) ports[name] = await freePort()
    const at = (name) => `http://127.0.0.1:${ports[name]}`
    const front = `http://localhost:${ports.front}`
    const redisUrl = `redis://127.0.0.1:${ports.redis}`

    const database = await makeDatabase()
    ending.push(database.close)
    const opened = await openDatabase({ databaseUrl: database.url, poolSize: 4 })
    ending.push(() => opened.close())
    await seedDemoWorld(opened.db, { now: new Date() })
    line('the database is filled')

    const { createClient } = await import('redis')
    const redis = createClient({ url: redisUrl, disableOfflineQueue: true })
    redis.on('error', () => undefined)
    ending.push(await startProgram('redis-server', ['--port', String(ports.redis), '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''], {}, async () => {
      if (!redis.isOpen) await redis.connect().catch(() => undefined)
      return redis.isReady
    }))
    ending.push(async () => redis.destroy())

    const targets = ['web-1', 'web-2', 'training-api-1', 'training-api-2'].map((name) => ({ name, url: at(`${name} figures`) }))
    const viewer = await startViewer({ port: ports.viewer, host: '127.0.0.1', targets })
    ending.push(async () => viewer.close())

    const both = { ...process.env, DRAIN_SECONDS: String(DRAIN_SECONDS), OTEL_EXPORTER_OTLP_ENDPOINT: at('viewer'), LOG_LEVEL: 'warn' }
    const api = (name) => ({ ...processPart(name, [join(root, 'training-api/server.ts')], { ...both, DATABASE_URL: database.url, DATA_DIR: join(folder, name), TRAINING_API_PORT: String(ports[name]), TRAINING_API_METRICS_PORT: String(ports[`${name} figures`]) }, `${at(name)}/ready`), port: ports[name] })
    const webSettings = { NODE_ENV: 'production', UPSTREAM_BASE_URL: at('platform'), SESSION_SECRET: 'a-secret-for-the-cluster-only-0123456789', REDIS_URL: redisUrl, TRUST_PROXY: '1', PUBLIC_PORT: String(ports.front) }
    const web = (name) => ({ ...processPart(name, [join(root, 'node_modules/next/dist/bin/next'), 'start', root, '-p', String(ports[name]), '-H', '0.0.0.0', '--keepAliveTimeout', '75000'], { ...both, ...webSettings, METRICS_PORT: String(ports[`${name} figures`]) }, `${at(name)}/api/ready`), port: ports[name] })
    const rolling = [web('web-1'), web('web-2'), api('training-api-1'), api('training-api-2')]
    for (const part of rolling.toReversed()) {
      ending.push(part.kill)
      await part.start()
    }

    const names = Object.fromEntries(rolling.map(({ name, port }) => [name, port]))
    if (spawnSync('nginx', ['-v']).error) line('nginx is not installed here: without the cache of public pages in front')
    else {
      const conf = join(folder, 'front-cache.conf')
      writeFileSync(conf, localFrontCache(readFileSync(join(root, 'deploy/front-cache.conf'), 'utf8'), { ...ports, folder, names }))
      ending.push(await startProgram('nginx', ['-c', conf, '-g', 'daemon off;'], {}, async () => (await fetch(`${at('cache')}/api/health`).catch(() => null))?.ok))
    }
    const caddyfile = join(folder, 'Caddyfile')
    writeFileSync(caddyfile, localCaddyfile(readFileSync(join(root, 'deploy/Caddyfile'), 'utf8'), { ...ports, names: { ...names, 'front-cache': ports.cache } }))
    ending.push(await startProgram('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }, async () => (await fetch(`${front}/api/health`).catch(() => null))?.ok))
    line(`the cluster is up at ${front}`)

    return {
      front, platform: at('platform'), viewer: at('viewer'), redis, db: opened.db, rolling, targets, close,
      urlOf: (name) => `http://127.0.0.1:${ports[name]}`,
      async restart(part) {
        await part.stop()
        await part.start()
        await pause(SEEN_AGAIN_MS)
      },
    }
  } catch (fault) {
    await close()
    throw fault
  }
}
