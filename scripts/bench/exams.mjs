// Many takers at once: everybody starts two exams within a minute, then everybody saves an answer every few seconds, then nine in ten hand
// in within the same second while the others go on, through the web's doors.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { learnerAccount } from '../lib/demo-world.mjs'
import { apiMemory, webMemory } from '../lib/memory.mjs'
import { start } from '../lib/processes.mjs'
import { openBenchServer, serverUrl } from './databases.mjs'
import { familyOf, memoryOf, sayMemory, sessionsOf } from './processes.mjs'
import { freePort, startServer, temporaryFolder } from './servers.mjs'
import { examsVerdict, sayGoals } from './verdicts.mjs'
import { requireBuild } from './web/arrangements.mjs'

const next = 'node_modules/next/dist/bin/next'
const place = { origin: 'standalone', examId: '8001', paperId: '8200' }
const secondPlace = { origin: 'standalone', examId: '8002', paperId: '828002' }
const agent = new Agent({ keepAlive: true, maxSockets: 4096 })
/** So often a hand-in is sent before it counts as an error; a page tries for as long as answers are taken. */
const mostTries = 20

/** One call; a kept connection that the server has just closed is no failure, and is tried once more, as browsers do. */
async function send(base, path, body, headers) {
  return sendOnce(base, path, body, headers).catch((error) => (error.code === 'ECONNRESET' ? sendOnce(base, path, body, headers) : Promise.reject(error)))
}

function sendOnce(base, path, body, headers) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const call = request(new URL(path, base), { method: 'POST', agent, headers: { ...headers, origin: base, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }, (reply) => {
      let answer = ''
      reply.setEncoding('utf8').on('data', (chunk) => (answer += chunk)).on('end', () => resolve({ status: reply.statusCode, cookies: reply.headers['set-cookie'] ?? [], body: answer }))
    })
    call.on('error', reject)
    call.end(text)
  })
}

/** Milliseconds below which a share of the measured calls lie. */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Calls and remembers how long it took; an answer that is none counts as an error. */
async function timed(into, ask, isGood) {
  const begun = performance.now()
  try {
    const reply = await ask()
    into.ms.push(performance.now() - begun)
    if (isGood(reply)) return JSON.parse(reply.body)
    into.errors += 1
    into.first ??= `${reply.status} ${reply.body.slice(0, 200)}`
  } catch (error) {
    into.errors += 1
    into.first ??= String(error)
  }
  return null
}

/** Whether who hands in once more is told of the first time, with its number. */
const isToldAgain = (first, again) => again.repeated && first.handIn.number !== null && again.handIn.number === first.handIn.number

async function inTurn(items, width, work) {
  const queue = [...items]
  await Promise.all(Array.from({ length: width }, async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item)
  }))
}

/** Measures starts and saves of many takers, and looks whether everything acknowledged is there; one row each. */
export async function benchExams({ print, takers = 1000, seconds = 60 }) {
  await requireBuild({ withControls: false })
  const folder = temporaryFolder()
  const server = serverUrl() ? await openBenchServer('exams') : null
  const database = server ? { DATABASE_URL: server.url } : {}
  print.progress(`filling a world of ${takers + 300} learners`)
  const filled = await start('seed', process.execPath, ['training-api/seed/cli.ts', '--learners', String(takers + 300)], { env: { ...database, DATA_DIR: folder }, onLine: print.progress }).ended
  if (filled.code !== 0) throw new Error('the world could not be filled')
  const [webPort, apiPort] = [await freePort(), await freePort()]
  const api = await startServer('training API', ['training-api/server.ts'], { ...database, TRAINING_API_PORT: apiPort, DATA_DIR: folder, LOG_LEVEL: 'warn', ...apiMemory }, `http://127.0.0.1:${apiPort}/health`)
  const web = await startServer('web', [next, 'start', '-p', String(webPort), '-H', '0.0.0.0'], {
    NODE_ENV: 'production', UPSTREAM_BASE_URL: `http://127.0.0.1:${apiPort}`, SESSION_SECRET: 'a-secret-for-measuring-only-0123456789', TRUST_PROXY: '1', ...webMemory,
  }, `http://localhost:${webPort}/api/health`)
  const base = `http://localhost:${webPort}`
  const sessions = server ? [await sessionsOf(server.url)] : []
  const servers = [{ ...familyOf(web), name: 'web' }, { ...familyOf(api), name: 'api' }, ...sessions]

  print.progress(`logging ${takers} takers in`)
  const people = []
  await inTurn(Array.from({ length: takers }, (_, index) => index + 1), 8, async (number) => {
    // Each comes from an address of their own, as in life; limits by address would stop them otherwise.
    const from = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }
    const reply = await send(base, '/api/public/session', { account: learnerAccount(number), password: 'Train2026', consent: true }, from)
    const cookie = reply.cookies.map((one) => one.split(';')[0]).join('; ')
    const page = await fetch(`${base}/ToTestIng?examPlanId=${place.examId}&paperId=${place.paperId}&examType=3`, { headers: { ...from, cookie } }).then((answer) => answer.text())
    const learnerId = /learner\\?":\{\\?"id\\?":\\?"(\d+)/.exec(page)?.[1]
    if (reply.status === 200 && cookie && learnerId) people.push({ learnerId, headers: { ...from, cookie }, acked: new Map(), seq: 0 })
  })
  if (people.length < takers) throw new Error(`${takers - people.length} of ${takers} could not log in`)
  // Two who are the same learner would take each other's paper.
  if (new Set(people.map(({ learnerId }) => learnerId)).size < takers) throw new Error(`${takers} takers are not as many learners`)

  const measured = async (name, work) => {
    print.progress(name)
    for (const one of sessions) await one.refresh()
    const cpu = servers.map((one) => one.cpuMs())
    const begun = performance.now()
    const figures = { name, ms: [], errors: 0, first: null }
    await work(figures)
    for (const one of sessions) await one.refresh()
    const spent = servers.map((one, index) => [one.name, (one.cpuMs() - cpu[index]) / Math.max(1, figures.ms.length)])
    return { ...figures, perSecond: figures.ms.length / ((performance.now() - begun) / 1000), cpuMs: Object.fromEntries(spent) }
  }
  const presses = people.flatMap((person) => [{ person, at: secondPlace }, { person, at: place }])
  const starts = await measured(`${presses.length} starts within a minute`, (figures) => Promise.all(presses.map(async ({ person, at }, index) => {
    await pause((index / presses.length) * 60_000)
    const answer = await timed(figures, () => send(base, '/api/attempts/start', { learnerId: person.learnerId, place: at, intentId: randomUUID(), attemptId: null }, person.headers), (reply) => reply.status === 200 && JSON.parse(reply.body).started)
    if (answer && at === place) person.attempt = answer.attempt
  })))
  const ready = people.filter(({ attempt }) => attempt)
  const saves = await measured(`${ready.length} takers save every 3 to 6 seconds, for ${seconds} seconds`, async (figures) => {
    const end = performance.now() + seconds * 1000
    await Promise.all(ready.map(async (person) => {
      await pause(Math.random() * 4500)
      while (performance.now() < end) {
        const question = person.attempt.questions[person.seq % person.attempt.questions.length]
        const optionIds = [question.options[Math.floor(Math.random() * question.options.length)].id]
        person.seq += 1
        const answer = await timed(figures, () => send(base, '/api/attempts/answers', {
          learnerId: person.learnerId, place, ref: person.attempt.ref, epoch: person.attempt.standing.epoch, saves: [{ opId: randomUUID(), seq: person.attempt.standing.seq + person.seq, questionId: question.id, optionIds }],
        }, person.headers), (reply) => reply.status === 200 && JSON.parse(reply.body).outcomes[0]?.outcome === 'saved')
        // What was not acknowledged may be kept all the same.
        if (answer) person.acked.set(question.id, optionIds.join())
        else person.acked.delete(question.id)
        await pause(3000 + Math.random() * 3000)
      }
    }))
  })
  let [missing, unread] = [0, 0]
  /** Looks for every acknowledged answer of these takers, and leaves them with their papers as they are. */
  const lookAfter = (takersOf) => inTurn(takersOf, 16, async (person) => {
    const reply = await send(base, '/api/attempts/start', { learnerId: person.learnerId, place, intentId: randomUUID(), attemptId: null }, person.headers)
    if (reply.status !== 200) {
      unread += 1
      return
    }
    person.attempt = JSON.parse(reply.body).attempt
    person.seq = 0
    const { answers } = person.attempt
    for (const [questionId, chosen] of person.acked) if ((answers[questionId] ?? []).join() !== chosen) missing += 1
  })
  await lookAfter(ready)
  const goOn = ready.slice(0, Math.ceil(ready.length / 10))
  const handIn = ready.slice(goOn.length)
  let [isOver, sentAgain] = [false, 0]
  /** Saves once a second until told to stop. */
  const goOnSaving = (figures, isEnough) => Promise.all(goOn.map(async (person) => {
    while (!isEnough()) {
      const { ref, standing, questions: [question] } = person.attempt
      person.seq += 1
      const optionIds = [question.options[person.seq % question.options.length].id]
      const answer = await timed(figures, () => send(base, '/api/attempts/answers', {
        learnerId: person.learnerId, place, ref, epoch: standing.epoch, saves: [{ opId: randomUUID(), seq: standing.seq + person.seq, questionId: question.id, optionIds }],
      }, person.headers), (reply) => reply.status === 200 && JSON.parse(reply.body).outcomes[0]?.outcome === 'saved')
      if (answer) person.acked.set(question.id, optionIds.join())
      else person.acked.delete(question.id)
      await pause(500 + Math.random() * 1000)
    }
  }))
  // What those cost by themselves, to be taken off what they and the hand-ins cost together.
  const alone = await measured(`${goOn.length} takers save once a second, for 10 seconds`, (figures) => {
    const end = performance.now() + 10_000
    return goOnSaving(figures, () => performance.now() >= end)
  })
  const meanwhile = { name: `of them ${goOn.length} who save once a second meanwhile`, ms: [], errors: 0, first: null }
  const handInOf = (person) => send(base, '/api/attempts/hand-in', { learnerId: person.learnerId, place, ref: person.attempt.ref, epoch: person.attempt.standing.epoch, by: 'learner' }, person.headers)
  const handIns = await measured(`${handIn.length} takers hand in within a second`, async (figures) => {
    const saving = goOnSaving(meanwhile, () => isOver)
    await Promise.all(handIn.map(async (person) => {
      await pause(Math.random() * 1000)
      person.handedIn = await timed(figures, async () => {
        for (let tries = 1; ; tries += 1) {
          const reply = await handInOf(person)
          if (reply.status === 200 || tries === mostTries) return reply
          sentAgain += 1
          await pause(500 + Math.random() * 1000)
        }
      }, (reply) => reply.status === 200)
    }))
    isOver = true
    await saving
  })
  await lookAfter(goOn)
  let lost = 0
  // Who hands in again is told of the same hand-in, and that it is no new one.
  await inTurn(handIn.filter(({ handedIn }) => handedIn), 16, async (person) => {
    const { status, body } = await handInOf(person)
    if (status !== 200) unread += 1
    else if (!isToldAgain(person.handedIn, JSON.parse(body))) lost += 1
  })
  const cpuOf = ({ cpuMs }) => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0)
  const rows = [starts, saves, alone, handIns, { ...handIns, ...meanwhile, perSecond: handIns.perSecond * (meanwhile.ms.length / Math.max(1, handIns.ms.length)), cpuMs: {} }]
  print.table(['case', 'calls', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'CPU-ms/call', 'of it web'], rows.map((row) => [
    row.name, String(row.ms.length), row.perSecond.toFixed(0), quantile(row.ms, 0.5).toFixed(0), quantile(row.ms, 0.95).toFixed(0), quantile(row.ms, 0.99).toFixed(0), String(row.errors), row.cpuMs.web === undefined ? '' : cpuOf(row).toFixed(2), row.cpuMs.web?.toFixed(2) ?? '',
  ]))
  const ofSaves = (cpuOf(alone) * meanwhile.ms.length) / Math.max(1, handIns.ms.length)
  print.line(`CPU-ms of a hand-in: ${cpuOf(handIns).toFixed(2)} with the ${meanwhile.ms.length} saves meanwhile, ${(cpuOf(handIns) - ofSaves).toFixed(2)} without them, were each as dear as alone (${cpuOf(alone).toFixed(2)}); hand-ins sent again: ${sentAgain}`)
  for (const { name, errors, first } of rows) if (errors > 0) print.fault(`${name}: ${errors} errors, the first: ${first}`)
  print.line(`answers acknowledged and missing afterwards, those beside the hand-ins too: ${missing}; hand-ins acknowledged and unknown or new when sent again: ${lost}`)
  const verdict = examsVerdict({ errors: rows.reduce((sum, row) => sum + row.errors, 0), missing, lost, unread })
  for (const line of sayGoals(verdict)) print.line(line)
  const memory = memoryOf(servers)
  print.line(sayMemory(memory))
  for (const one of sessions) await one.close()
  if (unread > 0) print.fault(`what ${unread} takers had done could not be read afterwards`)
  if (lost > 0) print.fault(`${lost} hand-ins that were acknowledged are unknown or are told as new when they are sent again`)
  if (missing > 0) print.fault(`of the answers that were acknowledged ${missing} are missing`)
  const figures = rows.map(({ ms, ...row }) => ({ ...row, calls: ms.length, p50: quantile(ms, 0.5), p95: quantile(ms, 0.95), p99: quantile(ms, 0.99), missing, lost }))
  return [...figures, verdict, { memoryAfterLoadMb: memory }]
}
