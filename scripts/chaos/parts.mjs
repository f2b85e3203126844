// The grown form, two of everything behind its front, while each part of it is killed with `kill -9` and brought up again some seconds
// later, or stands still for as long, or goes by a wrong clock for a while: learners write and answer through the front all the time, visitors
// read public pages, and a logout while Redis is away is none that is forgotten.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { CLOCKS_APART_MS } from '../../lib/domain/clocks.ts'
import { databasePart, longestRecoverySeconds } from '../../training-api/tests/answer-kill-stage.ts'
import { openStage } from '../cluster/stage.mjs'
import { clusterParts, missingParts } from '../lib/parts.mjs'
import { answeringLearners, Visitor } from './answering.mjs'
import { faultBehindFront } from './door-answers.mjs'
import { killOf, notRun, standstillOf, troubleLoop } from './loop.mjs'
import { papersNearTheirEnd } from './near-the-end.mjs'
import { papersRow } from './papers-kept.mjs'
import { randomOf } from './random.mjs'
import { judgeTotals } from './totals.mjs'
import { worldSql } from './world.mjs'
import { writingLearners } from './writes.mjs'

const awayMs = 3_000
const stillMs = 6_000
/** Half of it at the least, and so longer than the training API that looks for papers whose time is over takes for a round; the other one ends them when they are asked for. */
const wrongMs = 12_000
const redis = 'redis-server'
const apis = ['training-api-1', 'training-api-2']
/** Who logs in and out while Redis is away; not one of those who write. */
const account = 'learner200'

/** Whether a part is one behind the webs, without which they and the front answer; what passes through another may break off. */
const isBehindWebs = ({ name }) => [redis, databasePart, ...apis].includes(name)

/** A session that is ended on one web while Redis is away, and must be over on both soon after it is back. */
function forgottenLogout(stage) {
  const webs = ['web-1', 'web-2'].map((name) => stage.urlOf(name))
  const headers = { 'x-forwarded-host': 'localhost', origin: 'http://localhost', 'content-type': 'application/json' }
  const post = (web, path, body, more = {}) => fetch(web + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const isOver = async (web, cookie) => (await fetch(`${web}/api/messages/unread`, { headers: { ...headers, cookie } })).status === 401
  let cookie
  return {
    async logIn() {
      const login = await post(webs[0], '/api/public/session', { account, password: 'Train2026', consent: true })
      cookie = login.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
    },
    async logOut() {
      const { status } = await post(webs[0], '/api/session/end', {}, { cookie })
      if (status !== 200) return [`logging out while Redis is away was answered with ${status}`]
      return (await isOver(webs[0], cookie)) ? [] : ['a session that was ended while Redis is away goes on where it was ended']
    },
    async look() {
      for (const until = performance.now() + longestRecoverySeconds * 1000; performance.now() < until;) {
        if ((await Promise.all(webs.map((web) => isOver(web, cookie)))).every(Boolean)) return []
        await pause(200)
      }
      return [`a session that was ended while Redis was away is not over on both webs ${longestRecoverySeconds} s after it is back`]
    },
  }
}

/** Runs the rounds; gives the rows of the table. */
export async function chaosParts({ rounds, takers, seed, line }) {
  const reason = missingParts(clusterParts)
  if (reason !== null) return [notRun('kill -9 of each part of the grown form', reason)]
  const random = randomOf(seed)
  const stage = await openStage({ line, clocks: true })
  try {
    for (const statement of worldSql) await stage.db.execute(sql.raw(statement))
    const writing = await writingLearners({ apiUrl: stage.platform, webUrl: stage.front, takers, seed, byWeb: () => true, faultOfTrouble: faultBehindFront })
    const answering = await answeringLearners({ apiUrl: stage.platform, webUrl: stage.front, first: takers, count: takers, seed, faultOfTrouble: faultBehindFront })
    const visitors = Array.from({ length: Math.ceil(takers / 2) }, (_, at) => new Visitor({ name: `visitor ${at + 1}`, front: stage.front, random: randomOf(seed + 2_000 + at) }))
    const learners = [...writing, ...answering, ...visitors]
    let begun = 0
    const logout = forgottenLogout(stage)
    // One of them hands in just then, the others answer.
    const whileHandingIn = (begin) => async () => {
      const handsIn = await answering[(begun += 1) % answering.length].readyToHandIn()
      await begin()
      handsIn()
    }
    const killed = (part) => ({
      name: killOf(part.name),
      lastsMs: awayMs,
      isWebUp: isBehindWebs(part),
      begin: whileHandingIn(async () => {
        if (part.name === redis) await logout.logIn()
        await part.kill()
      }),
      during: () => (part.name === redis ? logout.logOut() : []),
      end: () => part.start(),
      settle: () => (part.name === redis ? logout.look() : []),
    })
    // Its connections stay open, and nobody hears that it is gone.
    const standingStill = (part) => ({ name: standstillOf(part.name), lastsMs: stillMs, isWebUp: isBehindWebs(part), begin: whileHandingIn(() => part.standStill()), end: () => part.goOn() })
    const nearTheEnd = await papersNearTheirEnd({ db: stage.db, urls: apis.map(stage.urlOf), accounts: ['learner201', 'learner202', 'learner203'] })
    // Nearly as far as clocks may be apart; the rest of the machine goes by the right one, and everybody is answered all the time.
    const wrongClock = (part, way) => ({
      name: `the clock of ${part.name} is ${way > 0 ? 'fast' : 'slow'}`,
      lastsMs: wrongMs,
      isWebUp: true,
      begin: whileHandingIn(async () => {
        await nearTheEnd.begin()
        await stage.setClock(part, Math.round(way * (0.8 + random() * 0.2) * CLOCKS_APART_MS))
      }),
      during: () => nearTheEnd.look(),
      end: () => stage.setClock(part, 0),
      settle: () => nearTheEnd.end(),
    })
    const causes = [...stage.running.flatMap((part) => [killed(part), standingStill(part)]), ...stage.rolling.flatMap((part) => [wrongClock(part, 1), wrongClock(part, -1)])]
    const rows = await troubleLoop({ learners, parts: stage.running, causes, rounds, random, line })
    for (const learner of answering) await learner.finish()
    rows.push(await papersRow(answering, { db: stage.db, rounds, line }), await judgeTotals(stage.db, { rounds, line }))
    if (!stage.running.some(({ name }) => name === databasePart)) rows.push(...[killOf, standstillOf].map((nameOf) => notRun(nameOf(databasePart), 'the server of BENCH_DATABASE_URL is not ours to kill')))
    return rows
  } finally {
    await stage.close()
  }
}
