// A web whose platform is slow, down, or answers nonsense: what learners write through it, what its pages say, and how it goes on.
import { join } from 'node:path'
import { embeddedStage, freePort, processPart } from '../../training-api/tests/answer-kill-stage.ts'
import { visits } from '../../tests/support/screens.ts'
import { root } from '../lib/paths.mjs'
import { troubleLoop } from './loop.mjs'
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
/** Words that are for programmers. */
const leaked = /NullPointer|at com\.|\[object Object\]|Application error|Internal Server Error/

/** Asks for a page as a browser does, and says what is wrong with what came; while the platform is well no status may blame it. */
async function faultOf({ webUrl, path, cookie, isWell }) {
  const begun = performance.now()
  try {
    const reply = await fetch(webUrl + path, { headers: { cookie, accept: 'text/html' }, redirect: 'manual', signal: AbortSignal.timeout(longestMs + 5_000) })
    const html = await reply.text()
    const took = performance.now() - begun
    if (took > longestMs) return `${path} took ${Math.round(took / 1000)} s`
    if (reply.status >= 300 && reply.status < 400) return null
    if (reply.status >= 500 && (isWell || reply.status !== 503)) return `${path} answered ${reply.status}`
    if (leaked.test(html)) return `${path} says ${leaked.exec(html)[0]}`
    if (!/<a\s[^>]*href=|<button/.test(html)) return `${path} has no way on (${reply.status})`
    return null
  } catch (error) {
    return `${path}: ${error instanceof Error ? error.message : error} after ${Math.round((performance.now() - begun) / 1000)} s`
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
    // Some show what belongs to somebody else, and are rightly not there for our learners.
    const answers = await Promise.all(paths.map((path) => fetch(webUrl + path, { headers: { cookie: learners[0].cookie }, redirect: 'manual' })))
    const pages = paths.filter((_, at) => answers[at].status !== 404)
    const someOf = () => Array.from({ length: pagesPerRound }, () => pages[Math.floor(random() * pages.length)])
    const look = async (isWell) => (await Promise.all(someOf().map((path, at) => faultOf({ webUrl, path, cookie: learners[at % takers].cookie, isWell })))).filter((fault) => fault !== null)
    const causes = kinds.map((kind) => ({
      name: `platform ${kind}`,
      begin: () => fetch(`${proxyUrl}/__faults`, { method: 'POST', body: JSON.stringify({ account: '*', path: touched(kind), kind }) }),
      during: () => look(false),
      end: () => fetch(`${proxyUrl}/__faults?account=*`, { method: 'DELETE' }),
      // Once the trouble is over pages come as ever.
      settle: () => look(true),
    }))
    return await troubleLoop({ learners, causes, rounds, random, line })
  } finally {
    for (const part of parts.toReversed()) await part.kill()
    await stage.close()
  }
}
