// Another version of the web takes the place of the one that is there, and that one its place again: behind the front one web after the other,
// where no request may fail, and one web alone, which is away for a moment. Learners write and read all the time, somebody opens page after
// page in a browser, and tabs of the version before go on.
import { killedExam } from '../../training-api/tests/answer-kill-stage.ts'
import { startLoad } from '../cluster/load.mjs'
import { openStage } from '../cluster/stage.mjs'
import { demoAccount } from '../lib/demo-world.mjs'
import { clusterParts, missingParts } from '../lib/parts.mjs'
import { root } from '../lib/paths.mjs'
import { noBrowser, openBrowser } from './chromium.mjs'
import { newRow, notRun, troubleLoop } from './loop.mjs'
import { newVersion } from './new-version.mjs'
import { openOldTabs } from './old-tabs.mjs'
import { judgePapers } from './papers-kept.mjs'
import { randomOf } from './random.mjs'
import { judgeTotals } from './totals.mjs'
import { Walker } from './walker.mjs'
import { deviceOf } from './sitting.mjs'
import { webPart } from './web.mjs'
import { bringUp, wholeStage, writingLearners } from './writes.mjs'

const behindFront = 'another version, behind the front'
const alone = 'another version, one web alone'
const visitors = 2
const learnerPaths = ['/Home', '/myCurriculum', '/CurriculumDetil?id=3001', '/myTestPapers', '/MyStudy?thisId=1']
const visitorPaths = ['/login', '/news', '/resetPassword']
/** Whose tabs these are: nobody who is under load. */
const accountAt = (number) => demoAccount(200 + (number % 80))

/** Which version a round brings in: the other one, and back. */
export const versionOf = (round, { old, fresh }) => (round % 2 === 1 ? fresh : old)

/** Adds to a row what tabs came to, and what is missing of what they were told. */
async function judgeTabs(row, results, { db, line }) {
  await judgePapers(row, results.map(({ told }) => told), { db, examId: killedExam.examId, line })
  for (const { acknowledged, faults, slowestSeconds } of results) {
    row.acknowledged += acknowledged
    row.faults += faults.length
    row.slowestSeconds = Math.max(row.slowestSeconds, Number(slowestSeconds.toFixed(1)))
  }
}

/** The row of what the totals come to where these versions changed. */
async function totalsRow(where, db, options) {
  const row = await judgeTotals(db, options)
  return { ...row, cause: `${where}: ${row.cause}` }
}

/** Versions change behind the front, web by web. */
async function runBehindFront({ rounds, takers, seed, line, browser, versions }) {
  const row = newRow(behindFront)
  const random = randomOf(seed)
  const stage = await openStage({ line })
  try {
    const load = await startLoad({ stage, learners: takers, visitors, random })
    const results = []
    for (let round = 1; round <= rounds; round += 1) {
      const [webUrl, apiUrl] = [stage.front, stage.platform]
      const tabs = await openOldTabs({ browser, webUrl, apiUrl, account: accountAt(round), number: round, random: randomOf(seed + round) })
      const devices = [await deviceOf({ browser, webUrl, account: accountAt(round + 40), number: round + 1000 }), await browser.newContext({ locale: 'zh-CN' })]
      const walkers = await Promise.all([learnerPaths, visitorPaths].map(async (paths, at) => new Walker({ page: await devices[at].newPage(), webUrl, paths, random: randomOf(seed + round + at) })))
      await Promise.all(walkers.map(({ begun }) => begun))
      const folder = versionOf(round, versions)
      for (const name of ['web-1', 'web-2']) {
        load.during(`${name} in round ${round}`)
        await stage.replace(stage.rolling.find((part) => part.name === name), folder)
      }
      load.during(`after round ${round}`)
      const result = await tabs.use()
      const walked = await Promise.all(walkers.map((walker) => walker.stop()))
      const steps = walkers.reduce((sum, walker) => sum + walker.steps, 0)
      for (const device of devices) await device.close()
      result.faults.push(...walked.flat())
      results.push(result)
      row.rounds += 1
      for (const text of result.faults.slice(0, 8)) line(`round ${round}: ${text}`)
      const { pages, saves, notes, visits, failed } = load.soFar()
      line(`round ${round}: ${steps} pages in the browser; so far ${pages} pages, ${saves} answers, ${notes} notes and ${visits} visits, ${failed.length} failed`)
    }
    const found = await load.stop()
    for (const { during, what } of found.failed.slice(0, 20)) line(`failed while ${during} was replaced: ${what}`)
    const accidents = stage.accidents()
    const odd = found.wrong.length - found.missing - found.twice
    for (const text of [...found.wrong, ...accidents].slice(0, 20)) line(text)
    row.acknowledged += found.saves + found.notes
    row.missing += found.missing
    row.twice += found.twice
    row.faults += found.failed.length + odd + accidents.length
    await judgeTabs(row, results, { db: stage.db, line })
    return [row, await totalsRow(behindFront, stage.db, { rounds, line })]
  } catch (fault) {
    // What ended by itself explains what came after it.
    for (const text of stage.accidents()) line(text)
    throw fault
  } finally {
    await stage.close()
  }
}

/** One web without a front is ended and another version of it started. */
async function runAlone({ rounds, takers, seed, line, browser, versions }) {
  const stage = await wholeStage()
  const { apiUrl, webUrl } = stage
  const webPort = Number(new URL(webUrl).port)
  const others = stage.parts.filter(({ name }) => name !== 'web')
  const webs = Object.fromEntries(Object.entries(versions).map(([name, folder]) => [name, webPart(webPort, apiUrl, folder)]))
  const parts = [...others, ...Object.values(webs)]
  let round = 0
  const results = []
  let tabs
  try {
    await bringUp(others)
    await webs.old.start()
    const learners = await writingLearners({ apiUrl, webUrl, takers, seed, byWeb: () => true })
    const cause = {
      name: alone,
      async begin() {
        round += 1
        tabs = await openOldTabs({ browser, webUrl, apiUrl, account: accountAt(round), number: round, random: randomOf(seed + round) })
        await versionOf(round - 1, webs).stop()
      },
      end: () => versionOf(round, webs).start(),
      async settle() {
        results.push(await tabs.use())
        return []
      },
    }
    const [row, ...more] = await troubleLoop({ learners, parts, causes: [cause], rounds, random: randomOf(seed), line })
    for (const { faults } of results) for (const text of faults.slice(0, 8)) line(`${alone}: ${text}`)
    for (const part of parts.filter(({ name }) => name !== 'database').toReversed()) await part.stop()
    const { db, close } = await stage.open()
    try {
      await judgeTabs(row, results, { db, line })
      return [row, ...more, await totalsRow(alone, db, { rounds, line })]
    } finally {
      await close()
    }
  } finally {
    for (const part of parts.toReversed()) await part.kill()
    await stage.close()
  }
}

/** Runs the rounds; gives the rows of the table. */
export async function chaosDeploy(options) {
  const opened = await openBrowser()
  if (!opened) return [notRun('another version of the web', noBrowser)]
  const { browser, close } = opened
  try {
    const given = { ...options, browser, versions: { old: root, fresh: await newVersion() } }
    const reason = missingParts(clusterParts)
    return [...(reason === null ? await runBehindFront(given) : [notRun(behindFront, reason)]), ...(await runAlone(given))]
  } finally {
    await close()
  }
}
