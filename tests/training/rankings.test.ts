import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { rankingMetrics } from '@/lib/domain/rankings'
import { getCourse } from '@/lib/training/course-detail'
import { getLearningSummary, listLevels } from '@/lib/training/learner'
import { getContentRanking, getRanking } from '@/lib/training/rankings'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()

describe('rankings', () => {
  it.each(rankingMetrics)('of the tenant by %s show ten at most, led by the veteran', async (metric) => {
    const { rows, own } = await getRanking(await platform.learner('zhaoqiang', 82), { metric })
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.length).toBeLessThanOrEqual(10)
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1))
    expect(rows.map(({ value }) => value)).toEqual(rows.map(({ value }) => value).sort((a, b) => b - a))
    expect(rows[0]).toMatchObject({ name: '赵强', rank: 1 })
    expect(own).toMatchObject({ rank: 1 })
  })

  it('name the own place below the tenth', async () => {
    const liming = await platform.learner('liming', 82)
    expect((await getRanking(liming, { metric: 'hours' })).own).toMatchObject({ name: '李明', rank: 14, learnerId: liming.id })
    const summary = await getLearningSummary(liming)
    expect((await getRanking(liming, { metric: 'hours' })).own!.value).toBe(summary!.hours)
    expect((await getRanking(liming, { metric: 'points' })).own!.value).toBe(summary!.points)
  })

  it('of a course say the hours its detail says', async () => {
    const liming = await platform.learner('liming', 82)
    const { own } = await getContentRanking(liming, { scope: 'course', id: '3001', metric: 'hours' })
    expect(own!.value).toBe((await getCourse(liming, { courseId: '3001' }))!.learnedHours)
  })

  it('of a plan, and of what belongs to another tenant', async () => {
    const liming = await platform.learner('liming', 82)
    expect((await getContentRanking(liming, { scope: 'plan', id: '5001', metric: 'points' })).rows.length).toBeGreaterThan(0)
    expect(await getContentRanking(await platform.learner('liming', 101), { scope: 'course', id: '3001', metric: 'hours' })).toMatchObject({ rows: [], own: { name: '黎明', value: 0 } })
  })

  it('are taken in the other spellings too, and without anything', async () => {
    const liming = await platform.learner('liming', 82)
    const answer = (path: string, data: unknown) => platform.server.use(http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, data }), { once: true }))
    answer('train/examPlan/examInstanceSort', [{ userId: Number(liming.id), userRealName: '李明', avatar: '/admin/file/avatar/1.png', sum: '7' }])
    expect(await getRanking(liming, { metric: 'mistakes' })).toMatchObject({ rows: [{ name: '李明', value: 7, rank: 1, avatarUrl: '/api/public/files/admin/file/avatar/1.png' }], own: { rank: 1 } })
    answer('train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', { integralSort: [{ userId: 1, userName: '赵强', sumHours: '12.3456' }], myself: { userId: Number(liming.id), userName: '李明', sumHours: 2.416666 } })
    expect(await getRanking(liming, { metric: 'hours' })).toMatchObject({ rows: [{ value: 12.3, rank: 1 }], own: { value: 2.4, rank: 0 } })
    answer('train/app/plan/getAllClassIntegralSortOfMy', null)
    expect(await getRanking(liming, { metric: 'points' })).toEqual({ rows: [], own: null })
  })

  it('do not take the own row below the first ten for the eleventh place, where the platform numbers none', async () => {
    const liming = await platform.learner('liming', 82)
    const row = (userId: number) => ({ userId, userName: `学员${userId}`, sum: 100 - userId, integralSum: 100 - userId })
    const others = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))
    const own = { ...row(Number(liming.id)), sum: 3, integralSum: 3 }
    const answer = (path: string, data: unknown) => platform.server.use(http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, data }), { once: true }))
    for (const [metric, path, data] of [
      ['mistakes', 'train/examPlan/examInstanceSort', [...others(10), own]],
      ['points', 'train/app/plan/getAllClassIntegralSortOfMy', { integralSort: [...others(10), own], myself: own }],
    ] as const) {
      answer(path, data)
      const ranking = await getRanking(liming, { metric })
      expect(ranking).toMatchObject({ own: { learnerId: liming.id, value: 3, rank: 0 } })
      expect(ranking.rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }
    // A longer list is everybody, or as many as there are: there the place in it is the own one.
    answer('train/examPlan/examInstanceSort', [...others(10), own, ...others(3)])
    expect((await getRanking(liming, { metric: 'mistakes' })).own).toMatchObject({ rank: 11 })
    answer('train/examPlan/examInstanceSort', [...others(10), { ...own, sortIndex: 14 }])
    expect((await getRanking(liming, { metric: 'mistakes' })).own).toMatchObject({ rank: 14 })
  })

  it.each([
    ['hours', 'train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', 1.5], ['points', 'train/app/plan/getAllClassIntegralSortOfMy', 20], ['certificates', 'train/app/plan/getClassCertificateBySortOfMy', 3],
  ] as const)('by %s show the figure that was asked for, whatever else a row carries', async (metric, path, value) => {
    const liming = await platform.learner('liming', 82)
    const row = { userId: Number(liming.id), userName: '李明', sumHours: 1.5, integralSum: 20, sum: 3 }
    platform.server.use(http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, data: { integralSort: [row], myself: row } }), { once: true }))
    expect(await getRanking(liming, { metric })).toMatchObject({ rows: [{ value }], own: { value } })
  })

  it('of a class by points show the points of a row that has hours too', async () => {
    const liming = await platform.learner('liming', 82)
    platform.server.use(http.get(`${UPSTREAM}/train/app/plan/getClassIntegralSort`, () => HttpResponse.json({ code: 0, data: { integralSort: [{ userId: 1, userName: '赵强', sumHours: 1.5, integralSum: 0 }], myself: null } }), { once: true }))
    expect((await getContentRanking(liming, { scope: 'class', id: '1', metric: 'points' })).rows).toMatchObject([{ value: 0 }])
  })
})

describe('what a learner has reached', () => {
  it('stands as the demo world says', async () => {
    expect(await getLearningSummary(await platform.learner('liming', 82))).toMatchObject({ name: '李明', exams: 23, classes: 2 })
    expect(await getLearningSummary(await platform.learner('wangfang', 82))).toMatchObject({ name: '王芳', hours: 0, points: 0, credits: 0, courses: 0, plans: 0, level: { id: 1 } })
    expect((await getLearningSummary(await platform.learner('zhaoqiang', 82)))!.level.id).toBe(10)
  })

  it('has hours with one decimal, however the platform counts them', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/web/getWebStudy`, () => HttpResponse.json({ code: 0, data: { score: 0, sumHours: '12.3333333', course: 0, plan: 0, exam: 0, grade: 0 } }), { once: true }))
    expect((await getLearningSummary(await platform.learner('liming', 82)))!.hours).toBe(12.3)
  })

  it('is one of ten levels, lowest first, in the language of the page', async () => {
    const levels = await listLevels(await platform.learner('liming', 82))
    expect(levels.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(levels.map(({ pointsNeeded }) => pointsNeeded)).toEqual([0, 100, 300, 600, 1000, 2000, 3500, 5500, 8000, 12000])
    expect(levels[3]!.name).toBe('江湖少侠')
    expect((await listLevels(await platform.learner('liming', 82, 'en')))[3]!.name).toBe('Jianghu Young Xia')
  })
})
