// What everything a learner does costs the training API among few and among many learners, measured beside each other.
import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import pino from 'pino'
import { createTrainingApi } from '../../training-api/app.ts'
import { demoMediaFolder } from '../../training-api/context.ts'
import { createPackageStore } from '../../training-api/packages/store.ts'
import { givenServer } from '../lib/parts.mjs'
import { isStopping } from '../lib/processes.mjs'
import { Refusal } from '../lib/refusal.mjs'
import { findEngines } from './databases.mjs'
import { actorOf, listTemplates, logIn } from './growth/actors.mjs'
import { scenes } from './growth/operations.mjs'
import { crowdSize } from './growth/size.mjs'
import { openWorld, removeKept } from './growth/worlds.mjs'
import { median } from './measure.mjs'
import { isReadableSession } from './processes.mjs'
import { temporaryFolder } from './servers.mjs'
import { growthVerdict } from './verdicts.mjs'

/** How many learners do each thing in a round. */
const actorsPerRound = 40

/** The hash of a login costs the same everywhere and far more than the rest: it is made once and then remembered. */
function rememberHashes() {
  const { argon2 } = crypto
  const known = new Map()
  crypto.argon2 = (algorithm, settings, done) => {
    const key = `${settings.message} ${settings.nonce.toString('hex')}`
    if (known.has(key)) done(null, known.get(key))
    else argon2(algorithm, settings, (fault, tag) => (fault ? done(fault) : done(null, known.set(key, tag).get(key))))
  }
  syncBuiltinESMExports()
}

/** Processor time of a database session's own process in ms; 0 where there is none of its own or it cannot be read. */
function sessionCpuMs(pid) {
  try {
    return pid ? Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6 : 0
  } catch {
    return 0
  }
}

/** A world with its training API; everything asked of it is timed by name. */
async function mount(world, packages) {
  const { db, engine } = world
  let at = world.filledAt.getTime() + 3_600_000
  const clock = { now: () => new Date(at) }
  const env = { demo: true, clientId: 'train', clientSecret: 'train', passwordCipher: 'aes-cbc-zero', passwordKey: 'pigxpigxpigxpigx' }
  const app = createTrainingApi({ db, clock, env, mediaFolder: demoMediaFolder, packages, log: pino({ level: 'error' }) })
  async function backend() {
    if (engine !== 'postgres') return null
    const { pid } = (await db.$client.query('select pg_backend_pid() as pid')).rows[0]
    return isReadableSession(pid) ? pid : null
  }

  async function timed(costs, name, pid, path, init) {
    const request = new Request(`http://training.test${path}`, init)
    const [sessionBefore, ownBefore, begun] = [sessionCpuMs(pid), process.cpuUsage(), performance.now()]
    const reply = await app.fetch(request)
    const text = await reply.text()
    const ms = performance.now() - begun
    const own = process.cpuUsage(ownBefore)
    const dbMs = sessionCpuMs(pid) - sessionBefore
    const body = JSON.parse(text)
    if (!reply.ok || (body.code ?? 0) !== 0) throw new Error(`${name}: ${path} answered ${reply.status} ${text.slice(0, 300)}`)
    const cost = costs.get(name) ?? { ms: 0, cpu: 0, db: 0 }
    costs.set(name, { ms: cost.ms + ms, cpu: cost.cpu + (own.user + own.system) / 1000 + dbMs, db: cost.db + dbMs })
    return body.data === undefined ? body : body.data
  }

  /** One learner's scene: what each of its operations cost. */
  async function play(scene, actor) {
    const costs = new Map()
    const pid = await backend()
    const headers = { authorization: `Bearer ${actor.token}`, 'tenant-id': String(actor.tenant_id) }
    const query = (fields) => new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)])).toString()
    const body = (method) => (name, path, fields) => timed(costs, name, pid, path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) })
    await scene.run({
      actor,
      get: (name, path, fields) => timed(costs, name, pid, `${path}?${query(fields)}`, { headers }),
      del: (name, path, fields) => timed(costs, name, pid, `${path}?${query(fields)}`, { method: 'DELETE', headers }),
      post: body('POST'),
      put: body('PUT'),
      visit: (name, method, path, own, text) => timed(costs, name, pid, path, { method, headers: own, ...(text === undefined ? {} : { body: text }) }),
      prepare: (text, values) => db.$client.query(text, values),
      tick: (seconds) => (at += seconds * 1000),
    })
    return costs
  }
  return { ...world, play, clock, templates: await listTemplates(db) }
}

/** The same learners in every world; which of their copies differs, so that most have not been seen before. */
function castOf(scene, world, round, seed) {
  const pool = world.templates.filter((one) => one.tenant_id === scene.tenant && scene.needs.every((need) => one[need] !== null))
  if (pool.length === 0) throw new Error(`Nobody can play ${scene.run.name}.`)
  const copies = world.learners / crowdSize
  return Array.from({ length: actorsPerRound }, (_, index) => {
    const turn = round * actorsPerRound + index
    // The first copy, which says who has what, stays as it was filled.
    return actorOf(pool[turn % pool.length], 1 + ((turn * 7919 + seed) % (copies - 1)))
  })
}

/** A scene with its whole cast in every world: what each of its operations cost, by world. */
async function playAll(scene, worlds, { round, seed }) {
  const found = new Map()
  const casts = worlds.map((world) => castOf(scene, world, round, seed))
  for (const [index, world] of worlds.entries()) await logIn(world.db, casts[index], { now: world.clock.now() })
  for (let turn = 0; turn < actorsPerRound; turn += 1) {
    // In turn, so that a disturbance hits all alike.
    for (const [index, world] of worlds.entries()) {
      for (const [name, cost] of await world.play(scene, casts[index][turn])) {
        const rows = found.get(name) ?? worlds.map(() => [])
        rows[index].push(cost)
        found.set(name, rows)
      }
    }
  }
  return found
}

/** What the operations of all scenes cost; a scene in which something fails is left out from then on, and `onFault` is told. */
async function measure(worlds, { rounds, onProgress, onFault, only }) {
  const figures = new Map()
  const seed = Math.floor(Math.random() * 1e6)
  const failed = new Set()
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const scene of scenes) {
      const { name: title } = scene.run
      if (failed.has(scene) || (only && !only.includes(title))) continue
      onProgress(`${round === 0 ? 'warming up' : `round ${round}/${rounds}`}: ${title}`)
      try {
        const found = await playAll(scene, worlds, { round, seed })
        if (round === 0) continue
        for (const [name, rows] of found) figures.set(name, rows.map((row, index) => [...(figures.get(name)?.[index] ?? []), ...row]))
      } catch (fault) {
        if (isStopping()) throw fault
        failed.add(scene)
        onFault(`${title}: ${fault.message}`)
      }
    }
  }
  return figures
}

function summary(engine, sizes, figures) {
  return [...figures].map(([name, runs]) => {
    const of = (pick) => runs.map((costs) => median(costs.map(pick)))
    const [ms, cpu, db] = [of((cost) => cost.ms), of((cost) => cost.cpu), of((cost) => cost.db)]
    return { engine, operation: name, sizes, ms, cpuMs: cpu, databaseCpuMs: db, times: ms.at(-1) / ms[0], cpuTimes: cpu.at(-1) / cpu[0] }
  })
}

/** Whose processor time the figures of PostgreSQL are. */
export const sayWhose = (rows) => rows.every(({ databaseCpuMs }) => databaseCpuMs.every((spent) => spent === 0))
  ? 'Processor time is the training API\'s alone: what PostgreSQL takes cannot be read here, since it runs in a container, on another machine or as another user.'
  : 'Processor time is that of the training API and of the one session of PostgreSQL that serves it: what the server\'s own processes do beside it (its log, checkpoints, clearing up) is not in it.'

/** Refuses names of scenes that there are not. */
function requireScenes(only = []) {
  const names = scenes.map(({ run }) => run.name)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Refusal(`There is no scene named ${unknown}; there are: ${names.join(', ')}.`)
}

/** Fills the worlds, plays every scene in all of them in turn, and prints what grows. */
export async function benchGrowth({ rounds, print, keepRows, sizes, keep = false, drop = false, only, engine: wanted }) {
  if (drop) {
    await removeKept()
    return []
  }
  requireScenes(only)
  const engines = await findEngines(print, wanted, { needed: true })
  rememberHashes()
  const packages = createPackageStore(temporaryFolder())
  const rows = []
  for (const engine of engines) {
    // A server of this run's own goes with it, and its worlds with it.
    const keeps = keep && (engine === 'pglite' || givenServer() !== undefined)
    if (keep && !keeps) print.remark('No world on PostgreSQL is kept: BENCH_DATABASE_URL names no server to keep it on.')
    const own = sizes ?? (engine === 'pglite' ? [20_000, 200_000] : [20_000, 200_000, 1_000_000])
    const worlds = []
    try {
      for (const learners of own) worlds.push(await mount(await openWorld(engine, learners, { keep: keeps, progress: (text) => print.progress(`${engine}: ${text}`) }), packages))
      rows.push(...summary(engine, own, await measure(worlds, { rounds, only, onProgress: (text) => print.progress(`${engine}: ${text}`), onFault: (text) => print.fault(`${engine}: ${text}`) })))
      // The next engine may come to nothing, as on a disk that is too small.
      keepRows(rows)
    } finally {
      for (const { close } of worlds) await close()
    }
    const ms = (value) => value.toFixed(2)
    const of = rows.filter((row) => row.engine === engine)
    print.table([engine, ...own.map((learners) => `ms of ${learners / 1000}k`), 'times', ...own.map((learners) => `CPU-ms of ${learners / 1000}k`), 'times', engine === 'postgres' ? 'its session' : 'database'], of.map((row) => [
      row.operation, ...row.ms.map(ms), ms(row.times), ...row.cpuMs.map(ms), ms(row.cpuTimes), row.databaseCpuMs.map(ms).join(' → '),
    ]))
    const verdict = growthVerdict(of, own)
    if (verdict) print.line(verdict)
    if (engine === 'postgres') print.remark(sayWhose(of))
  }
  return rows
}
