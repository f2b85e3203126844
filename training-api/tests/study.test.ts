import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { learnerTotals, rankHistogram } from '../db/schema/rankings.ts'
import { studyVisits } from '../db/schema/study.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { sit } from './exam-world.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, foreign, hostileValues, learnerWithout, plans } from './world.ts'
import type { WireChapter, WireReport } from './world.ts'

type Beat = { visitId: number; countedSeconds: number; notCountedSeconds: number; visitSeconds: number; reason?: string }
type Ledger = { sections: { sectionId: number; countedMinutes: number; notCountedMinutes: number; reasons: { reason: string; minutes: number }[] }[]; countedMinutes: number; notCountedMinutes: number }

let api: TestApi
let liming: TestLearner
let elsewhere: TestLearner
let fresh: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())

/** A learner who has just begun 低压电工作业安全 for the first time, everything unlocked. */
async function beginner(): Promise<TestLearner> {
  const learner = await learnerWithout(api, courses.electrical)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
  await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, learner.userId)))
  return learner
}

beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner()
})

const report = (body: object, who = fresh) => who.post<WireReport>('/train/startAndEnd/startAndEndClassHours', { curriculumId: courses.electrical, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body })
const start = async (sectionId: number = electrical.video, who = fresh) => dataOf(await report({ sectionId, startOrEnd: 1 }, who))
const end = async (sumHours: unknown, sectionId: number = electrical.video, who = fresh) => dataOf(await report({ sectionId, startOrEnd: 2, sumHours }, who))
const score = (fraction: unknown, sectionId: number, who = fresh) => who.post<WireReport>('/train/classHourses/updateClassHoursByType', { curriculumId: courses.electrical, chapterId: 3102, sectionId, contentType: 1, fraction })
const beat = async (seq: number, activeSeconds: number, state = 'active', sectionId: number = electrical.video, who = fresh) =>
  dataOf(await who.post<Beat>('/train/web/studyHeartbeat', { curriculumId: courses.electrical, sectionId, contentType: 1, seq, activeSeconds, state }))
const sectionOf = async (id: number, who = fresh) =>
  dataOf(await who.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.electrical })).flatMap(({ chapterSectionList }) => chapterSectionList).find((section) => section.id === id)
const totalOf = async (metric: 'minutes' | 'points', who = fresh, scope: 'tenant' | 'course' = 'tenant', scopeId = 0) =>
  (await api.db.select({ value: learnerTotals.value }).from(learnerTotals).where(and(eq(learnerTotals.tenantId, 82), eq(learnerTotals.metric, metric), eq(learnerTotals.scope, scope), eq(learnerTotals.scopeId, scopeId), eq(learnerTotals.learnerId, who.userId))))[0]?.value ?? 0

describe('study reports', () => {
  test('answer with toasts and the certificate flag', async () => {
    const reply = await start()
    expectKeys(reply, 'integral certificate')
    expect(reply).toEqual({ integral: [], certificate: 1 })
  })

  test('add whole minutes within the clock, once', async () => {
    await start()
    expect(await sectionOf(electrical.video)).toMatchObject({ adopt: 2, sumHours: 0 })
    api.clock.advance({ minutes: 5, seconds: 40 })
    await end(400)
    expect(await sectionOf(electrical.video)).toMatchObject({ adopt: 2, sumHours: 6 })
    await end(400)
    await end(400)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(6)
  })

  test('count an end without a start as nothing', async () => {
    expect(await end(30)).toEqual({ integral: [], certificate: 1 })
    expect(await sectionOf(electrical.video)).toMatchObject({ adopt: 0, sumHours: 0 })
  })

  test('count at most 480 minutes', async () => {
    await start()
    api.clock.advance({ hours: 10 })
    await end(1800)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(480)
  })

  test.each([[-5, 0], [1.9, 1], ['3', 3], [null, 0], [undefined, 0]])('count %s minutes as %i', async (sumHours, counted) => {
    await start()
    api.clock.advance({ minutes: 10 })
    await end(sumHours)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(counted)
  })

  test('pass a video at its percentage, give its points once and say so', async () => {
    const points = await totalOf('points')
    await start()
    api.clock.advance({ minutes: 15 })
    expect(await end(15)).toEqual({ integral: [], certificate: 1 })
    await start()
    api.clock.advance({ minutes: 1 })
    const passed = await end(1)
    expect(passed.integral).toEqual([expect.stringMatching(/5.*积分|积分.*5/)])
    expect(await sectionOf(electrical.video)).toMatchObject({ adopt: 1, sumHours: 16 })
    await start()
    api.clock.advance({ minutes: 20 })
    expect((await end(20)).integral).toEqual([])
    expect(await totalOf('points')).toBe(points + 5)
    expect(dataOf(await fresh.get(`/train/app/course/${courses.electrical}`))).toMatchObject({ studyProcess: '16%', sumHours: 0.6 })
  })

  test('close the visit of another section at its start, and let two windows of one section share a visit', async () => {
    await start()
    api.clock.advance({ minutes: 3 })
    await start()
    api.clock.advance({ minutes: 3 })
    await start(electrical.document)
    const open = await api.db.select({ sectionId: studyVisits.sectionId, endedAt: studyVisits.endedAt }).from(studyVisits).where(and(eq(studyVisits.tenantId, 82), eq(studyVisits.learnerId, fresh.userId)))
    expect(open.map(({ sectionId, endedAt }) => [sectionId, endedAt === null])).toEqual(expect.arrayContaining([[electrical.video, false], [electrical.document, true]]))
    expect(open).toHaveLength(2)
    await end(6)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(0)
    await end(6, electrical.document)
    expect((await sectionOf(electrical.document))?.sumHours).toBe(1)
  })

  test('move totals and histogram together with the record', async () => {
    const before = { tenant: await totalOf('minutes'), course: await totalOf('minutes', fresh, 'course', courses.electrical) }
    await start()
    api.clock.advance({ minutes: 45 })
    await end(45)
    expect(await totalOf('minutes')).toBe(before.tenant + 45)
    expect(await totalOf('minutes', fresh, 'course', courses.electrical)).toBe(before.course + 45)
    for (const scope of ['tenant', 'course'] as const) {
      const scopeId = scope === 'tenant' ? 0 : courses.electrical
      const where = { tenantId: 82, metric: 'minutes' as const, scope, scopeId }
      const totals = await api.db.select({ bucket: learnerTotals.bucket }).from(learnerTotals).where(and(eq(learnerTotals.tenantId, where.tenantId), eq(learnerTotals.metric, where.metric), eq(learnerTotals.scope, where.scope), eq(learnerTotals.scopeId, where.scopeId)))
      const histogram = await api.db.select({ bucket: rankHistogram.bucket, learners: rankHistogram.learners }).from(rankHistogram).where(and(eq(rankHistogram.tenantId, where.tenantId), eq(rankHistogram.metric, where.metric), eq(rankHistogram.scope, where.scope), eq(rankHistogram.scopeId, where.scopeId)))
      const counted = new Map<number, number>()
      for (const { bucket } of totals) counted.set(bucket, (counted.get(bucket) ?? 0) + 1)
      expect(Object.fromEntries(histogram.filter(({ learners }) => learners !== 0).map(({ bucket, learners }) => [bucket, learners]))).toEqual(Object.fromEntries(counted))
    }
  })

  test('two ends at once count once', async () => {
    await start()
    api.clock.advance({ minutes: 10 })
    await Promise.all([end(10), end(10), end(10)])
    expect((await sectionOf(electrical.video))?.sumHours).toBe(10)
  })

  test('are refused for a locked section and a course not begun', async () => {
    expectRefusal(await report({ sectionId: electrical.exam, startOrEnd: 1 }, liming), '该小节尚未解锁')
    const wangfang = await api.loginAs('wangfang', 82)
    expectRefusal(await report({ startOrEnd: 1 }, wangfang), '请先开始学习')
  })

  test('of another tenant, course or section are missing', async () => {
    expectStatus(await report({ startOrEnd: 1 }, elsewhere), 404)
    expectStatus(await report({ startOrEnd: 1, sectionId: foreign(electrical.video), curriculumId: foreign(courses.electrical) }), 404)
    expectStatus(await report({ startOrEnd: 1, curriculumId: courses.forklift }), 404)
    expectStatus(await report({ startOrEnd: 2, sectionId: 987_654 }), 404)
  })

  test('never break on bad input', async () => {
    for (const value of hostileValues) {
      expectStatus(await report({ startOrEnd: 1, sectionId: value }), 400)
      expectStatus(await report({ startOrEnd: 1, curriculumId: value }), 400)
      expect([200, 400]).toContain((await report({ startOrEnd: 2, sumHours: value })).status)
    }
    expectStatus(await report({ startOrEnd: 3 }), 400)
    expectStatus(await report({}), 400)
    expectStatus(await report({ startOrEnd: 1, userId: liming.userId }), 403)
  })
})

describe('scores', () => {
  test.each([[59, 2, []], [60, 1, [expect.stringContaining('积分')]], [500, 1, [expect.stringContaining('积分')]]])('courseware at %i is %i', async (fraction, adopt, integral) => {
    expect(dataOf(await score(fraction, electrical.scorm12)).integral).toEqual(integral)
    expect((await sectionOf(electrical.scorm12))?.adopt).toBe(adopt)
  })

  test('keep the best, and a pass once reached', async () => {
    dataOf(await score(80, electrical.scorm12))
    expect(dataOf(await score(10, electrical.scorm12)).integral).toEqual([])
    expect((await sectionOf(electrical.scorm12))?.adopt).toBe(1)
  })

  test('decide no video and no exam', async () => {
    dataOf(await score(100, electrical.video))
    dataOf(await score(100, electrical.exam))
    expect((await sectionOf(electrical.video))?.adopt).toBe(2)
    expect((await sectionOf(electrical.exam))?.adopt).toBe(2)
  })

  test('are refused for a locked section, another tenant, and what is no number', async () => {
    expectRefusal(await score(100, electrical.exam, liming), '该小节尚未解锁')
    expectStatus(await score(100, electrical.scorm12, elsewhere), 404)
    for (const value of ['x', '', null, {}, [], 1e300]) expectStatus(await score(value, electrical.scorm12), 400)
    expectStatus(await fresh.post('/train/classHourses/updateClassHoursByType', { curriculumId: courses.electrical, fraction: 1 }), 404)
  })
})

describe('a whole course', () => {
  test('passed gives its points and its certificate on that one reply', async () => {
    const passSection = (id: number) => api.db.update(sectionRecords).set({ state: 'passed' }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId), eq(sectionRecords.sectionId, id)))
    for (const id of [electrical.video, electrical.document, electrical.scorm2004, electrical.simulation, electrical.exam]) await passSection(id)
    const points = await totalOf('points')
    const passed = dataOf(await score(100, electrical.scorm12))
    expect(passed.integral.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual([5, 20])
    expect(passed).toMatchObject({ certificate: 2, certificateInfo: { name: '低压电工作业安全', userName: expect.any(String), checkCode: expect.stringMatching(/^[\w-]{22,}$/) } })
    expect(dataOf(await score(100, electrical.scorm12))).toEqual({ integral: [], certificate: 1 })
    expect(await totalOf('points')).toBe(points + 25)
    expect(dataOf(await fresh.get(`/train/app/course/${courses.electrical}`))).toMatchObject({ studtyState: 3, studtyResult: 2, studyProcess: '100%' })
    const groups = dataOf(await fresh.get<{ integralSort: unknown[]; myself: { sum: number } }>('/train/app/plan/getClassCertificateBySortOfMy'))
    expect(groups.myself.sum).toBeGreaterThanOrEqual(1)
  })
})

describe('a whole plan', () => {
  test('studied from the first section to the last exam is passed, and gives its points and its certificate with the last', async () => {
    type Step = { id: number; studyTime: number; knityn: number; classRecordId: number; sectionStudy: { sectionContentType: number } | null }
    type PlanItem = { id: number; contentType: number; muluList: { nodeId: number; list: Step[] }[] | null }
    const learner = await learnerWithout(api, plans.teamLeader)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.teamLeader, fruitType: 2 }))
    const items = async () => dataOf(await learner.get<PlanItem[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.teamLeader }))
    const detail = async () => dataOf(await learner.get<Record<string, unknown>>('/train/webplan/getWebPlanById', { planId: plans.teamLeader }))
    const review = () => learner.post('/train/comment/saveComment', { commentType: 2, commentNum: 5, topYn: 1, contentId: plans.teamLeader, commentId: -1, commentContent: '' })
    for (const { id: contentId, muluList } of await items()) {
      const places = (muluList ?? []).flatMap(({ nodeId, list }) => list.map(({ id }) => ({ chapterId: nodeId, sectionId: id })))
      for (const place of places) {
        // Longer than a token lives, were it one day.
        api.clock.set(testMoment)
        const section = (await items()).find(({ id }) => id === contentId)?.muluList?.flatMap(({ list }) => list).find(({ id }) => id === place.sectionId)
        if (section?.knityn === 1) dataOf(await learner.get('/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: section.classRecordId }))
        const body = { curriculumId: plans.teamLeader, contentId, contentType: 1, ...place }
        dataOf(await learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...body, startOrEnd: 1 }))
        api.clock.advance({ minutes: section?.studyTime ?? 0 })
        expect(dataOf(await learner.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...body, startOrEnd: 2, sumHours: section?.studyTime })).certificate).toBe(1)
        if (section?.sectionStudy?.sectionContentType === 3) dataOf(await learner.post('/train/classHourses/updatePlanClassHoursByType', { ...body, fraction: 88 }))
      }
    }
    expect(await detail()).toMatchObject({ studtyState: 2, studtyResult: 1, sumSection: 15, studtySection: 14 })
    expectRefusal(await review(), '您还没有完成学习计划，不能进行评价')

    const exam = (await items()).find(({ contentType }) => contentType === 2)
    const { id: examPlanId } = dataOf(await learner.get<{ id: number }>('/train/content/getPlanExaminationByContentid', { id: exam?.id }))
    const report = await sit(api, learner, examPlanId, 1_000, { otherContentId: exam?.id, contentId: exam?.id })
    expect(report.integral.map((text) => Number(/\d+/.exec(text)?.[0])).at(-1)).toBe(50)
    expect(report).toMatchObject({ certificate: 2, certificateInfo: { name: '班组长能力提升计划' } })
    expect(await detail()).toMatchObject({ studtyState: 3, studtyResult: 2, studyProcess: '100%' })
    expect(dataOf(await review())).toBe(true)
  })
})

describe('in a plan', () => {
  type Item = { id: number; childrenId: number; contentType: number; adopt: number; muluList: { list: { id: number; adopt: number; sumHours: number }[] }[] | null }
  const items = async () => dataOf(await fresh.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.onboarding }))
  const planReport = (body: object) => fresh.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.onboarding, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body })

  test('time counts for the section of the plan and not for that of the course', async () => {
    dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    dataOf(await planReport({ startOrEnd: 1 }))
    api.clock.advance({ minutes: 20 })
    const [item] = await items()
    expect(dataOf(await planReport({ startOrEnd: 2, sumHours: 20, contentId: item?.id })).integral).toHaveLength(1)
    const [after] = await items()
    expect(after?.muluList?.[0]?.list[0]).toMatchObject({ id: electrical.video, adopt: 1, sumHours: 20 })
    expect((await sectionOf(electrical.video))?.sumHours).toBe(0)
    expect(dataOf(await fresh.get('/train/webplan/getWebPlanById', { planId: plans.onboarding }))).toMatchObject({ studtySection: 1 })
  })

  test('courseware reports by the section, an exam item by its standing and not by the score sent', async () => {
    dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId)))
    const [course, , , exam] = await items()
    const body = { curriculumId: plans.onboarding, contentId: course?.id, chapterId: 3102, sectionId: electrical.scorm12, contentType: 1, fraction: 90 }
    expect(dataOf(await fresh.post<WireReport>('/train/classHourses/updatePlanClassHoursByType', body)).integral).toHaveLength(1)
    expect(dataOf(await fresh.post<WireReport>('/train/classHourses/updatePlanClassHoursTest', { curriculumId: plans.onboarding, contentId: exam?.id, contentType: 3, fraction: 100 }))).toEqual({ integral: [], certificate: 1 })
    expect((await items())[3]?.adopt).toBe(0)
    expectStatus(await fresh.post('/train/classHourses/updatePlanClassHoursTest', { curriculumId: plans.safetyMonth, contentId: exam?.id, fraction: 100 }), 404)
  })
})

describe('heartbeats', () => {
  test('count by the clock of the server, each once', async () => {
    await start()
    api.clock.advance({ seconds: 15 })
    expect(await beat(1, 15)).toEqual({ visitId: expect.any(Number), countedSeconds: 15, notCountedSeconds: 0, visitSeconds: 15 })
    expect(await beat(1, 15)).toMatchObject({ countedSeconds: 0, notCountedSeconds: 0, visitSeconds: 15 })
    api.clock.advance({ seconds: 15 })
    expect(await beat(2, 60)).toMatchObject({ countedSeconds: 15, notCountedSeconds: 45, reason: 'clock', visitSeconds: 30 })
    api.clock.advance({ seconds: 30 })
    expect(await beat(3, 0, 'hidden')).toMatchObject({ countedSeconds: 0, notCountedSeconds: 30, reason: 'hidden', visitSeconds: 30 })
  })

  test('count for one section at a time', async () => {
    await start()
    api.clock.advance({ seconds: 15 })
    await start(electrical.document)
    api.clock.advance({ seconds: 15 })
    expect(await beat(1, 15)).toMatchObject({ countedSeconds: 0, reason: 'otherVisit' })
    expect(await beat(1, 15, 'active', electrical.document)).toMatchObject({ countedSeconds: 15 })
  })

  test('without a visit count nothing', async () => {
    expect(await beat(1, 15)).toEqual({ visitId: null, countedSeconds: 0, notCountedSeconds: 15, reason: 'noVisit', visitSeconds: 0 })
  })

  test('make an end worth what they have proven, and save the time of a page that never ended', async () => {
    await start()
    for (let seq = 1; seq <= 8; seq += 1) {
      api.clock.advance({ seconds: 30 })
      await beat(seq, 30)
    }
    await end(1)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(4)
    await start()
    for (let seq = 1; seq <= 24; seq += 1) {
      api.clock.advance({ seconds: 30 })
      await beat(seq, 30)
    }
    api.clock.advance({ hours: 10 })
    const moved = await start(electrical.document)
    expect(moved.integral).toHaveLength(1)
    expect(await sectionOf(electrical.video)).toMatchObject({ sumHours: 16, adopt: 1 })
  })

  test('that have stopped for an hour end their visit with what they have proven', async () => {
    await start()
    api.clock.advance({ minutes: 9 })
    await beat(1, 540)
    api.clock.advance({ minutes: 59 })
    await api.runJob('closeSilentVisits')
    expect((await sectionOf(electrical.video))?.sumHours).toBe(0)
    api.clock.advance({ minutes: 2 })
    await api.runJob('closeSilentVisits')
    await api.runJob('closeSilentVisits')
    expect((await sectionOf(electrical.video))?.sumHours).toBe(9)
    expect(await end(60)).toEqual({ integral: [], certificate: 1 })
    expect((await sectionOf(electrical.video))?.sumHours).toBe(9)
  })

  test('are explained by the ledger, whose parts add up', async () => {
    await start()
    api.clock.advance({ minutes: 2 })
    await beat(1, 120)
    api.clock.advance({ minutes: 3 })
    await beat(2, 0, 'idle')
    api.clock.advance({ minutes: 1 })
    await end(100)
    const ledger = dataOf(await fresh.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))
    const video = ledger.sections.find(({ sectionId }) => sectionId === electrical.video)
    expect(video).toMatchObject({ countedMinutes: 7 })
    expect(video?.reasons).toEqual(expect.arrayContaining([{ reason: 'idle', minutes: 3 }, { reason: 'clock', minutes: 93 }]))
    const sum = (pick: (section: Ledger['sections'][number]) => number) => ledger.sections.reduce((all, section) => all + pick(section), 0)
    expect(ledger.countedMinutes).toBe(sum(({ countedMinutes }) => countedMinutes))
    expect(ledger.notCountedMinutes).toBe(sum(({ reasons }) => reasons.reduce((all, { minutes }) => all + minutes, 0)))
    expect(dataOf(await elsewhere.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))).toEqual({ sections: [], countedMinutes: 0, notCountedMinutes: 0 })
  })

  test('never break on bad input', async () => {
    const send = (body: object) => fresh.post('/train/web/studyHeartbeat', { sectionId: electrical.video, seq: 1, activeSeconds: 1, state: 'active', ...body })
    for (const value of hostileValues) {
      expectStatus(await send({ sectionId: value }), 400)
      expect([200, 400]).toContain((await send({ seq: value })).status)
      expect([200, 400]).toContain((await send({ activeSeconds: value })).status)
    }
    expectStatus(await send({ state: 'asleep' }), 400)
    expectStatus(await send({ sectionId: foreign(electrical.video) }), 404)
  })
})

describe('positions', () => {
  const at = { sectionId: electrical.video, resourceId: 7001 }
  const save = (body: object, who = fresh) => who.post<{ position: number; seq: number } | null>('/train/web/saveStudyPosition', { ...at, ...body })
  const read = async (who = fresh) => dataOf(await who.get<object | null>('/train/web/getStudyPosition', at))

  test('are stored in order of their numbers', async () => {
    expect(await read()).toBeNull()
    expect(dataOf(await save({ position: 12.5, seq: 2 }))).toEqual({ position: 12.5, suspendData: null, seq: 2, updateTime: '2026-03-10 10:00:00' })
    expect(dataOf(await save({ position: 3, seq: 2 }))).toMatchObject({ position: 12.5, seq: 2 })
    expect(dataOf(await save({ position: 3, seq: 1, suspendData: 'late' }))).toMatchObject({ position: 12.5, suspendData: null })
    expect(dataOf(await save({ position: 20, seq: 3, suspendData: 'x'.repeat(200_000) }))).toMatchObject({ position: 20, seq: 3 })
    expect(await read()).toMatchObject({ position: 20 })
    expect(await read(liming)).not.toMatchObject({ position: 20 })
  })

  test('are refused for other tenants, other resources and bad input', async () => {
    expectStatus(await save({ position: 1, seq: 1 }, elsewhere), 404)
    expectStatus(await save({ position: 1, seq: 1, resourceId: 7002 }), 404)
    expectStatus(await save({ position: -1, seq: 1 }), 400)
    expectStatus(await save({ position: 1, seq: 1, suspendData: 'x'.repeat(200_001) }), 400)
    for (const value of hostileValues) {
      expectStatus(await save({ position: 1, seq: 1, sectionId: value }), 400)
      expect([200, 400]).toContain((await save({ position: 1, seq: value })).status)
    }
  })
})
