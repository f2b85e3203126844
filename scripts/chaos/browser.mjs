// A learner sits a paper in a real browser while the network is cut, the device's clock is set, a second tab takes over, the page is loaded
// anew or dies, or the network is gone when the paper is handed in.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { lateSentence, longestRecoverySeconds } from '../../training-api/tests/answer-kill-stage.ts'
import { demoAccount } from '../lib/demo-world.mjs'
import { causes, planOf, timedCause } from './browser-plan.mjs'
import { platformOf } from './calls.mjs'
import { noBrowser, openBrowser } from './chromium.mjs'
import { noCluster } from './cluster.mjs'
import { newRow, notRun, withNotRun } from './loop.mjs'
import { judgePapers } from './papers-kept.mjs'
import { randomOf } from './random.mjs'
import { Sitting } from './sitting.mjs'
import { judgeTotals } from './totals.mjs'
import { bringUp, wholeStage } from './writes.mjs'

const exam = 8001
const patienceMs = 30_000
/** Of two pages the one that was chosen writes, undisturbed for so long. */
const settledMs = 1_000
/** So long before its end a paper must still be open. */
const earlyMs = 2_000
const questions = 30

/** Answers some questions, one after another. */
async function answerSome(page, { random, count, waits = true }) {
  for (let at = 0; at < count; at += 1) await page.choose(1 + Math.floor(random() * questions), Math.floor(random() * 2), { waits })
}

/** What is done in a round of each cause to a page on which something is saved already; gives the page that goes on, and since when everything is well again. */
const deeds = {
  async 'network cut'(sitting, page, { random, cut, lastsMs, answers }) {
    await sitting.cut(cut)
    const ends = pause(lastsMs)
    await answerSome(page, { random, count: answers })
    await ends
    await sitting.heal()
    return { page, since: performance.now() }
  },

  async 'device clock'(sitting, page, { random, shiftMs, isCut, reloads, answers }) {
    if (isCut) await sitting.cut('before')
    if (shiftMs) await sitting.shiftClock(shiftMs)
    await answerSome(page, { random, count: answers })
    // Without the web a device that was set forward takes the time for over: the paper waits for it then.
    const isOpen = !reloads || (await page.reloadAlone())
    if (!isOpen && !(isCut && shiftMs > 0)) sitting.faults.push('the paper was not there any more after it was loaded anew')
    if (isOpen) await answerSome(page, { random, count: answers })
    await sitting.heal()
    const since = performance.now()
    if (!isOpen) await page.tryAgain()
    return { page, since }
  },

  async 'two tabs'(sitting, first, { random, steps }) {
    const tabs = { first, second: await sitting.open() }
    for (const step of steps) {
      const [who, ...does] = step.split(' ')
      const what = does.join(' ')
      if (who === 'both') await Promise.all([tabs.first, tabs.second].map((page) => answerSome(page, { random, count: 2, waits: false })))
      else if (what === 'answers') await answerSome(tabs[who], { random, count: 1 + Math.floor(random() * 2), waits: random() < 0.7 })
      else if (what === 'takes over') await tabs[who].takeOver()
      else if (what === 'reloads') await tabs[who].reload()
      else {
        await tabs.second.vanish()
        tabs.second = await sitting.open()
      }
    }
    // The learner goes on in the first; what the second was still about to do is over before.
    for (let [settledAt, until] = [performance.now(), performance.now() + patienceMs]; performance.now() < Math.min(until, settledAt + settledMs);) {
      if ((await first.isReader()) || !(await tabs.second.isReader())) settledAt = performance.now()
      await first.takeOver()
      await pause(100)
    }
    return { page: first, since: performance.now(), readers: [tabs.second] }
  },

  async 'reload or crash'(sitting, page, { random, how, afterMs, isCut, answers }) {
    if (isCut) await sitting.cut('before')
    await answerSome(page, { random, count: answers })
    // What is chosen last is on its way in one place or another.
    await answerSome(page, { random, count: 1, waits: false })
    await pause(afterMs)
    if (how !== 'reload') await page.vanish({ crashes: how === 'crash' })
    const after = how === 'reload' ? page : await sitting.open()
    if (how === 'reload') await page.reload()
    await answerSome(after, { random, count: 1 })
    await sitting.heal()
    return { page: after, since: performance.now() }
  },

  async 'network cut at the hand-in'(sitting, page, { random, cut, lastsMs, answers, reloads }) {
    await sitting.cut(cut)
    const ends = pause(lastsMs)
    await answerSome(page, { random, count: answers })
    await page.handIn()
    if (reloads) {
      await page.waitsForNetwork()
      await page.reloadWaiting()
    }
    await ends
    await sitting.heal()
    return { page, since: performance.now(), isAsked: true }
  },

  async [timedCause](sitting, page, { random, reloads, answers }) {
    await answerSome(page, { random, count: answers })
    if (reloads) {
      await sitting.cut('before')
      await page.reload()
      await answerSome(page, { random, count: 1 })
      await sitting.heal()
    }
    await pause(Math.max(0, sitting.deadline - earlyMs - Date.now()))
    if (await page.isEnding()) sitting.faults.push('the paper was ended before its time')
    await pause(Math.max(0, sitting.deadline - Date.now()))
    return { page, since: performance.now(), isAsked: true }
  },
}

/** Begins a paper for an account, of which so much time is left. */
async function beginTimed({ apiUrl, db, account, leftMs }) {
  const platform = await platformOf(apiUrl, account)
  const { instanceId } = await platform.get('train/examPlanApp/startAnswer', { examPlanId: exam })
  await db.execute(sql`update attempts set deadline_at = date_trunc('milliseconds', now() + ${leftMs} * interval '1 millisecond') where tenant_id = 82 and attempt_id = ${Number(instanceId)}`)
}

/** One sitting with its trouble; gives what its learner was told, with what was wrong and how long recovery took. */
async function sit({ browser, stage, db, plan, seed }) {
  const account = demoAccount(plan.round)
  const random = randomOf(seed + plan.round)
  if (plan.cause === timedCause) await beginTimed({ ...stage, db, account, leftMs: plan.leftMs })
  const sitting = await Sitting.begin({ browser, webUrl: stage.webUrl, account, number: plan.round, aheadMs: plan.aheadMs })
  let seconds = null
  try {
    const page = await sitting.open()
    if (plan.cause !== timedCause) await answerSome(page, { random, count: 2 })
    const { page: last, since, readers = [], isAsked = false } = await deeds[plan.cause](sitting, page, { ...plan, random })
    if (isAsked) seconds = await last.secondsUntilResult(since, patienceMs)
    else {
      seconds = await last.secondsUntilSaved(since, patienceMs)
      const clock = await last.clockFault(longestRecoverySeconds * 1000)
      if (clock !== null) sitting.faults.push(clock)
      await last.handIn()
      const asked = performance.now()
      for (const [at, one] of [last, ...readers].entries()) {
        if ((await one.secondsUntilResult(asked, longestRecoverySeconds * 1000)) !== null) continue
        sitting.faults.push(`the page that ${at === 0 ? 'handed in' : 'reads'} was not at the result ${longestRecoverySeconds} s after the hand-in: ${await one.words()}`)
      }
    }
    const late = lateSentence(account, seconds)
    if (late !== null) sitting.faults.push(late)
  } catch (error) {
    sitting.faults.push(String(error instanceof Error ? error.message : error).split('\n').slice(0, 3).join(' '), ...(await sitting.words()).map((words) => `a page showed: ${words}`))
  }
  await sitting.close()
  const { faults, handIns, sheet, attempt, askedAt } = sitting
  const attemptId = attempt?.ref.attemptId ?? null
  return { plan, account, attemptId, by: plan.cause === timedCause ? 'deadline' : 'learner', askedAt: askedAt ?? 0, handIns, faults, seconds: seconds ?? patienceMs / 1000, sheet }
}

/** Compares what learners were told with what is in the database; gives a row of the table for each cause that had a round. */
async function judge(told, { db, line }) {
  const known = new Set()
  const rows = []
  for (const [cause, sittings] of Map.groupBy(told, ({ plan }) => plan.cause)) {
    const row = newRow(cause)
    row.rounds = sittings.length
    row.acknowledged = sittings.reduce((sum, { sheet, handIns }) => sum + sheet.operations.length + handIns.length, 0)
    row.faults = sittings.reduce((sum, { faults }) => sum + faults.length, 0)
    row.slowestSeconds = Number(Math.max(...sittings.map(({ seconds }) => seconds)).toFixed(1))
    await judgePapers(row, sittings, { db, examId: exam, line, known })
    rows.push(row)
  }
  return rows
}

/** The same rows, and the one of the totals. */
const judgeAll = async (told, { db, rounds, line }) => [await judge(told, { db, line }), await judgeTotals(db, { rounds, line })]

/** Runs the rounds; gives the rows of the table. */
export async function chaosBrowser({ rounds, takers, seed, line, among = causes }) {
  const opened = await openBrowser()
  if (!opened) return [notRun('everything in the browser', noBrowser)]
  const stage = await wholeStage()
  const lacking = stage.hasServer ? [] : [notRun(timedCause, noCluster)]
  const possible = stage.hasServer ? among : among.filter((cause) => cause !== timedCause)
  const plans = planOf({ rounds, seed, among: possible })
  const told = []
  try {
    const before = await stage.open()
    // An hour of a device's clock must be more than the paper's time.
    await before.db.execute(sql`update exams set answer_minutes = 45 where tenant_id = 82 and exam_id = ${exam}`)
    if (!stage.hasServer) await before.close()
    await bringUp(stage.parts)
    const waiting = [...plans]
    async function lane() {
      for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
        const one = await sit({ browser: opened.browser, stage, db: before.db, plan, seed })
        told.push(one)
        for (const fault of one.faults.slice(0, 5)) line(`${JSON.stringify(plan)}: ${fault}`)
        if (told.length % 10 === 0) line(`round ${told.length}: ${told.reduce((sum, { sheet }) => sum + sheet.operations.length, 0)} answers acknowledged`)
      }
    }
    await Promise.all(Array.from({ length: takers }, lane))
    for (const part of stage.parts.slice(1).toReversed()) await part.stop()
    if (stage.hasServer) await before.close()
    else await stage.parts[0].stop()
    const { db, close } = await stage.open()
    const [rows, totals] = await judgeAll(told, { db, rounds, line }).finally(close)
    const accidents = stage.parts.flatMap((part) => part.accidents())
    for (const text of accidents) line(text)
    if (rows[0]) rows[0].faults += accidents.length
    const unplanned = possible.filter((cause) => plans.every((plan) => plan.cause !== cause)).map(newRow)
    return [...withNotRun([...rows, ...unplanned], rounds), totals, ...lacking]
  } finally {
    await opened.close()
    for (const part of stage.parts.toReversed()) await part.kill()
    await stage.close()
  }
}
