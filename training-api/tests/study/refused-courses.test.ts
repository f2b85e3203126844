import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { courses as courseTable } from '../../db/schema/courses.ts'
import { sectionRecords } from '../../db/schema/enrolment.ts'
import { planItems, plans as planTable } from '../../db/schema/plans.ts'
import { exams, handIn, start, startReply } from '../exam-world.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectRefusal, learnerWithout, plans } from '../world.ts'
import type { WireReport, WireSection } from '../world.ts'

// A course that nobody may study stays in the plans that hold it, and somebody may be in the middle of it.

type Item = { id: number; childrenId: number; contentType: number; clearance?: { type: number; content?: string }; muluList: { nodeId: number; list: WireSection[] }[] | null }

const planId = plans.onboarding
const forHeights = '本课程仅限高处作业班学员学习'
const noPermission = '您无权限学习本课程/计划，详情请咨询管理人员'
const added = { tenantId: 82, planItemId: 990_002, planId, kind: 'course', childId: courses.heights, name: '高处作业安全' } as const
let api: TestApi
let fresh: TestLearner
let course: Item

const rule = (of: Partial<typeof courseTable.$inferInsert>) => api.db.update(courseTable).set(of).where(and(eq(courseTable.tenantId, 82), eq(courseTable.courseId, courses.electrical)))
const forbidPlan = (forbidden: boolean) => api.db.update(planTable).set({ forbidden }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, planId)))
const items = async () => dataOf(await fresh.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId }))
const begin = () => fresh.post<{ nodeId: number; contentId: number }>('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: planId, fruitType: 2 })
const sectionOf = async (id: number) => (await items()).find((item) => item.id === course.id)?.muluList?.flatMap(({ list }) => list).find((section) => section.id === id)
const here = { curriculumId: planId, contentType: 1 }
const marker = (body: object) => fresh.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...here, contentId: course.id, chapterId: 3101, sectionId: electrical.video, ...body })
const save = (body: object) => fresh.post('/train/app/plan/updateUserSection', { ...here, contentId: course.id, nodeId: electrical.video, parentId: 3101, nodeState: 1, ...body })
const score = (call: string) => fresh.post(`/train/classHourses/${call}`, { ...here, contentId: course.id, chapterId: 3102, sectionId: electrical.scorm12, fraction: 90 })
const open = (sectionId: number, contentId: number) => fresh.get<WireSection>('/train/app/courseChapter/selectSectionDetailById', { sectionId, contentState: 2, curriculumId: planId, contentId })

beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  await rule({ forbidden: false, accessRefusal: null })
  await forbidPlan(false)
  fresh = await learnerWithout(api, planId)
  dataOf(await begin())
  await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId)))
  course = (await items()).find(({ childrenId }) => childrenId === courses.electrical)!
})

describe.each([
  ['a course that the access check refuses', () => rule({ accessRefusal: forHeights }), forHeights],
  ['a course that is forbidden', () => rule({ forbidden: true }), noPermission],
  ['a course in a plan that is forbidden', () => forbidPlan(true), noPermission],
])('%s', (_, close, words) => {
  test('is not studied in a plan, whatever was begun before', async () => {
    const recordId = (await sectionOf(electrical.document))?.classRecordId
    await close()
    expectRefusal(await open(electrical.video, course.id), words)
    expectRefusal(await marker({ startOrEnd: 1 }), words)
    expectRefusal(await save({}), words)
    expectRefusal(await score('updatePlanClassHoursByType'), words)
    expectRefusal(await score('updatePlanClassHoursTest'), words)
    expectRefusal(await fresh.get('/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: recordId }), words)
    expectRefusal(await startReply(fresh, exams.section, { otherContentId: electrical.exam, contentId: course.id }), words)
    for (const id of [electrical.video, electrical.scorm12]) expect(await sectionOf(id)).toMatchObject({ adopt: 0 })
  })

  test('keeps every minute of a visit that was begun before, and the paper that runs', async () => {
    const visitKey = 'visit-before-refusal'
    dataOf(await marker({ startOrEnd: 1, visitKey }))
    const at = { otherContentId: electrical.exam, contentId: course.id }
    const paper = await start(fresh, exams.section, at)
    await close()
    api.clock.advance({ minutes: 5 })
    dataOf(await marker({ startOrEnd: 2, sumHours: 5, visitKey }))
    expect(await sectionOf(electrical.video)).toMatchObject({ sumHours: 5 })
    expect(await start(fresh, exams.section, at)).toMatchObject({ instanceId: paper.instanceId })
    await handIn(fresh, paper)
  })
})

test('an exam of a plan that is forbidden is not remembered as where one is, and brings it no score', async () => {
  const exam = (await items()).find(({ contentType }) => contentType === 2)!
  const place = { contentId: exam.id, nodeId: exam.childrenId, nodeState: 2 }
  const report = () => fresh.post('/train/classHourses/updatePlanClassHoursTest', { ...here, contentId: exam.id, fraction: 100 })
  dataOf(await save(place))
  dataOf(await report())
  await forbidPlan(true)
  expectRefusal(await save(place), noPermission)
  expectRefusal(await report(), noPermission)
})

test('a course that is refused is not studied by itself either', async () => {
  const own = { curriculumId: courses.electrical, sectionId: electrical.video, contentType: 1 }
  dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
  const visitKey = 'visit-of-course-alone'
  const report = (body: object) => fresh.post<WireReport>('/train/startAndEnd/startAndEndClassHours', { ...own, ...body })
  dataOf(await report({ startOrEnd: 1, visitKey }))
  await rule({ accessRefusal: forHeights })
  dataOf(await report({ startOrEnd: 2, sumHours: 0, visitKey }))
  expectRefusal(await report({ startOrEnd: 1 }), forHeights)
  expectRefusal(await fresh.post('/train/app/plan/updateUserSection', { curriculumId: courses.electrical, nodeId: electrical.video, nodeState: 1 }), forHeights)
  expectRefusal(await fresh.post('/train/classHourses/updateClassHoursByType', { ...own, sectionId: electrical.scorm12, fraction: 90 }), forHeights)
})

describe('a plan that begins with a course that is refused', () => {
  beforeEach(async () => {
    await api.db.insert(planItems).values({ ...added, position: -1 })
    fresh = await learnerWithout(api, planId)
  })
  afterEach(() => api.db.delete(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planItemId, added.planItemId))))

  test('says so in its catalogue, leads on to the first that opens, and lets nothing of it be studied', async () => {
    const [before, ...others] = await items()
    const began = dataOf(await begin())
    const [first] = await items()
    const [chapter] = first!.muluList!
    const at = { contentId: added.planItemId, chapterId: chapter!.nodeId, sectionId: chapter!.list[0]!.id }
    const started = await marker({ ...at, startOrEnd: 1 })
    const opened = await open(at.sectionId, at.contentId)
    expect(before!.clearance).toEqual({ type: 2, content: forHeights })
    expect(others.map(({ contentType, clearance }) => [contentType, clearance])).toEqual(others.map(({ contentType }) => [contentType, contentType === 1 ? { type: 1 } : undefined]))
    expect(first).toMatchObject({ id: added.planItemId, clearance: before!.clearance })
    expect(began.contentId).toBe(others[0]!.id)
    expectRefusal(started, forHeights)
    expectRefusal(opened, forHeights)
  })
})
