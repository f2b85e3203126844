import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, expectKeys, expectRefusal, expectStatus, foreign, hostileValues, plans } from './world.ts'
import type { WirePage } from './world.ts'

type Comment = { id: number; commentTime: string; userId: number; commentNum: number; commentContent: string; childrenComment: { commentContent: string } | null }
type Shares = { oneCountF: number; twoCountF: number; threeCountF: number; fourCountF: number; fiveCountF: number; commentNum: number; mycommentNum?: number }

let api: TestApi
let liming: TestLearner
let elsewhere: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())

const list = async (contentId: unknown, query = {}, who = liming) => dataOf(await who.get<WirePage<Comment>>('/train/comment/getAppCommentList', { contentId, commentType: 1, current: 1, size: 5, ...query }))
const shares = async (curriculumId: unknown, commentType = 1, who = liming) => dataOf(await who.get<Shares[]>('/train/app/courseChapter/selectCommentNumberList', { curriculumId, commentType }))
const rate = (body: object, who = liming) => who.post('/train/comment/saveComment', { contentId: courses.welding, commentType: 1, commentNum: 5, topYn: 1, commentId: -1, commentContent: '讲得很清楚', ...body })

describe('reviews', () => {
  test('come in pages of five, newest first, some with a reply', async () => {
    const first = await list(courses.electrical)
    expect(first.size).toBe(5)
    expect(first.records).toHaveLength(Math.min(5, first.total))
    for (const comment of first.records) {
      expectKeys(comment, 'id userId userName headUrl commentType commentNum commentContent commentTime childrenComment')
      expect(comment.commentNum).toBeGreaterThanOrEqual(1)
      expect(comment.commentNum).toBeLessThanOrEqual(5)
    }
    expect(await list(courses.electrical, { current: 999 })).toMatchObject({ records: [], total: first.total })
  })

  test('stand on exactly one page each, however deep', async () => {
    const { total } = await list(courses.electrical)
    const pages = await Promise.all(Array.from({ length: Math.ceil(total / 3) }, (_, index) => list(courses.electrical, { current: index + 1, size: 3 })))
    const all = pages.flatMap(({ records }) => records)
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
    expect(all.map(({ commentTime }) => commentTime)).toEqual(all.map(({ commentTime }) => commentTime).toSorted().reverse())
    expect(pages.at(-1)?.records).toHaveLength(total % 3 || 3)
  })

  test('share out their stars in percent', async () => {
    const [share] = await shares(courses.electrical)
    expect(share).toMatchObject({ oneCountF: expect.any(Number), fiveCountF: expect.any(Number), commentNum: expect.any(Number) })
    const sum = (share?.oneCountF ?? 0) + (share?.twoCountF ?? 0) + (share?.threeCountF ?? 0) + (share?.fourCountF ?? 0) + (share?.fiveCountF ?? 0)
    expect(sum).toBeCloseTo(100, 0)
  })

  test('of another tenant are none', async () => {
    expect(await list(courses.electrical, {}, elsewhere)).toMatchObject({ records: [], total: 0 })
    expect(await shares(foreign(courses.electrical))).toEqual([])
  })
})

describe('rating', () => {
  test('what is not decided is refused', async () => {
    expectRefusal(await rate({ contentId: courses.electrical }), '您还没有完成课程，不能进行评价')
    expectRefusal(await rate({ contentId: plans.onboarding, commentType: 2 }), '您还没有完成学习计划，不能进行评价')
    const wangfang = await api.loginAs('wangfang', 82)
    expectRefusal(await rate({}, wangfang), '您还没有完成课程，不能进行评价')
  })

  test('happens once, counts its stars and shows at once', async () => {
    const before = await list(courses.welding)
    dataOf(await rate({ commentNum: '4' }))
    const after = await list(courses.welding)
    expect(after.total).toBe(before.total + 1)
    expect(after.records[0]).toMatchObject({ userId: liming.userId, commentNum: 4, commentContent: '讲得很清楚', childrenComment: null })
    const [share] = await shares(courses.welding)
    expect(share).toMatchObject({ mycommentNum: 4, mycommentContent: '讲得很清楚', mycommentTime: '2026-03-10 10:00:00' })
    expect(dataOf(await liming.get(`/train/app/course/${courses.welding}`))).toMatchObject({ commentNum: share?.commentNum })
    expectRefusal(await rate({ commentNum: 1 }), '您已评价，不能修改')
    expect((await list(courses.welding)).total).toBe(after.total)
  })

  test('twice at the same moment counts once', async () => {
    const before = await list(courses.crane)
    const replies = await Promise.all([rate({ contentId: courses.crane }), rate({ contentId: courses.crane })])
    expect(replies.map(({ code }) => code)).toEqual([0, 0])
    expect((await list(courses.crane)).total).toBe(before.total + 1)
  })

  test('takes at most 200 characters and one to five stars', async () => {
    expectRefusal(await rate({ contentId: plans.teamLeader, commentType: 2, commentContent: '字'.repeat(201) }), '评价内容不能超过200字')
    for (const commentNum of [0, 6, -1, 2.5, 'x', null]) expectStatus(await rate({ commentNum }), 400)
    dataOf(await rate({ contentId: plans.teamLeader, commentType: 2, commentContent: '字'.repeat(200) }))
  })

  test.each([['null', 3008], ['undefined', 3009]])('is kept with the word %s, which somebody wrote', async (commentContent, contentId) => {
    dataOf(await rate({ contentId, commentContent }))
    expect((await list(contentId)).records[0]).toMatchObject({ userId: liming.userId, commentContent })
  })

  test('of what is not there or of another tenant is missing', async () => {
    expectStatus(await rate({ contentId: foreign(courses.welding) }), 404)
    expectStatus(await rate({}, elsewhere), 404)
    for (const contentId of hostileValues) expectStatus(await rate({ contentId }), 400)
  })
})
