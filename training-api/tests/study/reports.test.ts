import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sections } from '../../db/schema/courses.ts'
import { learnerTotals, rankHistogram } from '../../db/schema/rankings.ts'
import { studyVisits } from '../../db/schema/study.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, foreign, hostileValues } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

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
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { end, report, score, sectionOf, start, totalOf } = studyCalls(() => api, () => fresh)

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

  test('begin in the section’s own chapter, and end wherever it may stand by then', async () => {
    expectStatus(await report({ startOrEnd: 1, chapterId: 3102 }), 404)
    dataOf(await report({ startOrEnd: 1, chapterId: '' }))
    api.clock.advance({ minutes: 3 })
    dataOf(await report({ startOrEnd: 2, chapterId: 3102, sumHours: 3 }))
    expect(await sectionOf(electrical.video)).toMatchObject({ sumHours: 3 })
  })

  test('with a name belong to the place where their visit was begun', async () => {
    const visitKey = 'visit-of-the-video'
    const beat = (more: object) => fresh.post<{ countedSeconds: number }>('/train/web/studyHeartbeat', { sectionId: electrical.video, visitKey, seq: 1, activeSeconds: 30, state: 'active', ...more })
    dataOf(await report({ startOrEnd: 1, visitKey }))
    api.clock.advance({ minutes: 2 })
    expect(dataOf(await beat({ sectionId: electrical.document }))).toMatchObject({ countedSeconds: 0 })
    expectStatus(await beat({ contentId: 5101 }), 404)
    // In another section it is the name of none, and an end without a start.
    expect(dataOf(await report({ startOrEnd: 2, sectionId: electrical.document, sumHours: 2, visitKey }))).toEqual({ integral: [], certificate: 1 })
    expect(dataOf(await beat({}))).toMatchObject({ countedSeconds: 30 })
    dataOf(await report({ startOrEnd: 2, sumHours: 2, visitKey }))
    expect([await sectionOf(electrical.video), await sectionOf(electrical.document)]).toMatchObject([{ sumHours: 2 }, { sumHours: 0 }])
    // Also when it has ended.
    dataOf(await report({ startOrEnd: 2, sectionId: electrical.document, sumHours: 2, visitKey }))
    expect(await sectionOf(electrical.document)).toMatchObject({ sumHours: 0 })
  })

  test('count an end without a start as nothing', async () => {
    expect(await end(30)).toEqual({ integral: [], certificate: 1 })
    expect(await sectionOf(electrical.video)).toMatchObject({ adopt: 0, sumHours: 0 })
  })

  test('that end a visit after it was closed end its section too, once, however short it was', async () => {
    const rule = (requiredPercent: number | null) => api.db.update(sections).set({ requiredPercent }).where(and(eq(sections.tenantId, 82), eq(sections.sectionId, electrical.document)))
    const [before] = await api.db.select({ requiredPercent: sections.requiredPercent }).from(sections).where(and(eq(sections.tenantId, 82), eq(sections.sectionId, electrical.document)))
    await rule(null)
    try {
      const late = { sectionId: electrical.document, visitKey: 'visit-looked-into' }
      dataOf(await report({ ...late, startOrEnd: 1 }))
      dataOf(await report({ startOrEnd: 1, visitKey: 'visit-after-that' }))
      expect(await sectionOf(electrical.document)).toMatchObject({ adopt: 2 })
      expect(dataOf(await report({ ...late, startOrEnd: 2, sumHours: 0 })).integral).toHaveLength(1)
      expect(dataOf(await report({ ...late, startOrEnd: 2, sumHours: 0 })).integral).toEqual([])
      expect(await sectionOf(electrical.document)).toMatchObject({ adopt: 1, sumHours: 0 })
    } finally {
      await rule(before!.requiredPercent)
    }
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
      await start()
      api.clock.advance({ minutes: 1 })
      expect([200, 400], JSON.stringify(value)).toContain((await report({ startOrEnd: 2, sumHours: value })).status)
      // No more than the clock allows, whatever was said; what was refused has ended nothing.
      await end(0)
    }
    expect((await sectionOf(electrical.video))?.sumHours).toBeLessThanOrEqual(hostileValues.length)
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
