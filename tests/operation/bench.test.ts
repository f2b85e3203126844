import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { enginesOf } from '@/scripts/bench/databases.mjs'
import { mediansOf, runOnce } from '@/scripts/bench/measure.mjs'
import { freePort } from '@/scripts/bench/servers.mjs'
import { askWhole, certificateIn, runErrand, whoHave } from '@/scripts/bench/soak.mjs'
import { examsVerdict, frontVerdict, growthVerdict, practiceVerdict, rankingsVerdict, sayGoals, soakVerdict, webVerdict } from '@/scripts/bench/verdicts.mjs'
import { faultOfSize } from '@/scripts/bench/growth/size.mjs'
import { worldVersion } from '@/scripts/bench/growth/version.mjs'
import { takeCookies } from '@/scripts/bench/web/people.mjs'
import { keeperOf } from '@/scripts/lib/bench.mjs'

vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'trainhall-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('figures are kept with where and when they were taken, and a file that cannot be written is said at once', () => {
  const file = join(folder, 'figures.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const faults: string[] = []
  const about = { bench: 'web', options: { rounds: 2 }, machine: 'a machine', said: () => ({ engines: ['postgres'], remarks: ['a remark'], faults }) }
  const keep = keeperOf(file, about)
  keep([{ name: 'home' }])
  const head = ['bench', 'options', 'machine', 'node', 'releases', 'commit', 'startedAt']
  expect(Object.keys(read())).toEqual([...head, 'engines', 'remarks', 'faults', 'rows'])
  expect(read()).toMatchObject({ bench: 'web', options: { rounds: 2 }, machine: 'a machine', node: process.version, remarks: ['a remark'], faults: [], rows: [{ name: 'home' }] })
  faults.push('door: answered 500')
  keep([{ name: 'home' }, { name: 'door' }], { isWhole: true })
  expect(Object.keys(read())).toEqual([...head, 'finishedAt', 'engines', 'remarks', 'faults', 'rows'])
  expect(read()).toMatchObject({ finishedAt: expect.stringMatching(/^20.+Z$/), faults: ['door: answered 500'] })
  expect(() => keeperOf(join(folder, 'nowhere', 'x.json'), about)([])).toThrow('(ENOENT)')
  expect(() => keeperOf(undefined, about)([])).not.toThrow()
})

it('figures say of which engines they are', () => {
  expect(enginesOf([{ engine: 'pglite' }, { engine: 'postgres' }, { engine: 'postgres' }, { met: [] }])).toEqual(['pglite', 'postgres'])
  vi.stubEnv('BENCH_DATABASE_URL', '')
  expect(enginesOf([{ name: 'home' }])).toEqual(['pglite'])
  vi.stubEnv('BENCH_DATABASE_URL', 'postgres://bench@127.0.0.1:9/postgres')
  expect([enginesOf([{ name: 'home' }]), enginesOf([])]).toEqual([['postgres'], []])
  vi.unstubAllEnvs()
})

it.each([[4000, null], [200_000, null], [25_001, 'A world has a multiple of 2000 learners, not 25001'], [2000, 'A world has at least 4000 learners, not 2000']])('a world of %i learners: %s', (learners, fault) => {
  expect(faultOfSize(learners)).toBe(fault)
})

it.each([
  'training-api/rules/rankings.ts', 'training-api/seed/crowd.ts', 'training-api/seed/courses/outline.ts', 'training-api/queries/rank-pieces.ts', 'training-api/queries/label-sets.ts', 'training-api/db/schema/rankings.ts',
  'training-api/db/migrations/meta/_journal.json', 'scripts/bench/growth/copies.mjs',
])('a kept world is another once %s is', (changed) => {
  const read = (file: string) => readFileSync(file, 'utf8')
  expect(worldVersion(read)).toBe(worldVersion())
  expect(worldVersion((file: string) => read(file) + (file === changed ? '\n' : ''))).not.toBe(worldVersion())
  expect(worldVersion((file: string) => read(file) + (file === 'training-api/routes/rankings.ts' ? '\n' : ''))).toBe(worldVersion())
})

it('what grew is said only where something was compared', () => {
  const row = { operation: 'home', times: 1, cpuTimes: 1 }
  const grown = { operation: 'ranking', times: 1.2, cpuTimes: 1.6 }
  expect(growthVerdict([row], [20_000, 200_000])).toBe('Nothing costs more than 1.5 times as much.')
  expect(growthVerdict([row, grown], [20_000, 200_000])).toBe('More than 1.5 times as much: ranking.')
  expect(growthVerdict([row], [20_000])).toBeNull()
  expect(growthVerdict([], [20_000, 200_000])).toBeNull()
})

it('goals of the web are met or missed, and neither where nothing was measured', () => {
  const rows = [
    { name: 'home', timesControl: 1.8, atMost: 1.8, timesControlAlone: 1.2, atMostAlone: undefined, besideMoodle: 6, atMostMs: 5 },
    { name: 'door', timesControl: undefined, atMost: 1.5, timesControlAlone: 1.6, atMostAlone: 1.5, besideMoodle: 1 },
  ]
  const { met, missed } = webVerdict(rows)
  expect(met).toEqual([{ goal: 'home: times its control', value: 1.8, atMost: 1.8 }])
  expect(missed).toEqual([{ goal: 'home: ms beside Moodle', value: 6, atMost: 5 }, { goal: 'door: times its control, the web alone', value: 1.6, atMost: 1.5 }])
})

it('rankings, draws and exams of many takers meet their goals or miss them', () => {
  const rankings = [{ engine: 'pglite', metric: 'minutes', ratio: 1.3 }, { engine: 'postgres', metric: 'minutes', ratio: 1.664 }]
  expect(sayGoals(rankingsVerdict(rankings))).toEqual(['goals: 1 met, 1 missed', '  missed: postgres, minutes: times that among few, 1.66 > 1.3'])
  const draws = [{ engine: 'pglite', case: 'no label', ratio: 2 }, { engine: 'pglite', case: 'five labels', ratio: 2.4 }]
  expect(practiceVerdict(draws)).toEqual({ met: [{ goal: 'pglite, no label: times that of a small bank', value: 2, atMost: 2 }], missed: [{ goal: 'pglite, five labels: times that of a small bank', value: 2.4, atMost: 2 }] })
  const exam = { errors: 0, missing: 0, lost: 0, unread: 0 }
  expect(sayGoals(examsVerdict(exam))).toEqual(['goals: 4 met, 0 missed'])
  expect(sayGoals(examsVerdict({ ...exam, missing: 3 }))).toEqual(['goals: 3 met, 1 missed', '  missed: acknowledged answers that are missing, 3 > 0'])
})

it('a front is as good as the slowest way through it', () => {
  expect(frontVerdict([0.5, 0.24], { hits: 3, requests: 4 })).toEqual({ share: 0.24, atLeast: 0.25, met: false, hits: 3, requests: 4 })
  expect(frontVerdict([0.25], { hits: 3, requests: 4 })).toMatchObject({ met: true })
})

it('a soak comes to a rise without its first third, and to what is left after the load', () => {
  const steady = [300, 500, 500, 500, 500, 400].map((own, at) => ({ at: at * 60, own, mb: own + 50 }))
  expect(soakVerdict(steady, { minutes: 4, failed: 2 })).toEqual({ risePerHour: 0, flat: true, failed: 2, together: 450, mostMb: 600 })
  const rising = steady.map((sample, at) => ({ ...sample, own: sample.own + at }))
  expect(soakVerdict(rising, { minutes: 4, failed: 0 })).toMatchObject({ risePerHour: 60, flat: false })
})

/** Runs something beside a server that answers by the session that asks. */
async function besideServer(answer: (cookie: string) => { status: number; text: string }, run: (port: number) => Promise<void>) {
  const server = createServer((request, response) => {
    const { status, text } = answer(request.headers.cookie ?? '')
    response.writeHead(status).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await run((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it.each([[200, null], [429, '429 busy'], [500, '500 busy']])('an errand of a soak that is answered %i came to %s', async (status, fault) => {
  await besideServer(() => ({ status, text: 'busy' }), async (port) => {
    const own = { port, printers: [{ person: { account: 'learner001', cookie: 'sid=1' }, found: '9401' }] }
    const ran = runErrand('pdf', own, async () => expect.unreachable())
    await (fault === null ? ran : expect(ran).rejects.toThrow(fault))
  })
})

it.each([
  ['/page', 'the page', 1], ['/page?_rsc=named', 'the page', 2], ['/page?page=2', 'the page', 2], ['/login', '307 /login', 1], ['/page?round=2', '307 /page?round=2', 2],
])('a visit of a soak that is led to %s comes to "%s"', async (location, outcome, asked) => {
  const server = createServer(({ url }, response) => {
    const isThere = url === location && !url.includes('round')
    response.writeHead(isThere ? 200 : 307, isThere ? {} : { location }).end(isThere ? 'the page' : '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const count = { asked: 0 }
  try {
    const page = { method: 'GET', path: () => (location === '/page' ? '/page' : '/page?page=9') }
    const ran = askWhole((server.address() as AddressInfo).port, { cookie: 'sid=1' }, page, { count })
    await (outcome === 'the page' ? expect(ran).resolves.toMatchObject({ status: 200, text: outcome }) : expect(ran).rejects.toThrow(outcome))
    expect(count.asked).toBe(asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it('what a limit counts by learner is asked for by those who have it, and by more than a few', async () => {
  const page = '<script>self.__next_f.push([1,"{\\"entries\\":[{\\"certificate\\":{\\"id\\":\\"9417\\",\\"checkCode\\"}}]"])</script>'
  const people = Array.from({ length: 12 }, (_, at) => ({ account: `learner${at}`, cookie: String(at) }))
  const looked = { method: 'GET', path: () => '/MyStudy?tab=certificates', accept: 'text/html' }
  await besideServer((cookie) => (Number(cookie) % 2 === 0 ? { status: 200, text: page } : Number(cookie) % 3 === 0 ? { status: 500, text: page } : { status: 200, text: '{"certificates":{}}' }), async (port) => {
    const found = await whoHave(port, people, looked, certificateIn)
    expect(found.map(({ person, found: id }) => [person.account, id])).toEqual([0, 2, 4, 6, 8, 10].map((at) => [`learner${at}`, '9417']))
    await expect(whoHave(port, people.slice(0, 8), looked, certificateIn)).rejects.toThrow('only 4 of 8 learners have something at /MyStudy?tab=certificates')
  })
})

it('a learner takes the cookies that come back, as a browser does', () => {
  const person = { cookie: 'sid=old; sid.1=second; lang=ja' }
  takeCookies(person, { cookies: ['sid=new; Path=/; HttpOnly', 'sid.1=; Path=/; Max-Age=0'] })
  expect(person.cookie).toBe('sid=new; lang=ja')
  takeCookies(person, { cookies: [] })
  expect(person.cookie).toBe('sid=new; lang=ja')
  expect(() => takeCookies(null, { cookies: ['sid=x'] })).not.toThrow()
})

it('a round whose control failed says nothing about the ratio, and the others still do', () => {
  const run = { perSecond: 10, p50: 1, p99: 2, total: 3, cpu: { web: 3 } }
  expect(mediansOf([{ ...run, times: 1.5 }, run, { ...run, times: 1.7 }]).times).toBeCloseTo(1.6)
  expect(mediansOf([run]).times).toBeUndefined()
})

it('a request that is answered with an error is one that failed', async () => {
  const server = createServer((_request, response) => response.writeHead(500).end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await expect(runOnce({ port, requestsOf: () => [() => ({ method: 'GET', path: '/' })], servers: [], connections: 1, seconds: 1 })).rejects.toThrow(/requests failed/)
  server.closeAllConnections()
  server.close()
})

it('bare Node answers a form that is sent to it as it answers a look: with the bytes that were left there', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/bench/bare.mjs'], { env: { NODE_ENV: 'test', PORT: String(port) }, stdio: 'ignore' })
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  try {
    await vi.waitFor(async () => expect((await at('/')).status).toBe(200), { timeout: 20_000 })
    await at('/save/0', { method: 'PUT', body: 'kept bytes' })
    for (const init of [{}, { method: 'POST', body: '{"answers":[]}' }]) expect(await (await at('/save/0', init)).text()).toBe('kept bytes')
  } finally {
    child.kill()
  }
})
