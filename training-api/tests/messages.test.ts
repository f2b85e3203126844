import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectKeys, expectStatus, hostileValues, pageNoise } from './world.ts'
import type { WirePage } from './world.ts'

type Message = { messageSendUserId: number; status: number; createTime: string; fileUrl: string | null }

let api: TestApi
let liming: TestLearner
let wangfang: TestLearner
let elsewhere: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  wangfang = await api.loginAs('wangfang', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())

const list = async (query: object, who = liming) => dataOf(await who.get<WirePage<Message>>('/train/messageSend/web/page', { current: 1, size: 10, acceptPlatform: 2, ...query }))
const unread = async (who = liming) => dataOf(await who.get<number>('/train/messageSend/getMessageSendCount', { status: 1, acceptPlatform: 2 }))
const mark = (id: unknown, who = liming) => who.get('/train/messageSend/updateMessageUserStatus', { id, status: 2, acceptPlatform: 2 })

describe('messages', () => {
  test('come in pages, newest first', async () => {
    const first = await list({ status: 3 })
    expect(first).toMatchObject({ total: 23, size: 10, pages: 3, ...pageNoise })
    for (const message of first.records) expectKeys(message, 'messageSendUserId messageSendTitle sendUser createTime messageSendContent fileUrl fileName status')
    const all = (await list({ status: 3, size: 100 })).records
    expect(all.map(({ createTime }) => createTime)).toEqual(all.map(({ createTime }) => createTime).toSorted().reverse())
    expect(all.filter(({ fileUrl }) => fileUrl !== null)).toHaveLength(2)
    expect(await list({ status: 3, current: 4 })).toMatchObject({ records: [], total: 23 })
  })

  test('that are named come alone, wherever they stand, and to their learner only', async () => {
    const { messageSendUserId } = (await list({ status: 3, size: 100 })).records.at(-1)!
    expect(await list({ status: 1, current: 3, messageSendUserId })).toMatchObject({ total: 1, records: [{ messageSendUserId }] })
    expect(await list({ messageSendUserId: 8_888_888 })).toMatchObject({ total: 0, records: [] })
    for (const who of [wangfang, elsewhere]) expect(await list({ messageSendUserId }, who)).toMatchObject({ total: 0, records: [] })
  })

  test('are unread until they are opened, once', async () => {
    expect(await unread()).toBe(5)
    expect(await list({ status: 1 })).toMatchObject({ total: 5 })
    expect(await list({ status: 2 })).toMatchObject({ total: 18 })
    const id = (await list({ status: 1 })).records[0]?.messageSendUserId
    dataOf(await mark(id))
    dataOf(await mark(String(id)))
    expect(await unread()).toBe(4)
    expect((await list({ status: 3, size: 100 })).records.find(({ messageSendUserId }) => messageSendUserId === id)?.status).toBe(2)
  })

  test('of a new learner are none', async () => {
    expect(await list({ status: 3 }, wangfang)).toMatchObject({ records: [], total: 0 })
    expect(await unread(wangfang)).toBe(0)
  })

  test('of another learner are forbidden, of another tenant missing', async () => {
    const id = (await list({ status: 1 })).records[0]?.messageSendUserId
    expectStatus(await mark(id, wangfang), 403)
    expectStatus(await mark(id, elsewhere), 404)
    expectStatus(await mark(8_888_888), 404)
    expect(await unread()).toBe(4)
  })

  test('are all read at once, the own ones only', async () => {
    const learner = await api.loginAs('learner107', 82)
    const other = await api.loginAs('learner209', 82)
    const before = await unread(other)
    expect(await unread(learner)).toBeGreaterThan(0)
    for (let n = 0; n < 2; n += 1) dataOf(await learner.post('/train/web/markAllMessagesRead', { acceptPlatform: 2 }))
    expect(await unread(learner)).toBe(0)
    expect(await unread(other)).toBe(before)
  })

  test('never break on bad input', async () => {
    for (const value of hostileValues) expectStatus(await mark(value), 400)
    expectStatus(await liming.get('/train/messageSend/web/page', { status: 9 }), 400)
    expectStatus(await liming.get('/train/messageSend/web/page', { current: 'x' }), 400)
  })
})
