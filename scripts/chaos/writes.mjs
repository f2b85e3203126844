// Everything a learner writes while what serves them is killed with `kill -9`: database, training API, web, or all at once; while one of
// them stands still; and while somebody else keeps the rows of half of them locked.
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../training-api/db/client.ts'
import { seedDemoWorld } from '../../training-api/seed/index.ts'
import { apiName, apiPart, databasePart, embeddedStage, freePort } from '../../training-api/tests/answer-kill-stage.ts'
import { demoAccount } from '../lib/demo-world.mjs'
import { directWrites, platformOf, webWrites } from './calls.mjs'
import { makeCluster, noCluster } from './cluster.mjs'
import { faultOfDoor, faultOfPlatform } from './door-answers.mjs'
import { WritingLearner } from './learners.mjs'
import { killOf, notRun, standstillOf, troubleLoop } from './loop.mjs'
import { randomOf } from './random.mjs'
import { judgeTotals } from './totals.mjs'
import { webPart } from './web.mjs'
import { worldSql } from './world.mjs'

/** Makes in an opened database what the writing learners need, and closes it; `fill` puts the demo world there first. */
export async function readyWorld({ db, close }, { fill = false } = {}) {
  if (fill) await seedDemoWorld(db, { now: new Date() })
  for (const statement of worldSql) await db.execute(sql.raw(statement))
  await close()
}

/** Starts a PostgreSQL of our own with the world of the writing learners in it. */
export async function fillCluster({ part, url }) {
  await part.start()
  await readyWorld(await openDatabase({ databaseUrl: url }), { fill: true })
}

/** So many learners who can write; `byWeb` says by number who does it through the web where there is one, whose doors are judged by `faultOfTrouble`. */
export async function writingLearners({ apiUrl, webUrl, takers, seed, byWeb = (at) => at % 2 === 1, faultOfTrouble = faultOfDoor }) {
  return Promise.all(Array.from({ length: takers }, async (_, at) => {
    const account = demoAccount(at + 1)
    const platform = await platformOf(apiUrl, account)
    const own = webUrl && byWeb(at) ? { writes: await webWrites(webUrl, account, at), faultOfTrouble } : { writes: directWrites(platform), faultOfTrouble: faultOfPlatform }
    const learner = new WritingLearner({ platform, ...own, random: randomOf(seed + at + 1) })
    await learner.prepare()
    return learner
  }))
}

/**
 * Database, training API and web as parts to be killed; without an installed PostgreSQL the training API with its embedded one. `open` opens
 * the database: a server's at any time (`hasServer`), the embedded one while nothing runs.
 */
export async function wholeStage() {
  const cluster = await makeCluster()
  const webPort = await freePort()
  const webUrl = `http://localhost:${webPort}`
  if (!cluster) {
    const stage = await embeddedStage()
    await readyWorld(await stage.open())
    return { parts: [...stage.parts, webPart(webPort, stage.url)], apiUrl: stage.url, webUrl, hasServer: false, open: stage.open, close: stage.close }
  }
  await fillCluster(cluster)
  const apiPort = await freePort()
  const apiUrl = `http://127.0.0.1:${apiPort}`
  return { parts: [cluster.part, apiPart(apiPort, { DATABASE_URL: cluster.url }), webPart(webPort, apiUrl)], apiUrl, webUrl, hasServer: true, databaseUrl: cluster.url, open: () => openDatabase({ databaseUrl: cluster.url, migrate: false }), close: async () => cluster.close() }
}

/** Starts parts: the database first, without which the others do not come up. */
export async function bringUp(parts) {
  for (const part of parts.filter(({ name }) => name === databasePart)) await part.start()
  await Promise.all(parts.filter(({ name }) => name !== databasePart).map((part) => part.start()))
}

/** The row of a stage's totals; of an embedded database once nothing runs on it. */
export async function totalsOf({ parts, hasServer, open }, options) {
  if (!hasServer) for (const part of parts.toReversed()) await part.stop()
  const { db, close } = await open()
  return judgeTotals(db, options).finally(close)
}

/** Whether whom a learner asks is up while a part is away: behind the web is everything else, and behind the training API the database. */
export function leavesUp(part, { cookie }) {
  if (part === databasePart) return true
  return part === apiName && cookie !== undefined
}

const killing = (name, parts) => ({ name: killOf(name), isWebUp: (learner) => leavesUp(name, learner), begin: () => Promise.all(parts.map((part) => part.kill())), end: () => bringUp(parts) })

const standingStill = (part) => ({ name: standstillOf(part.name), lastsMs: 6_000, isWebUp: (learner) => leavesUp(part.name, learner), begin: () => part.standStill(), end: () => part.goOn() })

const lockedRows = 'rows of half of them locked'
/** What nobody can do without a server of PostgreSQL, as rows of the table. */
export const withoutServer = () => [killOf(databasePart), standstillOf(databasePart), lockedRows].map((cause) => notRun(cause, noCluster))

/** Somebody with a transaction that is left open has the rows of every second learner; the others must be answered all the same. */
function locking(url, learners) {
  let client = null
  const isLocked = ({ account }) => learners.findIndex((one) => one.account === account) % 2 === 0
  let begunAt = 0
  return {
    name: lockedRows,
    lastsMs: 9_000,
    isWebUp: true,
    async begin() {
      client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('begin')
      await client.query('select from learners where tenant_id = 82 and account = any($1) for update', [learners.filter(isLocked).map(({ account }) => account)])
      begunAt = performance.now()
    },
    during: () => learners.filter((learner) => !isLocked(learner) && learner.ackedAt <= begunAt).map(({ account }) => `${account} was not answered while others' rows were locked`),
    end: () => client.end(),
  }
}

/** Runs the rounds; gives the rows of the table. */
export async function chaosWrites({ rounds, takers, seed, line }) {
  const random = randomOf(seed)
  const stage = await wholeStage()
  try {
    await bringUp(stage.parts)
    const learners = await writingLearners({ ...stage, takers, seed })
    const causes = stage.parts.map((part) => killing(part.name, [part]))
    if (stage.parts.length > 1) causes.push(killing('all', stage.parts))
    causes.push(...stage.parts.map(standingStill))
    if (stage.hasServer) causes.push(locking(stage.databaseUrl, learners))
    const rows = await troubleLoop({ learners, parts: stage.parts, causes, rounds, random, line })
    rows.push(await totalsOf(stage, { rounds, line }))
    if (!stage.hasServer) rows.push(...withoutServer())
    return rows
  } finally {
    for (const part of stage.parts.toReversed()) await part.kill()
    await stage.close()
  }
}
