import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noticeReads, notices } from '../db/schema/notices.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestCaller } from './support.ts'
import { dataOf, expectKeys, expectStatus, hostileValues } from './world.ts'

type Notice = { id: number; noticeTypeId: number; noticeTitle: string; createTime: string; readNumber: number; releaseStatus: number; showPosition: number; noticeEnclosureUrl: string | null }

let api: TestApi
let visitor: TestCaller

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  visitor = api.visitor(82, { 'x-forwarded-for': '203.0.113.7' })
})
afterAll(() => api.close())

const list = async (query = {}, who: TestCaller = visitor) => dataOf(await who.get<Notice[]>('/train/app/notice/getAllNotice', query))
const read = (id: unknown, who: TestCaller = visitor) => who.post('/train/app/notice/updateNoticeReadNumber', { id })
const readings = async (id: number) => (await list()).find((notice) => notice.id === id)?.readNumber ?? -1

describe('news and notices', () => {
  test('open without a login, newest first, with every field', async () => {
    const all = await list()
    for (const notice of all) expectKeys(notice, 'id noticeTypeId noticeTitle noticeContent createTime releaseName readNumber fileName noticeEnclosureUrl releaseStatus showPosition')
    const times = all.map(({ createTime }) => createTime)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(all.map(({ noticeTypeId }) => noticeTypeId))).toEqual(new Set([1, 2, 3]))
    expect(all.some(({ noticeEnclosureUrl }) => noticeEnclosureUrl !== null)).toBe(true)
    expect(all.filter(({ showPosition }) => showPosition === 1).length).toBeGreaterThanOrEqual(3)
  })

  test('are the same with a token, also with one that is over', async () => {
    expect(await list({}, await api.loginAs('liming', 82))).toEqual(await list())
    expect(await list({}, api.visitor(82, { authorization: 'Bearer gone' }))).toEqual(await list())
  })

  test('never include drafts', async () => {
    const drafts = await api.db.select({ id: notices.noticeId }).from(notices).where(eq(notices.released, false))
    expect(drafts.length).toBeGreaterThanOrEqual(2)
    const shown = new Set((await list()).map(({ id }) => id))
    expect(drafts.some(({ id }) => shown.has(id))).toBe(false)
    expect((await list()).every(({ releaseStatus }) => releaseStatus === 1)).toBe(true)
    expectStatus(await read(drafts[0]?.id), 404)
  })

  test('are filtered by kind, and the kinds add up', async () => {
    let sum = 0
    for (const noticeTypeId of [1, 2, 3]) {
      const some = await list({ noticeTypeId })
      sum += some.length
      expect(new Set(some.map((notice) => notice.noticeTypeId))).toEqual(new Set([noticeTypeId]))
    }
    expect(sum).toBe((await list()).length)
    expect(await list({ noticeTypeId: '' })).toEqual(await list())
    expectStatus(await visitor.get('/train/app/notice/getAllNotice', { noticeTypeId: 4 }), 400)
  })

  test('are the tenant’s own', async () => {
    const ids = new Set((await list()).map(({ id }) => id))
    expect((await list({}, api.visitor(101))).some(({ id }) => ids.has(id))).toBe(false)
    expect(await list({}, api.visitor(999))).toEqual([])
  })

  test('count a reader once within half an hour', async () => {
    const id = (await list())[0]?.id ?? 0
    const before = await readings(id)
    expect(dataOf(await read(id))).toEqual({ readTotal: before + 1 })
    expect(dataOf(await read(String(id)))).toEqual({ readTotal: before + 1 })
    expect(await readings(id)).toBe(before + 1)
    dataOf(await read(id, api.visitor(82, { 'x-forwarded-for': '203.0.113.8' })))
    dataOf(await read(id, await api.loginAs('liming', 82)))
    expect(await readings(id)).toBe(before + 3)
    api.clock.advance({ minutes: 31 })
    dataOf(await read(id))
    expect(await readings(id)).toBe(before + 4)
    api.clock.advance({ minutes: -31 })
  })

  test('count the same while it is forgotten who has read what', async () => {
    const id = (await list())[0]?.id ?? 0
    const readers = async () => (await api.db.select({ reader: noticeReads.reader }).from(noticeReads)).length
    const [late, early] = ['203.0.113.20', '203.0.113.21'].map((address) => api.visitor(82, { 'x-forwarded-for': address }))
    api.clock.advance({ hours: 1 })
    dataOf(await read(id, early))
    api.clock.advance({ minutes: 15 })
    dataOf(await read(id, late))
    const before = await readings(id)
    await api.runJob('sweepNoticeReads')
    expect(await readers()).toBe(2)
    api.clock.advance({ minutes: 15 })
    await api.runJob('sweepNoticeReads')
    expect(await readers()).toBe(1)
    dataOf(await read(id, late))
    expect(await readings(id)).toBe(before)
    dataOf(await read(id, early))
    expect(await readings(id)).toBe(before + 1)
    api.clock.set(testMoment)
  })

  test('that are published later are neither shown nor counted until then', async () => {
    const id = (await list())[0]?.id ?? 0
    const one = and(eq(notices.tenantId, 82), eq(notices.noticeId, id))
    const { publishedAt } = (await api.db.select().from(notices).where(one))[0]!
    const publish = (at: Date) => api.db.update(notices).set({ publishedAt: at }).where(one)
    await publish(new Date(testMoment.getTime() + 60_000))
    const reader = api.visitor(82, { 'x-forwarded-for': '203.0.113.30' })
    expectStatus(await read(id, reader), 404)
    expect(await readings(id)).toBe(-1)
    api.clock.advance({ minutes: 2 })
    const before = await readings(id)
    expect(dataOf(await read(id, reader))).toEqual({ readTotal: before + 1 })
    api.clock.set(testMoment)
    await publish(publishedAt)
  })

  test('of another tenant cannot be counted', async () => {
    expectStatus(await read((await list())[0]?.id, api.visitor(101)), 404)
    for (const value of hostileValues) expectStatus(await read(value), 400)
  })
})
