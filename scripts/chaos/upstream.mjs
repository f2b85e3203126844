// A web whose platform is slow, down, or answers nonsense: what learners write through it, what its pages say, and how it goes on.
import { join } from 'node:path'
import { embeddedStage, freePort, processPart } from '../../training-api/tests/answer-kill-stage.ts'
import { visits } from '../../tests/support/screens.ts'
import { root } from '../lib/paths.mjs'
import { troubleLoop } from './loop.mjs'
import { faultOfPage, markOf } from './pages.mjs'
import { randomOf } from './random.mjs'
import { webPart } from './web.mjs'
import { readyWorld, writingLearners } from './writes.mjs'

const kinds = ['down', 'reset', 'slow', 'lag', 'lost', 'html', 'half', 'wrong-type', 'error', 'away', 'refused', 'huge']
/** A platform that says yes to a write and nonsense beside it has said yes: such answers are for what is read. */
const writing = 'Collection|joinError|removeError|DelFlagById|updateMessageUserStatus|saveComment|startAndEnd|app/note$|updateUserSection'
const touched = (kind) => (kind === 'wrong-type' ? `^/(?!health)(?!.*(?:${writing}))` : '^/(?!health)')
/** The longest that anybody waits for a page or an answer. */
const longestMs = 15_000
const pagesPerRound = 6
const shells = new Set(['learner', 'focus'])

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
    const learners = await writingLearners({ apiUrl: stage.url, webUrl, takers, seed, byWeb: () => true })
    const paths = visits.filter(({ shell, domain, screen }) => shells.has(shell) && !domain && screen !== 'ToTestIng').map(({ path }) => path)
    const { cookie } = learners[0]
    const marks = new Map()
    for (const path of paths) marks.set(path, markOf(await pageOf({ webUrl, path, cookie })))
    // Some show what belongs to somebody else, and are rightly not there for our learners.
    const pages = paths.filter((path) => marks.get(path).status !== 404)
    const someOf = () => Array.from({ length: pagesPerRound }, () => pages[Math.floor(random() * pages.length)])
    const unwell = (await Promise.all(pages.map((path) => faultOf({ webUrl, path, cookie, well: marks.get(path), isWell: true })))).filter((fault) => fault !== null)
    if (unwell.length > 0) throw new Error(`not well before any trouble: ${unwell.join(', ')}`)
    const look = async (isWell) => (await Promise.all(someOf().map((path) => faultOf({ webUrl, path, cookie, well: marks.get(path), isWell })))).filter((fault) => fault !== null)
    const causes = kinds.map((kind) => ({
      name: `platform ${kind}`,
      begin: () => fetch(`${proxyUrl}/__faults`, { method: 'POST', body: JSON.stringify({ account: '*', path: touched(kind), kind }) }),
      during: () => look(false),
      end: () => fetch(`${proxyUrl}/__faults?account=*`, { method: 'DELETE' }),
      // Once the trouble is over pages come as ever.
      settle: () => look(true),
    }))
    return await troubleLoop({ learners, parts, causes, rounds, random, line })
  } finally {
    for (const part of parts.toReversed()) await part.kill()
    await stage.close()
  }
}
