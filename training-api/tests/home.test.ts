import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examExclusions } from '../db/schema/exams.ts'
import { plans } from '../db/schema/plans.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectKeys, expectStatus } from './world.ts'

type InProgress = { id: number; curriculumId: number; name: string; numSection: number; sumSection: number; studyProcess: string; contentState: number }
type Banner = { id: number; contentType: number; contentId: number | null; forwardUrl: string | null }
type Floor = { floorType: number; leftTitle: string; items: { contentType: number; contentId: number | null; forwardUrl: string | null }[] }

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

describe('what is in progress', () => {
  const read = async (who: TestLearner) => dataOf(await who.get<InProgress[]>('/train/app/haveInHand/haveInHandByUid'))

  test('is courses, plans and exams the learner is in the middle of', async () => {
    const items = await read(liming)
    expect(new Set(items.map(({ contentState }) => contentState))).toEqual(new Set([1, 2, 3]))
    for (const item of items) {
      expectKeys(item, 'id curriculumId name numSection sumSection studyProcess contentState')
      expect(item.numSection).toBeLessThanOrEqual(item.sumSection)
      expect(item.studyProcess).toMatch(/^\d{1,3}%$/)
    }
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['低压电工作业安全', '新员工入职培训计划']))
  })

  test('is no plan that is over', async () => {
    const ends = (endsAt: Date | null) => api.db.update(plans).set({ endsAt }).where(and(eq(plans.tenantId, 82), eq(plans.planId, 5001)))
    const names = async () => (await read(liming)).map(({ name }) => name)
    await ends(new Date(testMoment.getTime() + 60_000))
    expect(await names()).toContain('新员工入职培训计划')
    await ends(testMoment)
    expect(await names()).not.toContain('新员工入职培训计划')
    await ends(null)
  })

  test('is no exam that was taken from the learner', async () => {
    const names = async () => (await read(liming)).filter(({ contentState }) => contentState === 3)
    const [exam] = await names()
    const excluded = { tenantId: 82, learnerId: liming.userId, examId: exam!.curriculumId }
    await api.db.insert(examExclusions).values(excluded)
    expect((await names()).map(({ curriculumId }) => curriculumId)).not.toContain(excluded.examId)
    await api.db.delete(examExclusions).where(and(eq(examExclusions.tenantId, 82), eq(examExclusions.examId, excluded.examId), eq(examExclusions.learnerId, excluded.learnerId)))
    expect(await names()).toContainEqual(exam)
  })

  test('is nothing for a new learner', async () => {
    expect(await read(wangfang)).toEqual([])
  })
})

describe('banners and floors', () => {
  const banners = async (who: TestLearner) => dataOf(await who.get<Banner[]>('/train/app/banner/getBannerAllList', { terminalType: 1 }))
  const floors = async (who: TestLearner) => dataOf(await who.get<Floor[]>('/train/app/floor/getFloorAllList', { terminalType: 1 }))

  test('banners lead to plans, courses and links, two of each', async () => {
    const list = await banners(liming)
    for (const banner of list) {
      expectKeys(banner, 'id title pictureUrl contentType contentId forwardUrl')
      expect(banner.contentType === 3 ? banner.forwardUrl : banner.contentId).not.toBeNull()
    }
    for (const contentType of [1, 2, 3]) expect(list.filter((banner) => banner.contentType === contentType).length).toBeGreaterThanOrEqual(2)
    const plan = list.find(({ contentType }) => contentType === 1)
    expect(dataOf(await liming.get('/train/webplan/getWebPlanById', { planId: plan?.contentId }))).not.toBeNull()
    const course = list.find(({ contentType }) => contentType === 2)
    expect(dataOf(await liming.get(`/train/app/course/${course?.contentId}`))).not.toBeNull()
  })

  test('floors come in every layout', async () => {
    const list = await floors(liming)
    expect(new Set(list.map(({ floorType }) => floorType))).toEqual(new Set([1, 2, 3, 4]))
    for (const floor of list) {
      expectKeys(floor, 'floorType leftTitle rightTitle rightTitleUrl items')
      expect(floor.items.length).toBeGreaterThan(0)
      for (const item of floor.items) expectKeys(item, 'positionPictureUrl positionContent contentType contentId forwardUrl')
    }
  })

  test('are called as the course or plan that they lead to in the language asked for, or as they were called by hand', async () => {
    const slides = async (languageType: number) => dataOf(await liming.get<(Banner & { title: string })[]>('/train/app/banner/getBannerAllList', { terminalType: 1, languageType }))
    const tiles = async (languageType: number) => dataOf(await liming.get<{ items: { positionContent: string }[] }[]>('/train/app/floor/getFloorAllList', { terminalType: 1, languageType })).flatMap(({ items }) => items.map((item) => item.positionContent))
    expect((await slides(2)).map(({ title }) => title)).toEqual(['新课上线：低压电工作业安全', 'Safety Month Programme', 'Onboarding Plan for New Employees', expect.not.stringMatching(/[\u4e00-\u9fff]/), '全国安全宣传咨询日', '技能等级认定政策解读'])
    expect((await slides(3))[1]!.title).toBe('安全月間特別プラン')
    expect(await tiles(2)).toEqual(expect.arrayContaining(['Team Leader Development Plan', '操作证查询']))
    expect((await tiles(2)).filter((title) => /[\u4e00-\u9fff]/.test(title))).toEqual(['操作证查询', '安全生产月'])
    const plain = dataOf(await liming.get<{ items: { positionContent: string }[] }[]>('/train/app/floor/getFloorAllList', { terminalType: 1 })).flatMap(({ items }) => items.map((item) => item.positionContent))
    expect(plain).toEqual(await tiles(1))
    expect(plain).toContain('低压电工作业安全')
  })

  test('are the tenant’s own', async () => {
    expect(await banners(elsewhere)).not.toEqual(await banners(liming))
    expect(await floors(elsewhere)).not.toEqual(await floors(liming))
  })

  test('know no other terminal', async () => {
    expectStatus(await liming.get('/train/app/banner/getBannerAllList', { terminalType: 'x' }), 400)
    expectStatus(await liming.get('/train/app/floor/getFloorAllList', { terminalType: 9 }), 400)
  })
})
