import { and, eq, sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { POST as commitOf } from '@/app/content/[ticket]/commit/route'
import { GET as fileOf } from '@/app/content/[ticket]/p/[...path]/route'
import { log, scrubbed } from '@/lib/log'
import { listCourseChapters } from '@/lib/training/catalogue'
import { sectionRecords } from '../../training-api/db/schema/enrolment'
import { faultOf } from '../../training-api/operation/log'
import { knock, mountedDoors, type Asked, type Told } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'

// What web and platform write down while people log in, register, change things and run into faults: all events of security, and no secret.

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://127.0.0.1:3000', SIMULATION_BASE_URL: 'http://127.0.0.1:4000/simulation' }))
vi.mock('next/headers', () => import('../support/request-scope'))
const { lines } = vi.hoisted(() => ({ lines: [] as string[] }))
// The real logs at their finest, into our hands instead of the terminal's.
vi.mock('pino', async (original) => {
  const { default: real } = await original<typeof import('pino')>()
  return { default: Object.assign((options: object) => real({ ...options, level: 'trace' }, { write: (line: string) => void lines.push(line) }), real) }
})

const platform = mountPlatform()
const canaries = { password: 'Canary2026pw', wrong: 'Wr0ngCanary99', phone: '13755554444', otherPhone: '13755554445', email: 'canary.person@mail.example', account: 'canary-account', cookie: 'Fe26.2*1*canarycookie*aa*bb*99*cc*dd~2' }
const secrets = new Set<string>(Object.values(canaries))
const visitor = '203.0.113.9'
let cookie = ''

async function ask(name: string, asked: Asked = {}): Promise<Told> {
  const told = await knock(mountedDoors.find((one) => one.name === name)!, { cookie, ...asked, headers: { 'x-socket-address': visitor, ...asked.headers } })
  for (const { name: cookieName, value } of told.set) {
    if (cookieName !== 'sid') continue
    if (value) secrets.add(value)
    cookie = value ? `sid=${value}` : ''
  }
  return told
}

async function codeFor(phone: string): Promise<string> {
  const { data } = await platform.api().visitor(82).get<{ phone: string; code: string }[]>('/demo/outbox')
  const { code } = data.find((sent) => sent.phone === phone)!
  secrets.add(code)
  return code
}

const registration = (code: string) => ({ phone: canaries.phone, code, nickname: '新来学员', password: canaries.password, confirmation: canaries.password })

/** Courseware and a simulation are launched, and everything about them fails; the platform says the tickets aloud. */
async function launchAndFail(): Promise<void> {
  const door = (name: string) => mountedDoors.find((one) => one.name === name)!
  const login = await knock(door('POST /api/public/session'), { headers: { 'x-socket-address': visitor }, fields: { account: 'liming', password: 'Train2026', consent: true } })
  const sid = `sid=${login.set.find(({ name }) => name === 'sid')!.value}`
  await platform.api().db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, 820_001)))
  const launch = async (name: string, sectionId: string) => JSON.parse((await knock(door(name), { cookie: sid, headers: { 'x-socket-address': visitor }, fields: { kind: 'course', id: '3001', courseId: '3001', chapterId: '3102', sectionId } })).text) as Record<string, string>
  const { url } = await launch('POST /api/courseware/launch', '3203')
  const { address } = await launch('POST /api/simulation/launch', '3205')
  const ticket = url!.split('/').at(-1)!
  const { ticket: reporting, testRequestId, userId } = Object.fromEntries(new URL(address!).searchParams)
  for (const secret of [sid.slice(4), 'Train2026', ticket, ...ticket.split('.'), reporting!, reporting!.split('.')[1]!]) secrets.add(secret)

  const scoreRefused = http.all(`${UPSTREAM}/train/classHourses/updateClassHoursByType`, () => HttpResponse.json({ code: 1, msg: `不是 ${url}/index.html: testRequestId=${testRequestId}&ticket=${reporting}`, data: null }))
  const fileGone = http.get(`${UPSTREAM}/train/file/courseware/*`, () => HttpResponse.error())
  platform.server.use(scoreRefused, fileGone)
  const params = Promise.resolve({ ticket })
  const changes = { 'cmi.core.score.raw': '80', 'cmi.core.lesson_status': 'passed' }
  expect((await commitOf(new Request(`${url}/commit`, { method: 'POST', body: JSON.stringify({ seq: Date.now(), current: 'ITEM', items: { ITEM: { changes, finished: true } } }) }), { params })).status).toBe(200)
  expect((await fileOf(new Request(`${url}/p/index.html`), { params })).status).toBe(502)
  platform.server.resetHandlers()

  await platform.api().db.execute(sql`alter table simulation_requests rename to simulation_requests_gone`)
  expect((await platform.api().visitor(82).post('/train/examPlan/simulationExamResult', { testRequestId, userId, ticket: reporting, totalScore: 80, objectList: [] })).status).toBe(500)
  await platform.api().db.execute(sql`alter table simulation_requests_gone rename to simulation_requests`)
}

beforeAll(async () => {
  platform.server.events.on('response:mocked', async ({ request, response }) => {
    if (!request.url.includes('/auth/oauth/token')) return
    const { access_token: token, refresh_token: refresh } = (await response.clone().json().catch(() => ({}))) as { access_token?: string; refresh_token?: string }
    for (const secret of [token, refresh]) if (secret) secrets.add(secret)
  })

  // A new learner: codes, a wrong one, registration, a password forgotten.
  await ask('POST /api/public/account/code', { fields: { phone: canaries.phone, purpose: 'register' } })
  await ask('POST /api/public/account/register', { fields: registration('zzzzzz') })
  expect((await ask('POST /api/public/account/register', { fields: registration(await codeFor(canaries.phone)) })).status).toBe(200)
  await ask('POST /api/public/session', { fields: { account: canaries.account, password: canaries.wrong, consent: true } })
  await ask('POST /api/public/session', { fields: { account: canaries.phone, password: canaries.wrong, consent: true } })
  expect((await ask('POST /api/public/session', { fields: { account: canaries.phone, password: canaries.password, consent: true } })).status).toBe(200)

  // Logged in: what is changed, what is refused.
  await ask('POST /api/account/contact', { fields: { phone: canaries.otherPhone } })
  await ask('POST /api/account/contact', { fields: { email: canaries.email } })
  await ask('POST /api/account/avatar', { body: new TextEncoder().encode('GIF89a'), headers: { 'content-type': 'image/gif' } })
  await ask('POST /api/messages/read-all', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect((await ask('POST /api/account/contact', { fields: { phone: [canaries.otherPhone], email: canaries.wrong } })).status).toBe(400)
  const liming = await platform.learner('liming', 82)
  const others = (await listCourseChapters(liming, { courseId: '3001' })).flatMap(({ sections }) => sections).find(({ id }) => id === '3205')
  expect((await ask('POST /api/catalogue/unlock', { fields: { sectionRecordId: others?.sectionRecordId } })).status).toBe(403)
  await ask('GET /api/messages/unread', { host: 'bgy.localhost' })
  await ask('GET /api/messages/unread', { cookie: `sid=${canaries.cookie}` })
  await ask('GET /api/public/session/who', { host: 'unknown.example' })

  // The platform fails, and says more than it should.
  const echo = http.all(`${UPSTREAM}/train/*`, ({ request }) => HttpResponse.json({ code: 1, msg: `java.lang.NullPointerException: ${request.headers.get('authorization')} phone=${canaries.phone} password=${canaries.password}` }, { status: 500 }))
  platform.server.use(echo)
  expect((await ask('GET /api/notes/list', { fields: { kind: 'course', id: '3001', sectionId: '3201' } })).text).not.toContain('NullPointer')
  await ask('GET /api/courses/access', { fields: { id: '3001' } })
  platform.server.resetHandlers()

  await launchAndFail()
  const change = { current: canaries.password, password: 'Canary2027pw', confirmation: 'Canary2027pw' }
  secrets.add(change.password)
  for (let times = 0; times < 6; times += 1) await ask('POST /api/account/password', { fields: { ...change, current: canaries.wrong } })
  await ask('POST /api/session/end')
  const again = { account: canaries.phone, consent: true }
  await ask('POST /api/public/account/code', { fields: { phone: canaries.otherPhone, purpose: 'reset' } })
  await ask('POST /api/public/account/reset-check', { fields: { phone: canaries.otherPhone, code: 'zzzzzz' } })
  const checked = await ask('POST /api/public/account/reset-check', { fields: { phone: canaries.otherPhone, code: await codeFor(canaries.otherPhone) } })
  const proof = checked.set.find(({ name }) => name === 'reset')!
  expect([checked.text, proof.options]).toEqual(['{"checked":true}', { httpOnly: true, secure: false, sameSite: 'strict', path: '/api/public/account/reset', maxAge: 600 }])
  secrets.add(proof.value)
  const changed = await ask('POST /api/public/account/reset', { cookie: `reset=${proof.value}`, fields: { phone: canaries.otherPhone, password: change.current, confirmation: change.current } })
  expect([changed.status, changed.set.map(({ name, value, options }) => [name, value, options.maxAge])]).toEqual([200, [['reset', '', 0]]])
  await ask('POST /api/public/session', { fields: { ...again, password: change.current } })
  const learner = await knock(mountedDoors.find(({ name }) => name === 'POST /api/public/session')!, { headers: { 'x-socket-address': visitor }, fields: { account: 'learner170', password: 'Train2026', consent: true } })
  secrets.add('Train2026')
  cookie = `sid=${learner.set.find(({ name }) => name === 'sid')!.value}`
  await ask('POST /api/account/password', { fields: { ...change, current: 'Train2026' } })

  // The database fails in the middle of everything.
  await platform.api().db.execute(sql`alter table verification_codes rename to verification_codes_gone`)
  expect((await ask('POST /api/public/account/code', { cookie: '', fields: { phone: '13755554446', purpose: 'register' } })).status).toBe(502)
  secrets.add('13755554446')
}, 300_000)
afterAll(() => vi.restoreAllMocks())

/** What the web must say of each event besides when. The platform, which sees no visitor, says what it can. */
const needed = {
  'login.done': ['tenantId', 'learnerId', 'address'], 'login.refused': ['tenantId', 'address', 'reason'], logout: ['tenantId', 'learnerId', 'address'],
  'session.foreign': ['tenantId', 'learnerId', 'address', 'reason'], 'sessions.ended': ['tenantId', 'learnerId', 'address'],
  registered: ['tenantId', 'phone', 'address'], 'code.sent': ['tenantId', 'phone', 'address', 'reason'], 'code.refused': ['tenantId', 'phone', 'address'],
  'password.reset': ['tenantId', 'phone', 'address'], 'password.changed': ['tenantId', 'learnerId', 'address'], 'proof.refused': ['tenantId', 'learnerId', 'address'],
  'contact.changed': ['tenantId', 'learnerId', 'address', 'reason'], 'upload.refused': ['tenantId', 'learnerId', 'address', 'reason'],
  'request.refused': ['tenantId', 'learnerId', 'address', 'path'], 'input.refused': ['tenantId', 'learnerId', 'address', 'path'], 'access.refused': ['tenantId', 'learnerId', 'address', 'path'],
  'limit.reached': ['tenantId', 'learnerId', 'address', 'reason'], 'host.refused': ['address', 'reason'],
}
const isOfPlatform = ({ time }: Record<string, unknown>) => typeof time === 'number'
const audits = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ audit }) => audit !== undefined)

describe('the logs of web and platform', () => {
  it('hold no token, password, code, cookie, ticket, phone or address of anybody', () => {
    expect(lines.length).toBeGreaterThan(40)
    expect(secrets.size).toBeGreaterThan(20)
    for (const fault of ['the platform refused the score of a package', 'a file of a package cannot be fetched', 'simulation_requests']) expect(lines.filter((line) => line.includes(fault)).length, fault).toBeGreaterThan(0)
    // The six digits of a code may happen to be among those of a moment.
    const told = lines.map((line) => line.replace(/"(?:time|pid)":\d+/g, ''))
    expect([...secrets].flatMap((secret) => told.filter((line) => line.includes(secret)).map((line) => `${secret}: ${line}`))).toEqual([])
  })

  it('say of a failed query what it was, and not what it was asked with', () => {
    const failed = lines.filter((line) => line.includes('verification_codes'))
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.join()).toContain('42P01')
    expect(failed.join()).not.toContain('params:')
  })

  it('hold every event of security, each with when, what and where', () => {
    const lacking = Object.entries(needed).flatMap(([event, fields]) => {
      const ofWeb = audits().filter((line) => line.audit === event && !isOfPlatform(line))
      return ofWeb.length === 0 ? [`${event} is not there`] : ofWeb.flatMap((line) => [...fields, 'time'].filter((field) => typeof line[field] !== 'string').map((field) => `${event} says no ${field}`))
    })
    expect(lacking).toEqual([])
    expect([...new Set(audits().flatMap(({ address }) => (address === undefined ? [] : [address])))]).toEqual([visitor])
    const known = ['level', 'time', 'audit', 'tenantId', 'learnerId', 'userId', 'address', 'phone', 'path', 'method', 'purpose', 'reason', 'times', 'msg', 'name', 'pid', 'hostname']
    expect(audits().flatMap((event) => Object.keys(event).filter((name) => !known.includes(name)))).toEqual([])
    expect(audits().filter(({ time }) => Number.isNaN(Date.parse(String(typeof time === 'number' ? new Date(time).toISOString() : time))))).toEqual([])
    expect(audits().find(({ audit }) => audit === 'registered')?.phone).toBe('137****4444')
  })

  it('are one line each, whatever was typed', () => {
    const before = lines.length
    log.info({ reason: 'a\nb\r\n{"audit":"login.done"}\u2028' }, 'x\ny')
    expect(lines.slice(before).map((line) => line.trimEnd().split(/[\r\n]/).length)).toEqual([1])
  })
})

describe('what may not be written down', () => {
  it.each([
    ['tel 13800000001.', 'tel 138****0001.'], ['+8613800000001', '+86138****0001'], ['008613800000001,8613800000001', '0086138****0001,86138****0001'], ['phone_13800000001_x', 'phone_138****0001_x'], ['Authorization: Bearer abc.def-1', 'Authorization: Bearer ***'], ['?token=abc&x=1', '?token=***&x=1'], ['sid=Fe26.2*1*a~2; lang=en', 'sid=***; lang=en'], ['password=a b', 'password=*** b'], ['GET http://content.example/content/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBB/p/a.js?x=1', 'GET http://content.example/content/***/p/a.js?x=1'], ['/content/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '/content/***'],
    ['?testRequestId=1&ticket=82.abc-_9&x=1', '?testRequestId=1&ticket=***&x=1'], ['at components/content/rich-text.tsx:1', 'at components/content/rich-text.tsx:1'], ['order 123456789012', 'order 123456789012'],
  ])('%j becomes %j', (text, written) => {
    expect(scrubbed(text)).toBe(written)
  })

  it('includes what stands behind the first thousands of characters', () => {
    expect(scrubbed('x'.repeat(1_000_000))).toBe('x'.repeat(3_900))
    // A phone that the cut would halve is none that anything else would mask.
    for (let before = 3_985; before < 4_001; before += 1) expect(scrubbed(`${'x'.repeat(before)} 13800000001 ${'x'.repeat(100)}`)).not.toMatch(/1380/)
  })

  it('is struck out at any depth, by the name of its field too', () => {
    const before = lines.length
    log.warn({ a: [{ b: { token: 'canary-deep', ticket: 'canary-launch', phone: '13800000001' } }], password: 'canary-flat' })
    expect(lines.at(before)).not.toMatch(/canary|13800000001/)
  })

  it('of a fault: its values and its words about values', () => {
    const cause = Object.assign(new Error('invalid input syntax for type bigint: "canary"'), { code: '22P02', detail: 'Key (phone)=(canary)' })
    expect(JSON.stringify(faultOf(Object.assign(new Error('Failed query: select $1\nparams: canary', { cause }), { query: 'select $1', params: ['canary'] })))).not.toContain('canary')
  })
})
