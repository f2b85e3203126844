import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentTotals } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { plans as planTable } from '../db/schema/plans.ts'
import { readProgress } from '../queries/linked-courses.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, foreign, hostileValues, learnerWithout, plans } from './world.ts'
import type { WireChapter } from './world.ts'

type Node = { curriculumId: number; nodeId: number; parentId: number; contentId: number | null; nodeName: string; nodeType: number; nodeState: number }

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

const startCourse = (curriculumId: unknown, who = wangfang) => who.post<Node>('/train/studtyFruit/saveStudtyFruit', { curriculumId, fruitType: 1 })
const startPlan = (curriculumId: unknown, who = wangfang) => who.post<Node>('/train/studtyFruit/saveStudtyFruitByType', { curriculumId, fruitType: 2 })
const node = async (curriculumId: unknown, fruitType: number, who = wangfang) => dataOf(await who.get<Node | null>('/train/app/plan/getPlanStudtyStateById', { curriculumId, fruitType }))
const unlock = (classRecordId: unknown, who = liming) => who.get('/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId })
const sectionsOf = async (courseId: number, who = liming) =>
  dataOf(await who.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId })).flatMap(({ chapterSectionList }) => chapterSectionList)
const joined = async (kind: 'course' | 'plan', contentId: number) =>
  (await api.db.select({ joinCount: contentTotals.joinCount }).from(contentTotals).where(and(eq(contentTotals.tenantId, 82), eq(contentTotals.contentKind, kind), eq(contentTotals.contentId, contentId))))[0]?.joinCount

describe('starting a course', () => {
  test('makes it the learner’s, counts one participant and leads to its first section; again it changes nothing', async () => {
    const before = await joined('course', courses.electrical)
    expect(await node(courses.electrical, 1)).toBeNull()
    const first = dataOf(await startCourse(String(courses.electrical)))
    expectKeys(first, 'curriculumId nodeId parentId contentId nodeName nodeType nodeState')
    expect(first).toEqual({ curriculumId: courses.electrical, nodeId: electrical.video, parentId: 3101, contentId: null, nodeName: '用电安全概述', nodeType: 1, nodeState: 1 })
    expect(dataOf(await startCourse(courses.electrical))).toEqual(first)
    expect(await joined('course', courses.electrical)).toBe((before ?? 0) + 1)
    expect(dataOf(await wangfang.get('/train/app/course/3001'))).toMatchObject({ studtyState: 2, nowSectionName: '用电安全概述', studyProcess: '0%' })
    const sections = await sectionsOf(courses.electrical, wangfang)
    expect(sections.every(({ classRecordId }) => typeof classRecordId === 'number')).toBe(true)
    expect(sections[0]?.knityn).toBe(0)
  })

  test('begun before without a place to go on, it leads to the beginning', async () => {
    const [course, plan] = [dataOf(await startCourse(courses.electrical)), dataOf(await startPlan(plans.onboarding))]
    const ofWangfang = and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, wangfang.userId))
    await api.db.update(enrolments).set({ nodeKind: null, nodePlanItemId: null, nodeChapterId: null, nodeSectionId: null }).where(ofWangfang)
    const before = await joined('course', courses.electrical)
    expect(await node(courses.electrical, 1)).toBeNull()
    expect(dataOf(await startCourse(courses.electrical))).toEqual(course)
    expect(dataOf(await startPlan(plans.onboarding))).toEqual(plan)
    expect(await node(courses.electrical, 1)).toEqual(course)
    expect(await joined('course', courses.electrical)).toBe(before)
  })

  test('two at once make one record and one participant', async () => {
    const before = await joined('course', courses.welding)
    const [a, b] = await Promise.all([startCourse(courses.welding), startCourse(courses.welding)])
    expect(dataOf(a)).toEqual(dataOf(b))
    expect(await joined('course', courses.welding)).toBe((before ?? 0) + 1)
  })

  test('locks a sequential course but for its first section', async () => {
    const other = await learnerWithout(api, courses.forklift)
    dataOf(await startCourse(courses.forklift, other))
    expect((await sectionsOf(courses.forklift, other)).map(({ knityn }) => knityn).slice(0, 3)).toEqual([0, 1, 1])
  })

  test('is possible with more sections than fit into one statement', async () => {
    const strange = 7_000_000
    await api.db.execute(sql`
      insert into courses select (like_it).* from (select jsonb_populate_record(c, jsonb_build_object('course_id', ${strange}::bigint, 'section_count', 10001)) as like_it from courses c where tenant_id = 82 and course_id = ${courses.forklift}) made`)
    await api.db.execute(sql`
      insert into chapters select (like_it).* from (
        select jsonb_populate_record(c, jsonb_build_object('chapter_id', ${strange}::bigint, 'course_id', ${strange}::bigint)) as like_it from chapters c where tenant_id = 82 and course_id = ${courses.forklift} and position = 1) made`)
    await api.db.execute(sql`
      insert into sections select (like_it).* from (
        select jsonb_populate_record(s, jsonb_build_object('section_id', ${strange}::bigint + n, 'course_id', ${strange}::bigint, 'chapter_id', ${strange}::bigint, 'position', n)) as like_it
        from sections s, generate_series(1, 10001) n where tenant_id = 82 and course_id = ${courses.forklift} and position = 1) made`)
    expect(dataOf(await startCourse(strange))).toMatchObject({ nodeId: strange + 1 })
    const kept = await api.db.select({ sectionId: sectionRecords.sectionId, locked: sectionRecords.locked }).from(sectionRecords).where(eq(sectionRecords.courseId, strange)).orderBy(asc(sectionRecords.sectionId))
    expect(kept.map(({ sectionId }) => sectionId)).toEqual(Array.from({ length: 10_001 }, (_, at) => strange + 1 + at))
    // Only the first of all is open, not that of each statement.
    expect(kept.filter(({ locked }) => !locked)).toEqual([{ sectionId: strange + 1, locked: false }])
    for (const table of ['courses', 'chapters', 'sections', 'section_records']) await api.db.execute(sql.raw(`delete from ${table} where course_id = ${strange}`))
  })

  test('is refused where it is forbidden, with the right words', async () => {
    expectRefusal(await startCourse(courses.confined), '您无权限学习本课程/计划，详情请咨询管理人员')
    expectRefusal(await startCourse(courses.heights), '本课程仅限高处作业班学员学习')
    expectRefusal(await startPlan(plans.forbidden), '您无权限学习本课程/计划，详情请咨询管理人员')
  })

  test('of another tenant is like a missing one', async () => {
    expectStatus(await startCourse(foreign(courses.electrical)), 404)
    expectStatus(await startCourse(courses.electrical, elsewhere), 404)
    expectStatus(await startCourse(87_654_321), 404)
    expectStatus(await startPlan(foreign(plans.onboarding)), 404)
  })

  test('never breaks on what is no id', async () => {
    for (const id of hostileValues) {
      expectStatus(await startCourse(id), 400)
      expectStatus(await startPlan(id), 400)
    }
    expectStatus(await wangfang.post('/train/studtyFruit/saveStudtyFruit', {}), 400)
    expectStatus(await wangfang.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: 3001, fruitType: 3 }), 400)
  })
})

describe('starting a plan', () => {
  test('makes it and the courses within it the learner’s', async () => {
    const before = await joined('plan', plans.safetyMonth)
    const first = dataOf(await startPlan(plans.safetyMonth))
    expect(first).toMatchObject({ curriculumId: plans.safetyMonth, nodeType: 1, nodeState: 1, contentId: expect.any(Number) })
    expect(dataOf(await startPlan(plans.safetyMonth))).toEqual(first)
    expect(await node(plans.safetyMonth, 2)).toEqual(first)
    expect(await joined('plan', plans.safetyMonth)).toBe((before ?? 0) + 1)
    expect(dataOf(await wangfang.get('/train/webplan/getWebPlanById', { planId: plans.safetyMonth }))).toMatchObject({ studtyState: 2, studyProcess: '0%' })
  })

  test('leaves its courses not started, wherever they stand, until something of them is opened there', async () => {
    const who = await learnerWithout(api, plans.safetyMonth)
    const { contentId, parentId, nodeId } = dataOf(await startPlan(plans.safetyMonth, who))
    type Item = { id: number; childrenId: number; contentType: number; adopt: number }
    const items = async () => dataOf(await who.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.safetyMonth })).filter(({ contentType }) => contentType === 1)
    const [first, ...others] = await items()
    expect([first, ...others].map((item) => item?.adopt)).toEqual([0, 0, 0])
    const progress = () => readProgress(api.db, { tenantId: 82, userId: who.userId, courseIds: [first!.childrenId, others[0]!.childrenId] })
    const untouched = { state: 'notStarted', progressPercent: 0 }
    expect([...(await progress()).values()]).toEqual([untouched, untouched])
    dataOf(await who.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.safetyMonth, contentId, chapterId: parentId, sectionId: nodeId, contentType: 1, startOrEnd: 1 }))
    expect((await items()).map(({ adopt }) => adopt)).toEqual([2, 0, 0])
    const after = await progress()
    expect([first!.childrenId, others[0]!.childrenId].map((id) => after.get(id))).toEqual([{ state: 'inProgress', progressPercent: 0 }, untouched])
  })

  test.each([['renewal'], ['refresher']] as const)('outside its dates is refused (%s)', async (name) => {
    expectRefusal(await startPlan(plans[name]), '计划未开始或计划已过期')
  })

  test('is possible once its day has come', async () => {
    const later = await learnerWithout(api, plans.renewal)
    await api.db.update(planTable).set({ startsAt: new Date(testMoment.getTime() + 3_600_000) }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, plans.renewal)))
    expectRefusal(await startPlan(plans.renewal, later), '计划未开始或计划已过期')
    api.clock.advance({ hours: 1 })
    expect(dataOf(await startPlan(plans.renewal, later))).toMatchObject({ curriculumId: plans.renewal })
    api.clock.set(testMoment)
  })
})

describe('unlocking a section', () => {
  test('is refused while the one before is not passed', async () => {
    const locked = (await sectionsOf(courses.electrical)).find(({ id }) => id === electrical.scorm2004)
    expectRefusal(await unlock(locked?.classRecordId), '上一小节未通过，无法解锁章节')
  })

  test('works after the one before is passed, also twice, and across chapters', async () => {
    const sections = await sectionsOf(courses.electrical)
    const record = (id: number) => sections.find((section) => section.id === id)?.classRecordId ?? 0
    const pass = (id: number) => api.db.update(sectionRecords).set({ state: 'passed' }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.recordId, record(id))))
    await pass(electrical.scorm12)
    dataOf(await unlock(String(record(electrical.scorm2004))))
    dataOf(await unlock(record(electrical.scorm2004)))
    expect((await sectionsOf(courses.electrical)).find(({ id }) => id === electrical.scorm2004)?.knityn).toBe(0)
    await pass(electrical.simulation)
    dataOf(await unlock(record(electrical.exam)))
    const chapters = dataOf(await liming.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.electrical }))
    expect(chapters.at(-1)?.knityn).toBe(0)
  })

  test('of another learner is forbidden, of another tenant missing', async () => {
    const own = (await sectionsOf(courses.electrical))[0]?.classRecordId
    expectStatus(await unlock(own, wangfang), 403)
    expectStatus(await unlock(own, elsewhere), 404)
    expectStatus(await unlock(123_456_789), 404)
    for (const id of hostileValues) expectStatus(await unlock(id), 400)
  })
})

describe('the place in a course or plan', () => {
  const save = (body: object, who = liming) => who.post('/train/app/plan/updateUserSection', { curriculumId: courses.electrical, nodeId: electrical.document, parentId: 3101, contentType: 1, nodeType: 1, nodeState: 1, nodeName: '安全规程手册', ...body })

  test('is remembered with each section that is opened', async () => {
    dataOf(await save({}))
    expect(await node(courses.electrical, 1, liming)).toMatchObject({ nodeId: electrical.document, nodeName: '安全规程手册' })
    dataOf(await save({ nodeId: electrical.video }))
    expect(await node(courses.electrical, 1, liming)).toMatchObject({ nodeId: electrical.video, nodeName: '用电安全概述' })
    expect(dataOf(await liming.get('/train/app/course/3001'))).toMatchObject({ nowSectionId: electrical.video, nextSectionName: '安全规程手册' })
  })

  test('in a plan is a section or an exam of it', async () => {
    const items = dataOf(await liming.get<{ id: number; childrenId: number; contentType: number; muluList: { list: { id: number; knityn: number }[] }[] | null }[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.onboarding }))
    const exam = items.find(({ contentType }) => contentType === 2)
    dataOf(await save({ curriculumId: plans.onboarding, contentId: exam?.id, nodeId: exam?.childrenId, nodeState: 2, nodeType: 3 }))
    expect(await node(plans.onboarding, 2, liming)).toEqual({
      curriculumId: plans.onboarding, nodeId: exam?.childrenId, parentId: plans.onboarding, contentId: exam?.id, nodeName: expect.any(String), nodeType: 3, nodeState: 2,
    })
    dataOf(await save({ curriculumId: plans.onboarding, contentId: exam?.id, nodeId: '', nodeState: 2 }))
    const [item] = items
    dataOf(await save({ curriculumId: plans.onboarding, contentId: item?.id, nodeId: item?.muluList?.[0]?.list[0]?.id }))
    expect(await node(plans.onboarding, 2, liming)).toMatchObject({ contentId: item?.id, nodeState: 1 })
  })

  test('cannot be a locked section, one of another course, or one of a course not begun', async () => {
    const second = { curriculumId: courses.forklift, nodeId: (await sectionsOf(courses.forklift))[1]?.id }
    expectRefusal(await save(second), '请先开始学习')
    const third = await learnerWithout(api, courses.forklift)
    dataOf(await startCourse(courses.forklift, third))
    expectRefusal(await save(second, third), '该小节尚未解锁')
    expectStatus(await save({ curriculumId: courses.welding }), 404)
    expectStatus(await save({}, elsewhere), 404)
    expectStatus(await save({ curriculumId: plans.onboarding, contentId: 1, nodeState: 2 }), 404)
  })

  test('never breaks on bad input', async () => {
    for (const value of hostileValues) {
      expectStatus(await save({ curriculumId: value }), 400)
      expect([200, 400, 404]).toContain((await save({ nodeId: value })).status)
      expect([200, 400, 404]).toContain((await save({ contentId: value })).status)
    }
  })
})
