// The pages and doors of the web beside controls in the same process, beside their parts, and beside bare Node.
import { randomUUID } from 'node:crypto'
import { isStopping } from '../lib/processes.mjs'
import { Refusal } from '../lib/refusal.mjs'
import { exchange } from './http.mjs'
import { median, mediansOf, runOnce } from './measure.mjs'
import { memoryOf, sayMemory } from './processes.mjs'
import { requireBuild, startApi, startBare, startCanned, startWeb } from './web/arrangements.mjs'
import { cases, requestOf } from './web/cases.mjs'
import { crowd, gather, hostOf, send } from './web/people.mjs'
import { sayGoals, webVerdict } from './verdicts.mjs'

/** Operation ids, and the names of visits. */
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g
const asking = (port) => (who, method, path, body) => send(port, who, method, path, body)
const requestsOf = (one) => one.requests ?? [one]
/** The figures of a run whose requests are parts of one whole: those of the whole. */
const together = (run, parts) => ({ ...run, perSecond: run.perSecond / parts, total: run.total * parts, cpu: Object.fromEntries(Object.entries(run.cpu).map(([name, ms]) => [name, ms * parts])) })

/** The cases asked for and the controls they need. */
function chosen(only) {
  const unknown = only?.find((name) => !cases[name])
  if (unknown !== undefined) throw new Refusal(`There is no case named ${unknown}; there are: ${Object.keys(cases).join(', ')}.`)
  const wanted = new Set(only?.flatMap((name) => [name, cases[name].control].filter(Boolean)) ?? Object.keys(cases))
  return Object.keys(cases).filter((name) => wanted.has(name)).map((name) => ({ name, ...cases[name] }))
}

/** The address that the framework wants a router to ask: it names what the router shows. */
async function addressOf(one, person, port) {
  const reply = await exchange(port, requestOf(one, person, hostOf(person, port)))
  if (reply.status !== 307) return one.path(person)
  const { pathname, search } = new URL(reply.headers.location, `http://localhost:${port}`)
  return pathname + search
}

function requireExpected({ expected = '' }, { status, text }) {
  if (status !== 200 || !text.includes(expected)) throw new Error(`answered ${status} ${text.slice(0, 300)}`)
}

/**
 * The calls of the platform behind one request, for everybody who sends it, and the bytes that each of its parts was answered with; the
 * first request fills the web's caches.
 */
async function recordCalls(one, people, port, canned) {
  await canned.steer('record')
  const calls = []
  try {
    for (const person of people) {
      await one.prepare?.(person, asking(port))
      const ask = async () => {
        await canned.steer('begin')
        const bytes = []
        for (const part of requestsOf(one)) {
          const reply = await exchange(port, requestOf(part, person, hostOf(person, port)))
          requireExpected(part, reply)
          bytes.push(reply.bytes)
        }
        return { asked: await canned.steer('calls'), bytes }
      }
      await ask()
      calls.push(await ask())
    }
  } finally {
    await canned.steer('replay')
  }
  return calls
}

/** Recorded calls, made anew: with operation ids and numbers of their own, new ones whenever the first is made again. */
function callMakers(calls) {
  const seqOf = ({ body }) => Number(/"seq":(\d+)/.exec(body)?.[1] ?? 0)
  let round = 0
  let names = new Map()
  const named = (id) => names.get(id) ?? names.set(id, id.length === 32 ? randomUUID().replaceAll('-', '') : randomUUID()).get(id)
  return calls.map((call, index) => () => {
    if (index === 0) {
      round += 1
      names = new Map()
    }
    const { method, path, headers, body } = call
    const fresh = (text) => text.replace(ids, named).replace(/"seq":\d+/, `"seq":${seqOf(call) + round}`)
    return { method, path: fresh(path), headers, ...(body ? { body: fresh(body) } : {}) }
  })
}

/** Where bare Node has the bytes of one part of a case. */
const barePath = ({ name }, at) => `/${name}/${at}`

/** The ways in which a case is measured, each by the name of its column. */
function cellsOf(one, { people, both, alone, api, bare, canned }) {
  const group = people[one.by]
  const parts = requestsOf(one)
  const through = (port, change = (request) => request) => (connection) => {
    const own = group.length < crowd ? group : group.filter((_, index) => index % crowd === connection)
    let turn = 0
    return parts.map((part, at) => () => {
      // All parts are one learner's; the next begins with the next first part.
      if (at === 0) turn += 1
      const person = own[turn % own.length]
      return change(requestOf(part, person, hostOf(person, port)), at)
    })
  }
  // The same requests, but for the address by which bare Node knows what to answer.
  const bareRequests = through(bare.port, (request, at) => ({ ...request, path: barePath(one, at) }))
  const prepare = async (port) => {
    // A door seals the cookie anew for whoever comes with one of ten minutes ago, which a browser then has, and the load generator would never take.
    for (const person of group) if (person) await send(port, person, 'GET', '/api/messages/unread')
    for (const person of group) await one.prepare?.(person, asking(port))
  }
  return {
    both: async (seconds) => {
      await prepare(both.port)
      const run = await runOnce({ port: both.port, requestsOf: through(both.port), servers: [...both.servers, ...api.servers], connections: crowd, seconds })
      await one.proof?.(group[0], asking(both.port))
      for (const part of parts.filter(({ expected }) => expected)) requireExpected(part, await exchange(both.port, requestOf(part, group[0], hostOf(group[0], both.port))))
      return together(run, parts.length)
    },
    web: async (seconds) => together(await runOnce({ port: alone.port, requestsOf: through(alone.port), servers: alone.servers, connections: crowd, seconds }), parts.length),
    api: async (seconds) => {
      const recorded = await recordCalls(one, group, alone.port, canned)
      const makers = recorded.map(({ asked }) => callMakers(asked))
      if (makers[0].length === 0) return null
      const run = await runOnce({ port: api.port, requestsOf: (connection) => makers[connection % makers.length], servers: api.servers, seconds })
      return { ...together(run, makers[0].length), calls: makers[0].length }
    },
    bare: async (seconds) => together(await runOnce({ port: bare.port, requestsOf: bareRequests, servers: bare.servers, connections: crowd, seconds: Math.min(seconds, 2) }), parts.length),
  }
}

/** Rounds of one case: what was taken in each, and beside it what its control and bare Node took at that moment, since the machine's speed drifts. */
async function measureRound(one, { figures, failed, bareTen, push }) {
  const { cells } = figures.get(one.name)
  const control = failed.has(one.control) ? undefined : figures.get(one.control)?.cells
  for (const cell of ['both', 'web']) {
    // Before and after: the machine's speed drifts within seconds.
    const before = (await bareTen(1)).total
    const beside = await control?.[cell](2)
    const run = await cells[cell](3)
    const bareTenMs = (before + (await bareTen(1)).total) / 2
    push(cell, { ...run, times: beside && run.total / beside.total, besideMoodle: (run.total * BARE_BESIDE_MOODLE_MS) / bareTenMs })
  }
  push('api', await cells.api(3))
  push('bare', await cells.bare(1))
}

const mediansOfCells = (runs) => Object.fromEntries(Object.entries(runs).map(([cell, taken]) => [cell, taken[0] && { ...mediansOf(taken), calls: taken[0].calls }]))

/** A row for each case that was measured at least once, and for each that failed, which says why. */
function rowsOf(list, { figures, failed }) {
  return list.flatMap((one) => {
    if (failed.has(one.name)) return [{ name: one.name, failed: failed.get(one.name) }]
    const { runs } = figures.get(one.name) ?? { runs: {} }
    // The last that is measured in a round.
    if (!runs.bare?.length) return []
    const { both, web, api, bare } = mediansOfCells(runs)
    return [{ name: one.name, ...both, web, api, bare, ofBare: both.perSecond / bare.perSecond, timesControl: both.times, timesControlAlone: web.times, control: one.control, atMost: one.atMost, atMostAlone: one.atMostAlone, atMostMs: one.atMostMs }]
  })
}

function show(print, rows) {
  const ms = (value) => value?.toFixed(2) ?? ''
  const goal = (value, most) => (value === undefined ? '' : `${value.toFixed(2)}${most === undefined ? '' : value <= most ? ` ≤ ${most}` : ` > ${most}`}`)
  print.table(['case', 'requests/s', 'p50 ms', 'CPU-ms', 'web', 'api', 'database', 'times control', 'ms beside Moodle', 'of bare node:http'], rows.map((row) => [
    row.name, row.perSecond.toFixed(0), row.p50.toFixed(1), ms(row.totalCpuMs), ms(row.cpuMs.web), ms(row.cpuMs.api), ms(row.cpuMs.database), goal(row.timesControl, row.atMost), goal(row.besideMoodle, row.atMostMs), `1/${(1 / row.ofBare).toFixed(0)} of ${row.bare.perSecond.toFixed(0)}`,
  ]))
  print.line('')
  print.table(['case', 'web alone: requests/s', 'CPU-ms', 'times control', 'calls', 'API alone: pages/s', 'CPU-ms'], rows.map((row) => [
    row.name, row.web.perSecond.toFixed(0), ms(row.web.totalCpuMs), goal(row.timesControlAlone, row.atMostAlone), String(row.api?.calls ?? 0), row.api?.perSecond.toFixed(0) ?? '', ms(row.api?.totalCpuMs),
  ]))
}

/** What bare node:http took for 10 kB on the machine that Moodle's figures are from (CPU-ms), so that the two machines can be compared. */
const BARE_BESIDE_MOODLE_MS = 0.014
const bareOf = (taken) => ({ least: Math.min(...taken), middle: median(taken), most: Math.max(...taken), timesBesideMoodle: median(taken) / BARE_BESIDE_MOODLE_MS })
/** Seconds until the compiler knows a case, as in a server that has run for a while. */
const WARM_SECONDS = 8

/** Measures the web and prints two tables; gives the rows back for JSON output, and to `keepRows` after each case. A case that fails is left out from then on. */
export async function benchWeb({ rounds, print, keepRows, only }) {
  const list = chosen(only)
  await requireBuild({ withControls: true })
  const api = await startApi()
  try {
    const canned = await startCanned(api.port)
    const stage = { api, canned, both: await startWeb(api.port, { withControls: true }), alone: await startWeb(canned.port, { withControls: true }), bare: await startBare() }
    stage.people = await gather(stage.both.port)
    const [figures, failed] = [new Map(), new Map()]
    const attempt = async ({ name }, work) => {
      if (failed.has(name)) return
      try {
        await work()
      } catch (fault) {
        if (isStopping()) throw fault
        failed.set(name, fault.message)
        print.fault(`${name}: ${fault.message}`)
      }
      keepRows(rowsOf(list, { figures, failed }))
    }
    const noted = (measure) => async (seconds) => {
      const run = await measure(seconds)
      bareMs.push(run.total)
      return run
    }
    const bareTen = (seconds) => runOnce({ port: stage.bare.port, requestsOf: () => [() => ({ method: 'GET', path: '/' })], servers: stage.bare.servers, seconds })
    await bareTen(2)
    const bareMs = []
    for (const one of list) {
      print.progress(`warming up: ${one.name}`)
      await attempt(one, async () => {
        if (one.headers?.rsc) {
          const address = await addressOf(one, stage.people[one.by][0], stage.both.port)
          one.path = () => address
        }
        const [{ bytes }] = await recordCalls(one, stage.people[one.by], stage.alone.port, canned)
        for (const [at, part] of bytes.entries()) await stage.bare.leave(barePath(one, at), part)
        const cells = cellsOf(one, stage)
        for (const [cell, run] of Object.entries(cells)) await run(cell === 'bare' ? 1 : WARM_SECONDS)
        figures.set(one.name, { cells, runs: Object.fromEntries(Object.keys(cells).map((name) => [name, []])) })
      })
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const one of list) {
        print.progress(`round ${round}/${rounds}: ${one.name}`)
        await attempt(one, () => measureRound(one, { figures, failed, bareTen: noted(bareTen), push: (cell, run) => figures.get(one.name).runs[cell].push(run) }))
      }
    }
    const rows = rowsOf(list, { figures, failed })
    show(print, rows.filter((row) => row.failed === undefined))
    const verdict = webVerdict(rows.filter((row) => row.failed === undefined))
    for (const line of sayGoals(verdict)) print.line(line)
    const memory = memoryOf([...stage.both.servers, ...api.servers])
    print.line(sayMemory(memory))
    const bare = bareOf(bareMs)
    const [least, middle, most] = [bare.least, bare.middle, bare.most].map((ms) => ms.toFixed(3))
    print.line(`bare node:http, 10 kB: ${middle} CPU-ms (${least} to ${most} while this ran), ${bare.timesBesideMoodle.toFixed(1)} times what it took beside Moodle`)
    return [...rows, verdict, { memoryAfterLoadMb: memory }, { bareCpuMs: bare }]
  } finally {
    await api.close()
  }
}
