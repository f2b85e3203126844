// Steady mixed load for as long as one likes: how much memory each server takes, minute by minute, and whether it stays.
import { exchange } from './http.mjs'
import { requireBuild, startApi, startWeb } from './web/arrangements.mjs'
import { cases, requestOf } from './web/cases.mjs'
import { gather, hostOf, send } from './web/people.mjs'

/** Megabytes that all servers together may take after the load. */
const mostMb = 600
/** Growth in an hour that still counts as flat, as a share of the whole. */
const mostGrowth = 0.05
const sessions = 10

/** How often each case comes, of a hundred: reading most, writing as while studying and sitting exams. */
const mix = {
  home: 12, 'my-courses': 8, 'course-detail': 14, 'player-start': 8, 'exam-list': 4, 'exam-page': 3, 'library-search': 6, 'cached-page': 8,
  door: 12, ranking: 4, 'study-report': 2, 'study-beat': 6, 'exam-start': 1, 'answer-save': 11, 'practice-draw': 1,
}
const deck = Object.entries(mix).flatMap(([name, share]) => Array(share).fill(name))

/** The same address with something else in it: pages differ from visit to visit, as in life. */
function varied(request) {
  const course = 3001 + Math.floor(Math.random() * 40)
  const word = ['安全', '电工', '焊接', '作业', '消防', '管理'][Math.floor(Math.random() * 6)]
  return { ...request, path: request.path.replace('/CurriculumDetil?id=3001', `/CurriculumDetil?id=${course}`).replace(/\?name=[^&]*/, `?name=${encodeURIComponent(word)}&page=${1 + Math.floor(Math.random() * 3)}`) }
}

/** One learner's browser: one request after the other until the end. */
async function browse(turn, { people, port, until, pauseMs, count }) {
  const own = { liming: people.liming[0], learners: people.learners[turn % people.learners.length], bank: people.bank[turn % people.bank.length], nobody: null }
  const ask = (who, method, path, body) => send(port, who, method, path, body)
  for (const name of ['study-report', 'answer-save']) await cases[name].prepare(own.learners, ask)
  while (performance.now() < until) {
    const name = deck[Math.floor(Math.random() * deck.length)]
    const one = cases[name]
    const person = own[one.by]
    const request = varied(requestOf(one, person, hostOf(person, port)))
    // A paper has its end: then the next one is opened.
    const reply = await exchange(port, request)
    count.asked += 1
    if (reply.status >= 500) throw new Error(`${name}: ${reply.status} ${reply.text.slice(0, 200)}`)
    if (name === 'answer-save' && !reply.text.includes('"saved"')) await one.prepare(person, ask)
    if (name === 'study-beat' && own.learners.beats > 400) await one.prepare(person, ask)
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, Math.random() * 2 * pauseMs))
  }
}

/** Megabytes per hour by which a row of figures rises: the slope of the straight line through it. */
function risePerHour(samples) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [atMean, mbMean] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ mb }) => mb))]
  const above = samples.reduce((sum, { at, mb }) => sum + (at - atMean) * (mb - mbMean), 0)
  const below = samples.reduce((sum, { at }) => sum + (at - atMean) ** 2, 0)
  return below === 0 ? 0 : (above / below) * 3600
}

/** Runs the load and prints the memory of every server, proportional share, each minute (each tenth of a shorter run). */
export async function benchSoak({ print, minutes = 2, pauseMs = 20 }) {
  await requireBuild({ withControls: false })
  const api = await startApi()
  try {
    const web = await startWeb(api.port, { withControls: false })
    const servers = [...web.servers, ...api.servers]
    const people = await gather(web.port)
    const begun = performance.now()
    const seconds = () => (performance.now() - begun) / 1000
    const until = begun + minutes * 60_000
    const count = { asked: 0 }
    const samples = []
    const look = async () => {
      for (const { refresh } of servers) await refresh?.()
      const each = servers.map((server) => server.memoryMb())
      const own = servers.reduce((sum, server) => sum + server.ownMemoryMb(), 0)
      samples.push({ at: seconds(), each, mb: each.reduce((sum, mb) => sum + mb, 0), own, asked: count.asked })
      const { mb } = samples.at(-1)
      print.line(`${(seconds() / 60).toFixed(1).padStart(5)} min, ${String(count.asked).padStart(7)} requests: ${servers.map(({ name }, index) => `${name} ${each[index].toFixed(0)}`).join(', ')}, together ${mb.toFixed(0)} MB`)
    }
    await look()
    let looking = Promise.resolve()
    const clock = setInterval(() => (looking = look()), Math.min(60, minutes * 6) * 1000)
    await Promise.all(Array.from({ length: sessions }, (_, turn) => browse(turn, { people, port: web.port, until, pauseMs, count })))
    clearInterval(clock)
    await looking
    await look()
    // The first third fills caches and heaps up to what they need.
    const settled = samples.filter(({ at }) => at >= (minutes * 60) / 3)
    const rise = risePerHour(settled.map(({ at, own }) => ({ at, mb: own })))
    const last = samples.at(-1)
    print.line(`${(count.asked / seconds()).toFixed(0)} requests/s; after the load ${last.mb.toFixed(0)} MB together (${last.mb <= mostMb ? '≤' : '>'} ${mostMb})`)
    print.line(`what they have filled themselves, since the first third: ${rise >= 0 ? '+' : ''}${rise.toFixed(0)} MB an hour, ${Math.abs(rise) <= last.mb * mostGrowth || rise < 0 ? 'flat' : 'not flat'}${minutes < 30 ? ' (a short run says little about an hour)' : ''}`)
    return samples.map(({ at, each, mb, asked }) => ({ seconds: at, megabytes: Object.fromEntries(servers.map(({ name }, index) => [name, each[index]])), together: mb, asked }))
  } finally {
    await api.close()
  }
}
