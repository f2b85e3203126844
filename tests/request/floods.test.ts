import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Tenant } from '@/lib/domain/tenant'
import { launchCourseware } from '@/lib/request/launch-courseware'
import type { Asking } from '@/lib/request/learner'
import { forget, limits } from '@/lib/request/limits'
import { openReceipt } from '@/lib/request/receipt-check'
import { store } from '@/lib/request/store'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'

// What one learner can make the web keep, or hold in its memory.

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://127.0.0.1:3000' }))
vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const door = (name: string) => mountedDoors.find((one) => one.name === name)!
const HOUR = 3600

async function logIn(account: string): Promise<{ cookie: string; id: string }> {
  const told = await knock(door('POST /api/public/session'), { fields: { account, password: 'Train2026', consent: true } })
  return { cookie: `sid=${told.set.find(({ name }) => name === 'sid')!.value}`, id: (await platform.learner(account, 82)).id }
}

/** As if the learner had done it so often already. */
async function spent(name: keyof typeof limits, learnerId: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await store.count(`limit:${name}:82:${learnerId}`, HOUR)
}

describe('ends of visits', () => {
  const end = (cookie: string, visitId: string) => knock(door('POST /api/study/end'), { cookie, fields: { visitId, kind: 'study', minutes: 0, place: { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' } } })
  const visitId = (n: number) => n.toString(16).padStart(32, '0')

  it('are kept a thousand times an hour, which nobody reaches who studies; what was said before is told again even then', async () => {
    const { cookie, id } = await logIn('learner120')
    const first = await end(cookie, visitId(1))
    expect(first.status).toBe(200)
    await spent('visitsOfLearner', id, limits.visitsOfLearner.times - 1)
    const over = await end(cookie, visitId(2))
    // Its browser keeps it and says it again later (`isPassing`).
    expect([over.status, over.text]).toEqual([429, '{"error":{"code":"busy"}}'])
    expect((await end(cookie, visitId(1))).text).toBe(first.text)
    const other = await logIn('learner121')
    expect((await end(other.cookie, visitId(2))).status).toBe(200)
  })
})

describe('what the platform keeps for good', () => {
  const draw = { from: 'subject', subjectId: '5001', subjectName: 'x', count: 20, labels: [] }
  const place = { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }
  it.each([
    ['beginnings of visits', 'startsOfLearner', 'POST /api/study/start', { visitId: '0'.repeat(32), kind: 'study', place, name: 'x', enrol: false }, 'learner127'],
    ['notes', 'notesOfLearner', 'POST /api/notes/item', { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video', text: 'x', operationId: 'f'.repeat(32) }, 'learner127'],
    ['draws', 'drawsOfLearner', 'POST /api/practice/draw', draw, 'learner127'],
    ['openings of sections', 'launchesOfLearner', 'POST /api/study/section', { kind: 'course', id: '3001', chapterId: '3102', sectionId: '3204' }, 'learner129'],
    ['openings of exams in the player', 'launchesOfLearner', 'POST /api/exams/player', { kind: 'plan', itemId: '5202' }, 'learner130'],
    ['openings of simulation exams', 'launchesOfLearner', 'POST /api/exams/launch', { place: { origin: 'standalone', examId: '8006', paperId: '1' } }, 'learner139'],
    ['launches of simulations', 'launchesOfLearner', 'POST /api/simulation/launch', { kind: 'course', id: '3001', chapterId: '3102', sectionId: '3204' }, 'learner131'],
    ['openings of papers', 'papersOfLearner', 'POST /api/attempts/start', { place: { origin: 'standalone', examId: '8002', paperId: '1' }, intentId: 'f'.repeat(32) }, 'learner132'],
  ] as const)('%s of one learner have an end', async (_, name, where, given, account) => {
    const { cookie, id } = await logIn(account)
    const fields = where === 'POST /api/attempts/start' ? { ...given, learnerId: id } : given
    const first = await knock(door(where), { cookie, fields })
    expect([400, 429], first.text).not.toContain(first.status)
    await spent(name, id, limits[name].times)
    const over = await knock(door(where), { cookie, fields })
    expect([over.status, over.text]).toEqual([429, '{"error":{"code":"busy"}}'])
  })

  const ref = { place: { origin: 'standalone', examId: '8002', paperId: '1' }, ref: { attemptId: '1', answerId: '1' }, epoch: 1 }
  const note = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video', text: 'x', id: '1', operationId: 'f'.repeat(32) }
  it.each([
    ['absences', 'POST /api/attempts/absence', { ...ref, eventId: 'f'.repeat(32), cause: 'hidden', seconds: 1 }],
    ['take-overs', 'POST /api/attempts/take-over', { ...ref, intentId: 'f'.repeat(32) }],
    ['openings of papers under way', 'POST /api/attempts/start', { place: ref.place, intentId: 'f'.repeat(32), attemptId: '1' }],
    ['marks', 'PUT /api/favourites/item', { kind: 'course', id: '3001', operationId: 'f'.repeat(32) }],
    ['marks that are taken back', 'DELETE /api/favourites/item', { kind: 'course', id: '3001', operationId: 'f'.repeat(32) }],
    ['questions for the book', 'PUT /api/mistakes/item', { target: { source: 'theory', questionId: '1', kind: 'single', content: 'x' }, inBook: true, operationId: 'f'.repeat(32) }],
    ['grades', 'POST /api/mistakes/grade', { mistakeId: '1', grade: 'good', operationId: 'f'.repeat(32) }],
    ['notes that are changed', 'PUT /api/notes/item', note],
    ['notes that are deleted', 'DELETE /api/notes/item', { id: '1' }],
  ] as const)('%s of one learner have an end, all together', async (_, where, given) => {
    const { cookie, id } = await logIn('learner135')
    const fields = { learnerId: id, ...given }
    const first = await knock(door(where), { cookie, fields })
    expect([400, 429], first.text).not.toContain(first.status)
    await store.count(`limit:writesOfLearner:82:${id}`, HOUR, limits.writesOfLearner.times)
    const over = await knock(door(where), { cookie, fields })
    await forget('writesOfLearner', '82', id)
    expect([over.status, over.text]).toEqual([429, '{"error":{"code":"busy"}}'])
  })

  it('what fails, and is told again by itself, does not count', async () => {
    const { cookie, id } = await logIn('learner136')
    const tell = () => knock(door('PUT /api/favourites/item'), { cookie, fields: { kind: 'course', id: '3001', operationId: 'f'.repeat(32) } })
    await spent('writesOfLearner', id, limits.writesOfLearner.times - 1)
    platform.server.use(http.all(`${UPSTREAM}/train/app/collection/insertCollection`, () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 })))
    expect((await tell()).status).toBe(502)
    platform.server.resetHandlers()
    expect([(await tell()).status, (await tell()).status]).toEqual([200, 429])
  })

  it('a paper that is asked for by itself until it is answered counts as one', async () => {
    const { cookie, id } = await logIn('learner137')
    const open = (more: Record<string, unknown> = {}) => knock(door('POST /api/attempts/start'), { cookie, fields: { learnerId: id, place: { origin: 'standalone', examId: '8001', paperId: '8200' }, intentId: 'f'.repeat(32), ...more } })
    await spent('papersOfLearner', id, limits.papersOfLearner.times - 2)
    platform.server.use(http.all(`${UPSTREAM}/train/examPlanApp/startAnswer`, () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 })))
    const unanswered = [await open(), await open({ sinceMs: 1 }), await open({ sinceMs: 2 })].map(({ status }) => status)
    platform.server.resetHandlers()
    expect([...unanswered, (await open({ sinceMs: 3 })).status, (await open({ sinceMs: 4 })).status]).toEqual([502, 502, 502, 200, 429])
  })

  it('changed answers of one learner have an end, where they are kept', async () => {
    const { cookie, id } = await logIn('learner133')
    const learner = await platform.api().loginAs('learner133', 82)
    const { data: paper } = await learner.get<{ instanceId: number; answerId: number; paperId: number; epoch: number; questionOneList: { questionId: number; optionList: { optionId: number }[] }[] }>('/train/examPlanApp/startAnswer', { examPlanId: 8001, userId: learner.userId, intentId: 'a'.repeat(32) })
    const [question] = paper.questionOneList
    const save = async (seq: number, optionId: number | undefined) => {
      const fields = {
        learnerId: id, place: { origin: 'standalone', examId: '8001', paperId: String(paper.paperId) }, ref: { attemptId: String(paper.instanceId), answerId: String(paper.answerId) }, epoch: paper.epoch,
        saves: [{ opId: `operation-${seq}`, seq, questionId: String(question!.questionId), optionIds: [String(optionId)] }],
      }
      const told = await knock(door('POST /api/attempts/answers'), { cookie, fields })
      return told.status === 200 ? (JSON.parse(told.text) as { outcomes: { outcome: string }[] }).outcomes.map(({ outcome }) => outcome) : told.status
    }
    const [first, second] = question!.optionList.map(({ optionId }) => optionId)
    await spent('answersOfLearner', id, limits.answersOfLearner.times - 1)
    // What the platform turns down leaves what was left.
    expect(await save(1, 1)).toEqual(['refused'])
    expect(await save(2, first)).toEqual(['saved'])
    expect(await save(3, second)).toBe(429)
  })

  it('receipts are fetched so often', async () => {
    const { cookie, id } = await logIn('learner134')
    const fetchThem = async () => (await knock(door('GET /api/exams/receipts'), { cookie, fields: { attemptId: '1', answerId: '1' } })).status
    expect(await fetchThem()).toBe(404)
    await spent('receiptsOfLearner', id, limits.receiptsOfLearner.times)
    expect(await fetchThem()).toBe(429)
  })

  it('receipts of a learner are fetched one attempt at a time, and a refusal of those counts as none', async () => {
    const { cookie, id } = await logIn('learner138')
    await spent('receiptsOfLearner', id, limits.receiptsOfLearner.times - 2)
    const fetchThem = async () => (await knock(door('GET /api/exams/receipts'), { cookie, fields: { attemptId: '1', answerId: '1' } })).status
    expect((await Promise.all([fetchThem(), fetchThem(), fetchThem()])).sort()).toEqual([404, 429, 429])
    expect([await fetchThem(), await fetchThem()]).toEqual([404, 429])
  })

  it('one record of a learner is gathered at a time', async () => {
    const { cookie } = await logIn('learner128')
    const both = await Promise.all([1, 2].map(() => knock(door('GET /api/account/record'), { cookie })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
    expect((await knock(door('GET /api/account/record'), { cookie })).status).toBe(200)
  })

  it('a record that was not had counts as none', async () => {
    const { cookie, id } = await logIn('learner136')
    await spent('recordsOfLearner', id, limits.recordsOfLearner.times - 1)
    platform.server.use(http.get(`${UPSTREAM}/train/web/getMyWebCourseBySort`, () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 }), { once: true }))
    const ask = async () => (await knock(door('GET /api/account/record'), { cookie })).status
    expect([await ask(), await ask(), await ask()]).toEqual([502, 200, 429])
  })

  it('receipts are looked at so often from one address, and notices read', async () => {
    const visitor = { ...platform.visitor(82), address: '203.0.113.78' }
    const look = () => openReceipt(visitor, { code: 'x'.repeat(40), signature: 'y' })
    expect((await look()).error).not.toBe('busy')
    for (const name of ['receiptChecksOfAddress', 'noticeReadsOfAddress'] as const) for (let n = 0; n < limits[name].times; n += 1) await store.count(`limit:${name}:${visitor.address}`, HOUR)
    expect((await look()).error).toBe('busy')
    const told = await knock(door('POST /api/public/notices/read'), { fields: { id: '107' }, headers: { 'user-agent': 'Mozilla/5.0 Chrome/140', 'x-socket-address': visitor.address } })
    expect(told.status).toBe(429)
  })
})

describe('launches of courseware', () => {
  it('are kept six hundred times an hour', async () => {
    const learner = await platform.learner('liming', 82)
    const now = Math.floor(Date.now() / 1000)
    const asking: Asking = { learner, tenant: {} as Tenant, session: { sid: 's', tenantId: '82', learnerId: learner.id, username: 'liming', name: '李明', avatarUrl: null, roles: [], exerciseBank: false, token: learner.token, refreshToken: null, startedAt: now, tokenEndsAt: now + HOUR } }
    const launch = () => within(new Headers({ host: 'localhost' }), () => launchCourseware(asking, { kind: 'course', id: '3001', itemId: '', courseId: '3001', chapterId: '3102', sectionId: '3203' } as never))
    expect((await launch()).value).toMatchObject({ id: expect.any(String) })
    await spent('launchesOfLearner', learner.id, limits.launchesOfLearner.times - 1)
    await expect(launch()).rejects.toMatchObject({ code: 'busy' })
  })
})

describe('bodies without end', () => {
  /** What a door says to one of which a kilobyte comes at a time, and how many of them it took. */
  async function pour(name: string, cookie?: string): Promise<{ told: [number, string]; taken: number }> {
    let taken = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        taken += 1
        controller.enqueue(new Uint8Array(1024).fill(32))
      },
    }, { highWaterMark: 0 })
    const head = new Headers({ host: 'localhost', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...(cookie ? { cookie } : {}) })
    const { method, path, handler } = door(name)
    const request = new Request(`http://localhost${path}`, { method, headers: head, body, duplex: 'half' } as RequestInit)
    const { value } = await within(head, () => handler(request, { params: Promise.resolve({}) }))
    return { told: [value.status, await value.text()], taken }
  }
  const tooLarge = [400, '{"error":{"code":"invalid","fields":{"body":"too large"}}}']

  it.each(mountedDoors.filter(({ name }) => name.startsWith('POST /api/public/')).map(({ name }) => name))('of a visitor are given up after 8 kB: %s', async (name) => {
    const { told, taken } = await pour(name)
    expect(told).toEqual(tooLarge)
    expect(taken).toBeLessThanOrEqual(10)
  })

  it('of a learner after 512 kB', async () => {
    const { cookie } = await logIn('learner137')
    const { told, taken } = await pour('POST /api/attempts/answers', cookie)
    expect(told).toEqual(tooLarge)
    expect(taken).toBeGreaterThan(512)
    expect(taken).toBeLessThanOrEqual(514)
  })
})

describe('pictures', () => {
  /** A body that comes when it is told to, and tells whether anybody wanted it. */
  function slowBody(bytes: Uint8Array) {
    const gate = Promise.withResolvers<void>()
    const seen = { wanted: 0 }
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        seen.wanted += 1
        await gate.promise
        controller.enqueue(bytes)
        controller.close()
      },
    }, { highWaterMark: 0 })
    return { body, seen, send: () => gate.resolve() }
  }
  async function bring(cookie: string, body: ReadableStream<Uint8Array>): Promise<number> {
    const head = new Headers({ host: 'localhost', 'sec-fetch-site': 'same-origin', cookie })
    const request = new Request('http://localhost/api/account/avatar', { method: 'POST', headers: head, body, duplex: 'half' } as RequestInit)
    return (await within(head, () => door('POST /api/account/avatar').handler(request, { params: Promise.resolve({}) }))).value.status
  }
  const gif = new TextEncoder().encode('GIF89a')
  let cookie: string
  let id: string
  beforeAll(async () => void ({ cookie, id } = await logIn('learner122')))

  it('of one learner come one after another: a second one is not even read', async () => {
    const [first, second, third] = [slowBody(gif), slowBody(gif), slowBody(gif)]
    const answer = bring(cookie, first.body)
    await vi.waitFor(() => expect(first.seen.wanted).toBe(1), { timeout: 10_000 })
    expect([await bring(cookie, second.body), second.seen.wanted]).toEqual([429, 0])
    // Another learner's is another matter.
    const other = await logIn('learner123')
    const theirs = slowBody(gif)
    theirs.send()
    expect(await bring(other.cookie, theirs.body)).toBe(400)
    first.send()
    expect(await answer).toBe(400)
    third.send()
    expect(await bring(cookie, third.body)).toBe(400)
  })

  it('beyond the limit are refused before they are read', async () => {
    await spent('uploadsOfLearner', id, limits.uploadsOfLearner.times)
    const late = slowBody(gif)
    expect([await bring(cookie, late.body), late.seen.wanted]).toEqual([429, 0])
  })
})

describe('reading a notice', () => {
  const read = (cookie?: string) => knock(door('POST /api/public/notices/read'), { cookie, fields: { id: '107' }, headers: { 'user-agent': 'Mozilla/5.0 Chrome/140', 'x-socket-address': '203.0.113.77' } })
  const count = async () => (await platform.api().visitor(82).get<{ id: number; readNumber: number }[]>('/train/app/notice/getAllNotice')).data.find(({ id }) => id === 107)!.readNumber

  it('counts for each learner behind one address, and once for all visitors there', async () => {
    const cookies = await Promise.all(['learner124', 'learner125'].map(async (account) => (await logIn(account)).cookie))
    const before = await count()
    const told: unknown[] = []
    for (const cookie of [...cookies, ...cookies, undefined, undefined]) told.push(JSON.parse((await read(cookie)).text))
    expect(told).toEqual([1, 2, 2, 2, 3, 3].map((more) => ({ counted: true, reads: before + more })))
    expect(await count()).toBe(before + 3)
  })

  it('goes on as a visitor\'s when the session is over on the platform, and leaves the rest to the page', async () => {
    const { cookie } = await logIn('learner126')
    const asked: (string | null)[] = []
    platform.server.use(http.post(`${UPSTREAM}/train/app/notice/updateNoticeReadNumber`, ({ request }) => {
      asked.push(request.headers.get('authorization')?.split(' ')[0] ?? null)
      return request.headers.get('authorization')?.startsWith('Bearer') ? HttpResponse.json({ code: 1, msg: 'x' }, { status: 401 }) : HttpResponse.json({ code: 0, data: true })
    }))
    const told = await read(cookie)
    platform.server.resetHandlers()
    expect([told.status, asked[0], asked.length]).toEqual([200, 'Bearer', 2])
    // That platform does not say how often.
    expect(JSON.parse(told.text)).toEqual({ counted: true, reads: null })
    expect(told.set).toEqual([])
    expect((await read('sid=Fe26.2*1*aa*bb*cc*99999999999999*dd*ee~2')).status).toBe(200)
  })
})
