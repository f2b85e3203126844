import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classMembers } from '../db/schema/classes.ts'
import { courses } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'
import { dataOf, expectKeys } from './world.ts'

type Summary = { sysUserDeptCompany: object; integralDescription: { id: number; sumIntegras: number; gradeName: string }; sumHours: number; score: number; course: number; plan: number; exam: number; grade: number }
type Level = { id: number; gradeName: string; acquisitionCondition: number }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())

const read = async (account: string, query = {}) => dataOf(await (await api.loginAs(account, 82)).get<Summary>('/train/web/getWebStudy', query))

describe('learning data', () => {
  test('has every figure', async () => {
    const summary = await read('liming')
    expectKeys(summary, 'sysUserDeptCompany integralDescription score sumHours course plan exam grade')
    expectKeys(summary.sysUserDeptCompany, 'userName departName avatar')
    expectKeys(summary.integralDescription, 'id sumIntegras gradeName')
    expect(summary.sysUserDeptCompany).toMatchObject({ userName: '李明', departName: '检修部' })
    expect(summary).toMatchObject({ exam: 23 })
    expect(summary.course).toBeGreaterThan(0)
    expect(summary.plan).toBeGreaterThan(0)
    expect(summary.grade).toBeGreaterThan(0)
    const ranking = dataOf(await (await api.loginAs('liming', 82)).get<{ myself: { sumHours: number } }>('/train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy'))
    expect(summary.sumHours).toBe(ranking.myself.sumHours)
  })

  test('counts no course, plan or class that is gone, as no list shows it', async () => {
    const { userId } = await api.loginAs('liming', 82)
    const { course, plan, grade, score } = await read('liming')
    const gone = 990_077
    const row = { tenantId: 82, learnerId: userId, contentId: gone, state: 'passed' as const, sectionsTotal: 1, assignedAt: testMoment, touchedAt: testMoment }
    await api.db.insert(enrolments).values([{ ...row, contentKind: 'course' }, { ...row, contentKind: 'plan' }])
    await api.db.insert(classMembers).values({ tenantId: 82, classId: gone, learnerId: userId, joinedAt: testMoment })
    expect(await read('liming')).toMatchObject({ course, plan, grade, score })
    await api.db.delete(enrolments).where(and(eq(enrolments.tenantId, 82), eq(enrolments.contentId, gone)))
    await api.db.delete(classMembers).where(and(eq(classMembers.tenantId, 82), eq(classMembers.classId, gone)))
  })

  test('adds up credits with two decimals', async () => {
    const { userId } = await api.loginAs('liming', 82)
    const { score } = await read('liming')
    const [first, second] = await api.db.select({ contentId: enrolments.contentId, credits: courses.credits }).from(enrolments)
      .innerJoin(courses, and(eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
      .where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, userId), eq(enrolments.contentKind, 'course'), eq(enrolments.state, 'passed'), eq(enrolments.planItemId, 0))).limit(2)
    const add = ({ contentId, credits }: { contentId: number; credits: number }, more: number) => api.db.update(courses).set({ credits: credits + more }).where(and(eq(courses.tenantId, 82), eq(courses.courseId, contentId)))
    await add(first!, 0.2)
    await add(second!, 0.05)
    expect((await read('liming')).score).toBe(Math.round((score + 0.25) * 100) / 100)
    await add(first!, 0)
    await add(second!, 0)
  })

  test('of the veteran reaches the highest level, of a new learner the lowest', async () => {
    expect((await read('zhaoqiang')).integralDescription).toMatchObject({ id: 10, gradeName: '独孤求败' })
    const wangfang = await read('wangfang')
    expect(wangfang).toMatchObject({ score: 0, sumHours: 0, course: 0, plan: 0, grade: 0, integralDescription: { id: 1, sumIntegras: 0, gradeName: '初学孩童' } })
    expect((await read('zhaoqiang', { languageType: 2 })).integralDescription.gradeName).toBe('Seek Defeat Alone')
  })
})

describe('levels', () => {
  test('are ten, with the points of the contract', async () => {
    const liming = await api.loginAs('liming', 82)
    const levels = dataOf(await liming.get<Level[]>('/train/classIntegral/getIntegralDescription'))
    expect(levels.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(levels.map(({ acquisitionCondition }) => acquisitionCondition)).toEqual([0, 100, 300, 600, 1000, 2000, 3500, 5500, 8000, 12000])
    for (const level of levels) expectKeys(level, 'id gradeName acquisitionCondition')
  })
})
