// Steady mixed load for as long as one likes: how much memory each server takes, minute by minute, and whether it stays.
import { randomUUID } from 'node:crypto'
import { isStopping } from '../lib/processes.mjs'
import { findServer, withoutServer } from './databases.mjs'
import { exchange } from './http.mjs'
import { soakVerdict } from './verdicts.mjs'
import { requireBuild, startApi, startWeb } from './web/arrangements.mjs'
import { cases, requestOf } from './web/cases.mjs'
import { crowd, gather, hostOf, logIn, send, visit } from './web/people.mjs'

const sessions = crowd
/** So many things a learner does until the next one has the browser. */
const turnOf = 250
/** So many learners at the least share what a limit lets each of them do so often in an hour; at 100 requests/s that is 360 certificates, and 120 are one learner's. */
const fewest = 5
/** So long after the last request the database has ended the connections that nobody needs, and the runtime may have cleared up. */
const QUIET_MS = 30_000

/** How often each comes, of a thousand: reading most, writing as while studying and sitting exams, and what a server does a few times a minute. */
const mix = {
  home: 120, 'my-courses': 80, 'course-detail': 60, 'course-catalogue': 70, 'player-start': 80, 'exam-list': 40, 'exam-page': 30, 'library-search': 60, 'cached-page': 60,
  'course-detail-within': 20, news: 20, door: 120, ranking: 40, 'study-report': 8, 'study-beat': 60, 'exam-start': 10, 'answer-save': 106, 'practice-draw': 10, quickExam: 3, courseware: 1, login: 1, pdf: 1,
}
const deck = Object.entries(mix).flatMap(([name, share]) => Array(share).fill(name))
const oneOf = (all) => all[Math.floor(Math.random() * all.length)]

/** What is more than one request of a known case: errands of one learner, by name. */
const errands = {
  async news({ port }) {
    const list = await exchange(port, requestOf({ method: 'GET', path: () => '/news', accept: 'text/html' }, null, hostOf(null, port)))
    const links = [...list.text.matchAll(/href="(\/news\/[\w-]+)"/g)].map(([, path]) => path)
    if (links.length === 0) throw new Error('there is no news to read')
    return exchange(port, requestOf({ method: 'GET', path: () => links[Math.floor(Math.random() * links.length)], accept: 'text/html' }, null, hostOf(null, port)))
  },
  /** A short paper from beginning to end. */
  async quickExam({ learners }, ask) {
    const place = { origin: 'standalone', examId: '8003', paperId: '828003' }
    const own = { learnerId: learners.id, place }
    const { attempt } = await ask(learners, 'POST', '/api/attempts/start', { ...own, intentId: randomUUID(), attemptId: null })
    const { ref, standing: { epoch, seq }, questions } = attempt
    await ask(learners, 'POST', '/api/attempts/answers', { ...own, ref, epoch, saves: [{ opId: randomUUID(), seq: seq + 1, questionId: questions[0].id, optionIds: [questions[0].options[0].id] }] })
    await ask(learners, 'POST', '/api/attempts/hand-in', { ...own, ref, epoch, by: 'learner' })
  },
  async courseware({ launchers }, ask) {
    const { person } = oneOf(launchers)
    const chapterId = chapterOfPackage(await ask(person, 'GET', player.path()))
    await ask(person, 'POST', '/api/courseware/launch', { kind: 'course', id: '3001', courseId: '3001', itemId: null, chapterId, sectionId: '3203' })
  },
  /** Logs in from another browser and out again. */
  async login({ learners, port, turn }) {
    const other = await logIn(port, 'main', learners.account, 300 + turn)
    await send(port, other, 'POST', '/api/session/end', {})
  },
  pdf({ printers, port }) {
    const { person, found } = oneOf(printers)
    return visit(port, person, { method: 'GET', path: () => `/api/certificates/pdf?id=${found}`, accept: 'application/pdf' })
  },
}

const player = { method: 'GET', path: () => '/api/study/player?kind=course&id=3001', accept: 'application/json' }
const certificatesPage = { method: 'GET', path: () => '/MyStudy?tab=certificates', accept: 'text/html' }

/** The chapter of the courseware section, undefined where its learner may not open it. */
const chapterOfPackage = ({ items }) => items[0]?.chapters.find(({ sections }) => sections.some(({ id, locked }) => id === '3203' && !locked))?.id

/** Whoever of these is answered with something that `find` finds, each with it: what a learner may do so often in an hour is done by many. */
export async function whoHave(port, people, one, find) {
  const all = []
  for (const person of people) {
    const reply = await exchange(port, requestOf(one, person, hostOf(person, port)))
    const found = reply.status === 200 ? find(reply.text) : undefined
    if (found !== undefined) all.push({ person, found })
  }
  if (all.length < fewest) throw new Error(`only ${all.length} of ${people.length} learners have something at ${one.path()}`)
  return all
}

/** The first certificate that a page of them holds. */
export const certificateIn = (html) => /"certificate\W+id\W+(\d+)/.exec(html)?.[1]

/** Does one of the errands; whoever is put off, by a limit too, has not done it. */
export async function runErrand(name, own, ask) {
  const reply = await errands[name](own, ask)
  if (reply && reply.status !== 200) throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`)
}

/** The same address with something else in it: pages differ from visit to visit, as in life. */
function varied(request) {
  const course = 3001 + Math.floor(Math.random() * 40)
  const word = ['安全', '电工', '焊接', '作业', '消防', '管理'][Math.floor(Math.random() * 6)]
  return { ...request, path: request.path.replace('/CurriculumDetil?id=3001', `/CurriculumDetil?id=${course}`).replace(/\?name=[^&]*/, `?name=${encodeURIComponent(word)}&page=${1 + Math.floor(Math.random() * 3)}`) }
}

/** A browser, with one thing after the other until the end; the learners of its own take turns at it. */
async function browse(turn, { people, port, until, pauseMs, count }) {
  const learners = people.learners.filter((_, index) => index % sessions === turn)
  const openers = people.openers.filter((_, index) => index % sessions === turn)
  const own = { ...people, liming: people.liming[turn], learners: learners[0], openers: openers[0], bank: people.bank[turn], nobody: null, port, turn }
  const ask = (who, method, path, body) => {
    count.asked += 1
    return send(port, who, method, path, body)
  }
  const prepare = async () => {
    for (const name of ['study-report', 'answer-save']) await cases[name].prepare(own.learners, ask)
  }
  await prepare()
  for (let done = 1; performance.now() < until; done += 1) {
    if (done % turnOf === 0) {
      own.learners = learners[(done / turnOf) % learners.length]
      own.openers = openers[(done / turnOf) % openers.length]
      await prepare().catch((fault) => count.failed.push(`another learner: ${fault.message}`))
    }
    const name = deck[Math.floor(Math.random() * deck.length)]
    count.of[name] = (count.of[name] ?? 0) + 1
    try {
      if (errands[name]) await runErrand(name, own, ask)
      else await one(name, own, count, ask)
    } catch (fault) {
      if (isStopping()) throw fault
      count.failed.push(`${name}: ${fault.message}`)
      // Nobody knows where the learner is now, and a server that is away is not asked without a pause.
      await new Promise((done) => setTimeout(done, 500))
      await prepare().catch(() => undefined)
    }
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, Math.random() * 2 * pauseMs))
  }
}

/** Where an answer leads within the same page: a router to the address that names what it shows, a list from beyond its end to its last page. Undefined where it leads away. */
function onwardOf({ status, headers }, path) {
  if (status !== 307 || !headers.location) return undefined
  const [from, to] = [path, headers.location].map((address) => new URL(address, 'http://localhost'))
  return to.pathname === from.pathname ? to.pathname + to.search : undefined
}

/** Asks for a page or a call and, as browsers do, for what it leads to within the same page; anything but a whole answer has failed. */
export async function askWhole(port, person, part, { change = (request) => request, count }) {
  let path
  let reply = await visit(port, person, part, (request) => {
    const changed = change(request)
    path = changed.path
    return changed
  })
  count.asked += 1
  const onward = part.method === 'GET' ? onwardOf(reply, path) : undefined
  if (onward !== undefined) {
    reply = await visit(port, person, part, (request) => ({ ...request, path: onward }))
    count.asked += 1
  }
  if (reply.status !== 200 || !reply.text.includes(part.expected ?? '')) throw new Error(`${reply.status} ${reply.headers.location ?? reply.text.slice(0, 200)}`)
  return reply
}

async function one(name, own, count, ask) {
  const { by, prepare, requests = [cases[name]] } = cases[name]
  const person = own[by]
  for (const part of requests) {
    const reply = await askWhole(own.port, person, part, { change: varied, count })
    // A paper has its end: then the next one is opened.
    if (name === 'answer-save' && !reply.text.includes('"saved"')) await prepare(person, ask)
  }
  if (name === 'study-report' || (name === 'study-beat' && person.beats > 400)) await cases['study-beat'].prepare(person, ask)
}

/** Runs the load and prints the memory of every server, proportional share, each minute (each tenth of a shorter run). */
export async function benchSoak({ print, minutes = 2, pauseMs = 20 }) {
  if (!(await findServer(print))) withoutServer(print)
  await requireBuild({ withControls: false })
  const api = await startApi()
  try {
    const web = await startWeb(api.port, { withControls: false })
    const servers = [...web.servers, ...api.servers]
    const people = await gather(web.port)
    const many = [people.liming[0], ...people.learners]
    people.printers = await whoHave(web.port, many, certificatesPage, certificateIn)
    people.launchers = await whoHave(web.port, many, player, (text) => chapterOfPackage(JSON.parse(text)))
    const begun = performance.now()
    const seconds = () => (performance.now() - begun) / 1000
    const until = begun + minutes * 60_000
    const count = { asked: 0, of: {}, failed: [] }
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
    try {
      await Promise.all(Array.from({ length: sessions }, (_, turn) => browse(turn, { people, port: web.port, until, pauseMs, count })))
    } finally {
      clearInterval(clock)
      await looking
    }
    await look()
    const loaded = samples.at(-1)
    await new Promise((done) => setTimeout(done, QUIET_MS))
    await look()
    const verdict = soakVerdict(samples, { minutes, failed: count.failed.length })
    const { risePerHour: rise, flat, together, mostMb } = verdict
    print.line(`what was done: ${Object.entries(count.of).map(([name, times]) => `${name} ${times}`).join(', ')}`)
    for (const sentence of count.failed.slice(0, 20)) print.line(`failed: ${sentence}`)
    if (count.failed.length > 0) print.fault(`${count.failed.length} of ${count.asked} requests failed`)
    print.line(`${(loaded.asked / loaded.at).toFixed(0)} requests/s; ${loaded.mb.toFixed(0)} MB together when the load ends, ${together.toFixed(0)} MB half a minute after it (${together <= mostMb ? '≤' : '>'} ${mostMb})`)
    print.line(`what they have filled themselves, since the first third: ${rise >= 0 ? '+' : ''}${rise.toFixed(0)} MB an hour, ${flat ? 'flat' : 'not flat'}${minutes < 30 ? ' (a short run says little about an hour)' : ''}`)
    const rows = samples.map(({ at, each, mb, own, asked }) => ({ seconds: at, megabytes: Object.fromEntries(servers.map(({ name }, index) => [name, each[index]])), together: mb, ownMegabytes: own, asked, afterLoad: at > loaded.at }))
    return [...rows, verdict]
  } finally {
    await api.close()
  }
}
