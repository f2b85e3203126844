import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const courseOf = async (courseId: string, account = 'liming', tenantId = 82) => getCourse(await platform.learner(account, tenantId), { courseId })
const answer = (path: string, data: unknown) => platform.server.use(http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))

describe('a course', () => {
  it('comes with everything its page shows', async () => {
    const course = await courseOf('3001')
    expect(course).toMatchObject({
      id: '3001', name: '低压电工作业安全', state: 'inProgress', result: 'unfinished', permission: 'allowed', isFavourite: true,
      cover: { words: { title: '低压电工', subtitle: '作业安全' } }, currentSectionName: '安全规程手册', currentChapterId: '3101', currentSectionId: '3202', nextSectionName: '低压配电柜认知',
    })
    expect(course!.cover.pictureUrl).toMatch(/^\/api\/public\/files\/train\/file\/cover\//)
    expect(course!.progressPercent).toBeGreaterThan(0)
    expect(course!.learnedHours).toBeGreaterThan(0)
    expect(course!.hours).toBeGreaterThan(0)
    expect(course!.rating).toBeLessThanOrEqual(5)
    expect(course!.introduction).toContain('<')
    expect(course!.introduction).not.toMatch(/<h1|<script|\son\w+=/)
  })

  it.each([
    ['3002', { state: 'notStarted', sequential: true, result: 'unfinished', progressPercent: 0 }],
    ['3003', { state: 'passed', result: 'passed', progressPercent: 100 }],
    ['3004', { state: 'failed', result: 'failed' }],
    ['3005', { permission: 'forbidden', state: 'notStarted' }],
  ])('%s stands as the demo world says', async (id, facts) => expect(await courseOf(id)).toMatchObject(facts))

  it('belongs to its tenant: a foreign one is like one that is not there', async () => {
    expect(await courseOf('3010', 'liming', 101)).toBeNull()
    expect(await courseOf('999999999')).toBeNull()
    await expect(courseOf('../admin/user/info')).rejects.toMatchObject({ code: 'missing' })
  })

  it('is another one for another learner', async () => {
    expect(await courseOf('3001', 'wangfang')).toMatchObject({ state: 'notStarted', isFavourite: false, progressPercent: 0, currentSectionName: null, learnedHours: 0 })
  })

  it('tolerates numbers as text, missing fields and numbers nobody knows', async () => {
    answer('train/app/course/7', { id: '7', courseName: '甲', studtyState: '2', studtyResult: 9, throughFlag: '1', contenState: null, collection: '1', studyProcess: '140%', sumHours: '5.3', courseIndexType: 1, oneTitle: '不画', courseIntroduce: '<p onclick="x()">文</p><script>x()</script>' })
    expect(await courseOf('7')).toEqual({
      id: '7', name: '甲', cover: { pictureUrl: null, words: null }, hours: 0, credits: 0, teacherName: '', companyName: '', joinCount: 0, rating: 0, isFavourite: true,
      state: 'inProgress', result: 'unknown', sequential: true, permission: 'allowed', introduction: '<p>文</p>', progressPercent: 100,
      currentSectionName: null, nextSectionName: null, currentChapterId: null, currentSectionId: null, learnedHours: 5.3, access: null,
    })
  })

  it('fails with a code when the platform does', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/app/course/3001`, () => HttpResponse.json({ code: 1, msg: 'java.lang.NullPointerException' }, { status: 500 }), { once: true }))
    await expect(courseOf('3001')).rejects.toMatchObject({ code: 'failed', message: '' })
  })
})

describe('a plan', () => {
  it.each([
    ['5001', { name: '新员工入职培训计划', state: 'inProgress', window: 'open' }],
    ['5002', { name: '安全生产月专项计划', state: 'notStarted', window: 'open' }],
    ['5003', { name: '特种作业复审计划', state: 'notStarted', window: 'upcoming' }],
    ['5004', { name: '年度复训计划', window: 'ended' }],
    ['5005', { name: '班组长能力提升计划', state: 'passed' }],
  ])('%s stands as the demo world says', async (planId, facts) => {
    const plan = await getPlan(await platform.learner('liming', 82), { planId })
    expect(plan).toMatchObject({ id: planId, ...facts })
    expect(plan!.hours).toBeGreaterThan(0)
    expect(plan!.sectionsTotal).toBeGreaterThanOrEqual(plan!.sectionsDone)
    expect(plan!.currentItemId === null).toBe(plan!.currentSectionName === null)
    for (const moment of [plan!.startsAt, plan!.endsAt]) if (moment) expect(moment).toMatch(/\+08:00$/)
  })

  it('of nobody is null, hours may carry their unit', async () => {
    const liming = await platform.learner('liming', 82)
    expect(await getPlan(liming, { planId: '999999999' })).toBeNull()
    answer('train/webplan/getWebPlanById', { id: 1, planName: '甲', studyTimeSumString: '24.5学时', overdue: '3' })
    expect(await getPlan(liming, { planId: '1' })).toMatchObject({ hours: 24.5, window: 'upcoming', state: 'notStarted', learnedHours: null })
    answer('train/webplan/getWebPlanById', { id: 1, planName: '甲', sumHours: '5.26' })
    expect(await getPlan(liming, { planId: '1' })).toMatchObject({ learnedHours: 5.3 })
  })
})
