import fc from 'fast-check'
import { http, HttpResponse } from 'msw'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { endAllSessions } from '@/lib/request/session'
import { rightFieldsOf } from '../support/door-inputs'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'
import { nextWrite, writtenSince } from '../support/writes'

// Every door as its file exports it, with neither framework nor middleware around it: what they promise must not hang on those.

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('@/lib/request/door', async (original) => (await import('../support/door-inputs')).noteSchemas(await original()))

const platform = mountPlatform()
const doors = mountedDoors
const guarded = doors.filter(({ isPublic }) => !isPublic)
const door = (name: string) => doors.find((one) => one.name === name)!
const cookieOf = (set: { name: string; value: string }[]) => set.filter(({ name }) => name === 'sid').map(({ name, value }) => `${name}=${value}`).at(-1) ?? ''

async function logIn(account: string, host = 'localhost'): Promise<string> {
  const told = await knock(door('POST /api/public/session'), { host, fields: { account, password: 'Train2026', consent: true } })
  expect(told.text, account).toBe('{"loggedIn":true}')
  return cookieOf(told.set)
}

describe('without the middleware', () => {
  let elsewhere: string
  let ended: string
  let revoked: string
  beforeAll(async () => {
    elsewhere = await logIn('liming', 'bgy.localhost')
    ended = await logIn('learner150')
    expect((await knock(door('POST /api/session/end'), { cookie: ended })).status).toBe(200)
    revoked = await logIn('learner151')
    const learner = await platform.learner('learner151', 82)
    await within(new Headers(), () => endAllSessions({ tenantId: '82', learnerId: learner.id }))
  }, 300_000)

  it('there are doors for learners, and each of them is here', () => {
    expect(guarded.length).toBeGreaterThan(55)
  })

  it.each(guarded.map((one) => [one.name, one] as const))('%s opens to no stranger', async (_name, one) => {
    const strangers = { nobody: undefined, forged: 'sid=Fe26.2*1*aa*bb*cc*99999999999999*dd*ee~2', 'of another tenant': elsewhere, 'logged out': ended, 'from before a new password': revoked }
    for (const [who, cookie] of Object.entries(strangers)) {
      const told = await knock(one, { cookie, params: { path: ['train', 'file', 'doc', '7002.pdf'] } })
      expect([told.status, told.text], who).toEqual([401, '{"error":{"code":"expired"}}'])
      expect(told.headers.get('cache-control'), who).toContain('no-store')
    }
  })

  it.each(doors.filter(({ path }) => path.startsWith('/api/public/')).map((one) => [one.name, one] as const))('%s knows no domain but those of tenants', async (_name, one) => {
    for (const [host, status] of Object.entries({ 'unknown.example': 404, '127.0.0.1': 404, '../../etc': 400, 'localhost,bgy.localhost': 400 })) {
      const told = await knock({ ...one, path: one.path }, { host: 'localhost', headers: { host } })
      expect(told.status, host).toBe(status)
    }
  })
})

describe('somebody who guesses', () => {
  it('at the password of an account, from ever new addresses, reaches the platform a few times', async () => {
    let reached = 0
    const count = ({ request }: { request: Request }) => {
      if (request.url.includes('/auth/oauth/token')) reached += 1
    }
    platform.server.events.on('request:start', count)
    const statuses: number[] = []
    for (let guess = 0; guess < 60; guess += 1) statuses.push((await knock(door('POST /api/public/session'), { fields: { account: 'learner153', password: `Guess${guess}`, consent: true }, headers: { 'x-socket-address': `203.0.113.${guess}` } })).status)
    platform.server.events.removeListener('request:start', count)
    expect(reached).toBe(20)
    expect(statuses.slice(20)).toEqual(Array.from({ length: 40 }, () => 429))
    // The platform itself looked at ten of them; the right password has to wait as well.
    await expect(platform.api().loginAs('learner153', 82)).rejects.toThrow('锁定')
  })
})

describe('a message', () => {
  it.each([['POST /api/messages/read', { id: '1' }], ['POST /api/messages/read-all', {}]])('that is marked is so though nobody can say how many are left (%s)', async (name, fields) => {
    const cookie = await logIn('learner155')
    platform.server.use(
      http.all(`${UPSTREAM}/train/messageSend/updateMessageUserStatus`, () => HttpResponse.json({ code: 0, data: null }), { once: true }),
      http.get(`${UPSTREAM}/train/messageSend/getMessageSendCount`, () => HttpResponse.json({ code: 1, msg: null }, { status: 500 }), { once: true }),
    )
    expect(await knock(door(name), { cookie, fields })).toMatchObject({ status: 200, text: '{"count":null}' })
  })
})

describe('logging out', () => {
  it('asks the browser to forget what it kept', async () => {
    const cookie = await logIn('learner154')
    const told = await knock(door('POST /api/session/end'), { cookie })
    expect(told.headers.get('clear-site-data')).toBe('"cache"')
    expect(told.set.at(-1)).toMatchObject({ name: 'sid', value: '' })
  })
})

const foreignId = '990077001'
const planted = { userId: foreignId, studentId: foreignId, user_id: foreignId, UserId: foreignId, learnerId: foreignId, username: 'planted-name', account: 'planted-name', tenantId: '990101', 'TENANT-ID': '990101', role: 'planted-role', points: 990_999, password: 'Planted2026', avatar: 'planted-avatar', token: 'planted-token', isAdmin: true }
const marks = /990077001|990101|planted|990999|Planted2026/i

const place = { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }
const visit = { visitId: '0123456789abcdef0123456789abcdef', place, kind: 'study' }
/** What chance hardly finds. */
const byHand: Record<string, Record<string, unknown>> = {
  'POST /api/study/start': { ...visit, name: 'x', enrol: true },
  'POST /api/study/beat': { ...visit, seq: 1, state: 'active', activeSeconds: 1 },
  'POST /api/study/end': { ...visit, minutes: 1 },
  'POST /api/study/section': { kind: 'course', id: '3001', chapterId: '3101', sectionId: '3201' },
  'POST /api/exams/player': { kind: 'plan', itemId: '5202' },
  'PUT /api/mistakes/item': { target: { source: 'theory', questionId: '1', kind: 'single', content: 'x' }, inBook: true },
  'POST /api/practice/judge': { drawId: '1', answers: [], elapsedSeconds: 1, currentIndex: 0 },
  'POST /api/public/notices/read': { id: '107' },
}

describe('who asks', () => {
  // These say themselves who they are about, or take what is said for what it is.
  const named = ['POST /api/public/session', 'POST /api/account/password', 'POST /api/public/account/register', 'POST /api/public/account/reset']
  let cookie: string
  let learnerId: string
  const heard: string[] = []
  const reached = new Set<string>()
  beforeAll(async () => {
    cookie = await logIn('learner152')
    learnerId = (await platform.learner('learner152', 82)).id
    platform.server.events.on('request:start', async ({ request }) => {
      const copy = request.clone()
      heard.push(`${copy.method} ${copy.url} tenant ${copy.headers.get('tenant-id')} ${[...copy.headers].join(' ')} ${await copy.text()}`)
    })
  }, 300_000)

  it.each(doors.filter(({ name, path }) => !named.includes(name) && !/\[|session\/end|health|ready|metrics|domains/.test(path)).map((one) => [one.name, one] as const))('%s tells the platform of nobody but the session, and nothing it has no field for', async (_name, one) => {
    const headers = { 'user-agent': 'Mozilla/5.0 Chrome/140', 'tenant-id': '990101', authorization: 'Bearer planted-token', 'x-user-id': foreignId }
    for (const fields of [...fc.sample(rightFieldsOf(one, learnerId), { numRuns: one.path.includes('record') ? 1 : 3, seed: 7 }), ...(byHand[one.name] ? [byHand[one.name]!] : [])]) {
      heard.length = 0
      const told = await knock(one, { cookie, fields: { ...planted, ...fields }, headers })
      // A door that takes nothing but its fields has refused; those alone it may take.
      if (told.status === 400) expect((await knock(one, { cookie, fields, headers })).status).toBeLessThan(500)
      expect(told.status, `${JSON.stringify(fields)} ${told.text} ${heard.join('; ')}`).toBeLessThan(500)
      expect(heard.filter((line) => marks.test(line))).toEqual([])
      const asked = heard.filter((line) => !line.includes('/admin/tenant/'))
      expect(asked.filter((line) => !line.includes('tenant 82 '))).toEqual([])
      if (asked.length > 0) reached.add(one.name)
    }
  })

  it('was looked at in calls that were really made', () => {
    const elsewhere = [...named, 'POST /api/session/end', 'GET /api/files/[...path]', 'GET /api/public/files/[...path]', 'GET /api/public/site/[...file]', 'GET /api/domains/ask']
    const askingNobody = ['GET /api/health', 'GET /api/ready', 'GET /api/metrics', 'GET /api/exams/clock', 'GET /api/public/session/who', ...doors.filter(({ path }) => path === '/api/[...nowhere]').map(({ name }) => name)]
    // These begin with something that was sealed or sent before, with a picture, or with a host for courseware.
    const furtherOn = ['POST /api/account/avatar', 'POST /api/courseware/launch', 'POST /api/courseware/alive', 'POST /api/simulation/result', 'POST /api/public/account/reset-check']
    const unasked = doors.map(({ name }) => name).filter((name) => !reached.has(name) && ![...elsewhere, ...askingNobody, ...furtherOn].includes(name))
    expect(unasked).toEqual([])
  })
})

describe('what a learner changes of their own', () => {
  const changes = [
    ['POST /api/account/contact', { phone: '13755550155' }, { phone: '13755550155' }],
    ['POST /api/account/contact', { email: 'learner155@mail.example' }, { email: 'learner155@mail.example' }],
    ['POST /api/account/avatar', null, { avatar: expect.stringMatching(/^\d+$/) as string }],
    // Ends the session, so it comes last.
    ['POST /api/account/password', { current: 'Train2026', password: 'Train2027', confirmation: 'Train2027' }, { password: 'Train2027' }],
  ] as const
  let cookie: string
  const sent: unknown[] = []
  beforeAll(async () => {
    cookie = await logIn('learner155')
    platform.server.events.on('request:start', async ({ request }) => {
      if (request.url.includes('userInfo/update')) sent.push(await request.clone().json())
    })
  }, 300_000)

  it.each(changes)('at %s (%j) goes to the platform as who they are and one field, whatever is written beside it', async (name, fields, field) => {
    const { id, username } = await platform.learner('learner155', 82)
    const query = new URLSearchParams(Object.entries(planted).map(([key, value]) => [key, String(value)])).toString()
    sent.length = 0
    if (fields) {
      expect((await knock(door(name), { cookie, fields: { ...planted, ...fields } })).status).toBe(400)
      expect(sent).toEqual([])
    }
    const picture = new Uint8Array(await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } }).png().toBuffer())
    const told = await knock(door(name), { cookie, ...(fields ? { fields, query } : { body: picture, query: `x=4&y=4&size=32&${query}`, headers: { 'content-type': 'image/png' } }) })
    expect(told.status, told.text).toBe(200)
    expect(sent).toEqual([{ userId: id, username, ...field }])
  })
})

describe('a door that is asked by GET', () => {
  const read = doors.filter(({ method }) => method === 'GET')
  const note = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video' }
  /** What chance hardly finds. */
  const found: Record<string, Record<string, unknown>> = {
    'GET /api/notes/list': note,
    'GET /api/domains/ask': { domain: 'localhost' },
    'GET /api/study/player': { kind: 'course', id: '3001' },
    'GET /api/post-maps/item': { id: '2105' },
    'GET /api/learning-paths/item': { id: '2001' },
  }
  /** Of these nothing is there before somebody has begun it, or their words cannot be had without the framework; they are asked all the same. */
  const unanswered = ['[...nowhere]', 'certificates/pdf', 'mistakes/detail', 'post-maps/courses', 'practice/draw', 'practice/subject'].map((path) => `GET /api/${path}`)
  /** Whoever looks at an exam that is a simulation is given a number under which it may report (contract 5.19). */
  const issued: Record<string, string[]> = { 'GET /api/account/record': ['simulation_requests'] }
  const answered = new Set<string>()
  let cookie: string
  let learnerId: string
  beforeAll(async () => {
    cookie = await logIn('liming')
    learnerId = (await platform.learner('liming', 82)).id
    // What our platform does in any case, sooner when somebody looks: it hands in papers whose time is over, and makes its keys for receipts.
    await platform.api().runJob('handInOverdue')
    await knock(door('GET /api/attempts/files'), { cookie, fields: { examId: '8007' } })
  }, 300_000)

  it.each(read.map((one) => [one.name, one] as const))('%s changes nothing on the platform', async (_name, one) => {
    const params: Record<string, string[]> = one.path.includes('[...path]') ? { path: one.isPublic ? ['admin', 'file', 'logo', '82.svg'] : ['train', 'file', 'doc', '7002.pdf'] } : one.path.includes('[...file]') ? { file: ['robots.txt'] } : {}
    for (const fields of [...fc.sample(rightFieldsOf(one, learnerId), { numRuns: one.path.includes('record') ? 1 : 10, seed: 7 }), ...(found[one.name] ? [found[one.name]!] : [])]) {
      const before = await nextWrite(platform.api())
      const { status, headers } = await knock(one, { cookie, fields, params })
      if (status < 400) answered.add(one.name)
      // What is a learner's is kept by nobody on the way; their files by their own browser alone.
      if (!one.isPublic) expect(headers.get('cache-control')).toMatch(one.path.startsWith('/api/files/') ? /^private, (?:max-age=300|no-store)$/ : /^private, no-store$/)
      const written = await writtenSince(platform.api(), before)
      expect(written.filter((table) => !issued[one.name]?.includes(table)), JSON.stringify(fields)).toEqual([])
    }
  }, 60_000)

  it('was asked for what is there, and what does change something would be noticed', async () => {
    expect(read.map(({ name }) => name).filter((name) => !answered.has(name) && !unanswered.includes(name))).toEqual([])
    const before = await nextWrite(platform.api())
    expect((await knock(door('PUT /api/favourites/item'), { cookie, fields: { kind: 'plan', id: '5002', operationId: 'abcdefgh-77' } })).status).toBe(200)
    expect(await writtenSince(platform.api(), before)).toContain('operations')
  })
})
