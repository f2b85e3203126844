import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionRecords } from '../../db/schema/enrolment.ts'
import { planItems, plans as planTable } from '../../db/schema/plans.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectRefusal, expectStatus, learnerWithout, plans } from '../world.ts'
import type { WireReport, WireSection } from '../world.ts'

type Item = { id: number; childrenId: number; contentType: number; muluList: { list: WireSection[] }[] | null }

const planId = plans.onboarding
const refused = '计划未开始或计划已过期'
const hour = 3_600_000
let api: TestApi
let fresh: TestLearner
let course: Item
let exam: Item

const setDates = (dates: { startsAt: Date | null; endsAt: Date | null }) => api.db.update(planTable).set(dates).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, planId)))
const items = async () => dataOf(await fresh.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId }))
const sectionsOf = (item: Item | undefined) => (item?.muluList ?? []).flatMap(({ list }) => list)
const sectionOf = async (id: number) => sectionsOf((await items()).find((item) => item.id === course.id)).find((section) => section.id === id)

beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  await setDates({ startsAt: null, endsAt: null })
  fresh = await learnerWithout(api, planId)
  dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: planId, fruitType: 2 }))
  await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId)))
  const all = await items()
  course = all.find(({ childrenId }) => childrenId === courses.electrical)!
  exam = all.find(({ contentType }) => contentType === 2)!
})

const marker = (body: object) => fresh.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: planId, contentId: course.id, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body })
const beat = (visitKey: string, seq: number) => fresh.post<{ countedSeconds: number }>('/train/web/studyHeartbeat', { curriculumId: planId, sectionId: electrical.video, contentType: 1, visitKey, seq, activeSeconds: 15, state: 'active' })
const open = (sectionId: number) => fresh.get<WireSection>('/train/app/courseChapter/selectSectionDetailById', { sectionId, contentState: 2, curriculumId: planId, contentId: course.id })
const save = (body: object) => fresh.post('/train/app/plan/updateUserSection', { curriculumId: planId, contentId: course.id, nodeId: electrical.video, parentId: 3101, nodeState: 1, ...body })
const score = (call: string, body: object) => fresh.post(`/train/classHourses/${call}`, { curriculumId: planId, contentId: course.id, sectionId: electrical.scorm12, chapterId: 3102, fraction: 90, ...body })

describe.each([
  ['has ended', { startsAt: null, endsAt: new Date(testMoment.getTime()) }],
  ['has not begun', { startsAt: new Date(testMoment.getTime() + hour), endsAt: null }],
])('a plan that %s', (_, dates) => {
  test('lets nobody study it, whatever was begun before', async () => {
    const recordId = (await sectionOf(electrical.document))?.classRecordId
    await setDates(dates)
    expectRefusal(await marker({ startOrEnd: 1 }), refused)
    expectRefusal(await save({}), refused)
    expectRefusal(await save({ contentId: exam.id, nodeId: exam.childrenId, nodeState: 2 }), refused)
    expectRefusal(await score('updatePlanClassHoursByType', {}), refused)
    expectRefusal(await score('updatePlanClassHoursTest', {}), refused)
    expectRefusal(await score('updatePlanClassHoursTest', { contentId: exam.id, sectionId: exam.childrenId }), refused)
    expectRefusal(await fresh.get('/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: recordId }), refused)
    for (const sectionId of [electrical.video, electrical.simulation]) expectRefusal(await open(sectionId), refused)
    expect(await sectionOf(electrical.scorm12)).toMatchObject({ adopt: 0 })
  })

  test('shows its catalogue without resources and launches', async () => {
    expect(dataOf(await open(electrical.simulation)).sectionTrain).toMatchObject({ testRequestId: expect.any(Number), ticket: expect.any(String) })
    expect(await sectionOf(electrical.video)).toMatchObject({ sectionStudy: { resourceUrl: expect.any(String) } })
    await setDates(dates)
    const all = [...(await items()).flatMap((item) => sectionsOf(item)), ...dataOf(await fresh.get<{ list: WireSection[] }[]>('/train/app/plan/getCourseCatalogueById', { planId, contentId: course.id })).flatMap(({ list }) => list)]
    expect(all.length).toBeGreaterThan(6)
    expect(all.map((section) => section.sectionStudy?.resourceUrl ?? section.sectionTrain?.testRequestId ?? null).filter((one) => one !== null)).toEqual([])
  })

  test('leaves the same course by itself as it is', async () => {
    dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
    await setDates(dates)
    dataOf(await fresh.get('/train/app/courseChapter/selectSectionDetailById', { sectionId: electrical.video, contentState: 1, curriculumId: courses.electrical }))
    dataOf(await fresh.post('/train/startAndEnd/startAndEndClassHours', { curriculumId: courses.electrical, sectionId: electrical.video, contentType: 1, startOrEnd: 1 }))
    dataOf(await fresh.post('/train/app/plan/updateUserSection', { curriculumId: courses.electrical, nodeId: electrical.video, nodeState: 1 }))
    dataOf(await fresh.post('/train/classHourses/updateClassHoursByType', { curriculumId: courses.electrical, sectionId: electrical.video, fraction: 1 }))
  })
})

test('a visit that began within the dates of its plan ends after them, and no minute is lost', async () => {
  await setDates({ startsAt: null, endsAt: new Date(testMoment.getTime() + hour / 20) })
  const visitKey = 'visit-plan-dates-1'
  dataOf(await marker({ startOrEnd: 1, visitKey }))
  api.clock.advance({ minutes: 5 })
  expect(dataOf(await beat(visitKey, 1)).countedSeconds).toBe(15)
  dataOf(await marker({ startOrEnd: 1, visitKey }))
  dataOf(await marker({ startOrEnd: 2, sumHours: 5, visitKey }))
  expect(await sectionOf(electrical.video)).toMatchObject({ sumHours: 5 })
  expectRefusal(await marker({ startOrEnd: 1, visitKey: 'visit-plan-dates-2' }), refused)
})

test('an end that names its visit and no item of the plan is that visit\'s, where a course stands in a plan twice', async () => {
  const visitKey = 'visit-of-one-of-two'
  const twin = { tenantId: 82, planItemId: 990_001 }
  dataOf(await marker({ startOrEnd: 1, visitKey }))
  await api.db.insert(planItems).values({ ...twin, planId, position: 0, kind: 'course', childId: courses.electrical, name: 'twin' })
  try {
    api.clock.advance({ minutes: 3 })
    expectStatus(await marker({ startOrEnd: 2, sumHours: 3, visitKey, contentId: twin.planItemId }), 404)
    dataOf(await marker({ startOrEnd: 2, sumHours: 3, visitKey, contentId: undefined }))
  } finally {
    await api.db.delete(planItems).where(and(eq(planItems.tenantId, twin.tenantId), eq(planItems.planItemId, twin.planItemId)))
  }
  expect(await sectionOf(electrical.video)).toMatchObject({ sumHours: 3 })
})
