// A web whose platform is slow, down, or answers nonsense: what learners write through it, papers they answer and hand in, what its pages and
// doors say, and how it goes on.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { embeddedStage, freePort, processPart } from '../../training-api/tests/answer-kill-stage.ts'
import { visits } from '../../tests/support/screens.ts'
import { root } from '../lib/paths.mjs'
import { answeringLearners } from './answering.mjs'
import { troubleLoop } from './loop.mjs'
import { faultOfPage, markOf } from './pages.mjs'
import { judged } from './papers-kept.mjs'
import { randomOf } from './random.mjs'
import { webPart } from './web.mjs'
import { readyWorld, writingLearners } from './writes.mjs'

const kinds = ['down', 'reset', 'slow', 'lag', 'lost', 'html', 'half', 'wrong-type', 'error', 'away', 'refused', 'huge']
/**
 * A platform that says yes to a write and nonsense beside it has said yes: such answers are for what is read. So it is with a hand-in and a
 * single answer (E6); what became of each answer of a batch (XE1) and whether a paper is open are read.
 */
const writing = 'Collection|joinError|removeError|DelFlagById|updateMessageUserStatus|saveComment|startAndEnd|app/note$|updateUserSection|submitPaper|updateAnswerResult$|studyHeartbeat|saveStudyPosition|markAllMessagesRead|joinPost|saveStudtyFruit|gradeError'
const touched = (kind) => (kind === 'wrong-type' ? `^/(?!health)(?!.*(?:${writing}))` : '^/(?!health)')
/** The longest that anybody waits for a page or an answer. */
const longestMs = 15_000
const pagesPerRound = 8
/** How long one asks for a page that does not come as ever; the recovery that is promised is shorter. */
const patienceSeconds = 30
/** Shells of pages for whoever comes. */
const publicShells = new Set(['guest', 'bare'])

/** A page as a browser gets it. */
async function pageOf({ webUrl, path, cookie }) {
  const reply = await fetch(webUrl + path, { headers: { cookie, accept: 'text/html' }, redirect: 'manual', signal: AbortSignal.timeout(longestMs + 5_000) })
  return { status: reply.status, location: reply.headers.get('location'), html: await reply.text() }
}

/** Asks for a page and says what is wrong with what came, or with how long it took. */
async function faultOf({ path, ...asked }) {
  const begun = performance.now()
  const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`
  try {
    const page = await pageOf({ path, ...asked })
    if (performance.now() - begun > longestMs) return `${path} took ${seconds()}`
    const fault = faultOfPage(page, asked)
    return fault && `${path} ${fault}`
  } catch (error) {
    return `${path}: ${error instanceof Error ? error.message : error} after ${seconds()}`
  }
}

/** Asks for a page from the end of a trouble on until it is what it was; gives after how many seconds. */
async function pageAgain(asked, endedAt) {
  for (;;) {
    const fault = await faultOf({ ...asked, isWell: true })
    const seconds = (performance.now() - endedAt) / 1000
    if (fault === null) return { who: asked.path, seconds }
    if (seconds > patienceSeconds) return { who: fault, seconds: null }
    await pause(100)
  }
}

/** Runs the rounds; gives the rows of the table. */
export async function chaosUpstream({ rounds, takers, seed, line }) {
  const random = randomOf(seed)
  const stage = await embeddedStage()
  await readyWorld(await stage.open())
  const [proxyPort, webPort] = [await freePort(), await freePort()]
  const proxyUrl = `http://127.0.0.1:${proxyPort}`
  const webUrl = `http://localhost:${webPort}`
  const parts = [...stage.parts, processPart('proxy', [join(root, 'tests/support/fault-proxy.mjs')], { ...process.env, PORT: String(proxyPort), TARGET: stage.url }, `${proxyUrl}/health`), webPart(webPort, proxyUrl)]
  try {
    for (const part of parts) await part.start()
    const writing = await writingLearners({ apiUrl: stage.url, webUrl, takers, seed, byWeb: () => true })
    const answering = await answeringLearners({ apiUrl: stage.url, webUrl, first: takers, count: Math.max(2, Math.ceil(takers / 2)), seed })
    const learners = [...writing, ...answering]
    // Visitors bring no session. Of an exam the HTML shows only that it is being opened.
    const screens = visits.filter(({ domain }) => !domain).map(({ path, shell, screen }) => ({ webUrl, path, cookie: publicShells.has(shell) ? '' : writing[0].cookie, isScripted: screen === 'ToTestIng' }))
    for (const screen of screens) screen.well = markOf(await pageOf(screen))
    // Some show what belongs to somebody else, and are rightly not there for our learners.
    const pages = screens.filter(({ well }) => well.status !== 404)
    const someOf = () => Array.from({ length: pagesPerRound }, () => pages[Math.floor(random() * pages.length)])
    const unwell = (await Promise.all(pages.map((page) => faultOf({ ...page, isWell: true })))).filter((fault) => fault !== null)
    if (unwell.length > 0) throw new Error(`not well before any trouble: ${unwell.join(', ')}`)
    const look = async () => (await Promise.all(someOf().map((page) => faultOf({ ...page, isWell: false })))).filter((fault) => fault !== null)
    let begun = 0
    let spoiled = 0
    const causes = kinds.map((kind) => ({
      name: `platform ${kind}`,
      isWebUp: true,
      // One of them hands in just then, the others answer.
      async begin() {
        const handsIn = await answering[(begun += 1) % answering.length].readyToHandIn()
        await fetch(`${proxyUrl}/__faults`, { method: 'POST', body: JSON.stringify({ account: '*', path: touched(kind), kind }) })
        handsIn()
      },
      during: look,
      async end() {
        spoiled = (await (await fetch(`${proxyUrl}/__faults?account=*`, { method: 'DELETE' })).json()).spoiled
      },
      // Once the trouble is over pages come as ever.
      again: (endedAt) => Promise.all(someOf().map((page) => pageAgain(page, endedAt))),
      settle: () => (spoiled > 0 ? [] : ['nothing was asked of the platform while it was in trouble']),
    }))
    const rows = await troubleLoop({ learners, parts, causes, rounds, random, line })
    for (const learner of answering) await learner.finish()
    for (const part of parts.toReversed()) await part.stop()
    return [...rows, ...(await judged(answering, stage, { rounds, line }))]
  } finally {
    for (const part of parts.toReversed()) await part.kill()
    await stage.close()
  }
}
