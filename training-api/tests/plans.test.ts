import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses as courseTable } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { exams as examTable } from '../db/schema/exams.ts'
import { planItems, plans as planTable } from '../db/schema/plans.ts'
import { messages } from '../rules/messages.ts'
import { watchStatements } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectKeys, expectRefusal, expectStatus, foreign, pageNoise, plans } from './world.ts'
import type { WirePage, WireSection } from './world.ts'

type Card = { id: number; planName: string; studtyState?: number; overdue: number; planType: number; endTime: string | null }
type Chapter = { nodeId: number; nodeName: string; parentId: number; list: WireSection[] }
type Item = { id: number; planId: number; childrenId: number; childrenName: string; contentType: number; adopt: number; muluList: Chapter[] | null }

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

const mine = async (query: Record<string, unknown>, who = liming) => dataOf(await who.get<WirePage<Card>>('/train/web/getMyWebPlanBySort', { current: 1, size: 8, ...query }))
const catalogue = async (planId: unknown, who = liming, query: object = {}) => dataOf(await who.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId, ...query }))

describe('my plans', () => {
  test('come in pages with every field of a card', async () => {
    const first = await mine({ i: 5 })
    expect(first).toMatchObject({ total: 12, size: 8, current: 1, pages: 2, ...pageNoise })
    for (const card of first.records) {
      expectKeys(card, 'id planName companyName studyProcess studtyState overdue planType endTime planIndexPictureUrl planIndexType oneTitle twoTitle studyTimeSum planScore joinNum commentNum')
      expect(card.endTime).toEqual(card.planType === 2 ? expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) : null)
    }
    expect(await mine({ current: 3 })).toMatchObject({ records: [], total: 12 })
  })

  test('are filtered by state, the ended ones apart', async () => {
    let sum = 0
    for (const i of [1, 2, 3]) {
      const { records, total } = await mine({ i, size: 128 })
      sum += total
      for (const card of records) expect(card).toMatchObject({ studtyState: i, overdue: 1 })
    }
    const expired = await mine({ i: 4, size: 128 })
    expect(expired.records.map(({ id }) => id)).toContain(plans.refresher)
    for (const card of expired.records) expect(card.overdue).toBe(2)
    expect(sum + expired.total).toBe(12)
  })

  test('expire by the clock of the server', async () => {
    const soon = new Date(testMoment.getTime() + 3_600_000)
    await api.db.update(planTable).set({ endsAt: soon }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, plans.onboarding)))
    const expired = async () => (await mine({ i: 4, size: 128 })).records.some(({ id }) => id === plans.onboarding)
    expect(await expired()).toBe(false)
    api.clock.advance({ hours: 1 })
    expect(await expired()).toBe(true)
    expect(dataOf(await liming.get('/train/webplan/getWebPlanById', { planId: plans.onboarding }))).toMatchObject({ overdue: 2 })
    api.clock.set(testMoment)
    await api.db.update(planTable).set({ endsAt: null }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, plans.onboarding)))
  })

  test('are found by part of the title', async () => {
    expect((await mine({ name: '入职' })).records.map(({ planName }) => planName)).toContain('新员工入职培训计划')
    for (const name of ['_', 'null']) expect((await mine({ name })).total).toBe(0)
  })

  test('are all of them with an empty filter, and none far past the end', async () => {
    const all = await mine({})
    expect(await mine({ i: '' })).toEqual(all)
    expect(await mine({ current: 99_999_999 })).toMatchObject({ records: [], total: all.total })
  })

  test.each([['i', 6], ['i', 'x'], ['size', 0], ['current', '1;drop']])('refuse %s=%s with 400', async (key, value) => {
    expectStatus(await liming.get('/train/web/getMyWebPlanBySort', { [key]: value }), 400)
  })

  test('of a new learner are none, while the library shows the tenant’s', async () => {
    expect(await mine({}, wangfang)).toMatchObject({ records: [], total: 0 })
    const library = dataOf(await wangfang.get<WirePage<Card>>('/train/web/getWebPlanBySort', { current: 1, size: 500, typeSort: 1 }))
    expect(library.total).toBeGreaterThanOrEqual(12)
    expect(library.records.every((card) => !('studtyState' in card))).toBe(true)
  })
})

describe('a plan', () => {
  const read = async (planId: unknown, who = liming) => dataOf(await who.get<Record<string, unknown> | null>('/train/webplan/getWebPlanById', { planId }))

  test('has every field', async () => {
    const plan = await read(plans.onboarding)
    expectKeys(plan, [
      'id planName planIndexPictureUrl studyTimeSumString planScore startTime endTime teacherName companyName joinNum commentNum studyProcess nowSectionName nowContentId nextSectionName',
      'sumSection studtySection sumHours overdue contenState studtyState studtyResult throughFlag collection planIntroduce planIndexType oneTitle twoTitle',
    ].join(' '))
    expect(plan).toMatchObject({ id: plans.onboarding, planName: '新员工入职培训计划', studtyState: 2, studtyResult: 1, overdue: 1, contenState: 1, startTime: null })
    expect(plan?.studyProcess).toBe(`${Math.floor((Number(plan?.studtySection) * 100) / Number(plan?.sumSection))}%`)
    expect(plan?.nowSectionName).toEqual(expect.any(String))
  })

  test.each([
    ['safetyMonth', { studtyState: 1, overdue: 1, nowSectionName: null }],
    ['renewal', { studtyState: 1, overdue: 3 }],
    ['refresher', { overdue: 2 }],
    ['teamLeader', { studtyState: 3, studtyResult: 2, studyProcess: '100%', overdue: 1 }],
    ['forbidden', { contenState: 2 }],
  ] as const)('%s is as the demo world says', async (name, state) => {
    expect(await read(plans[name])).toMatchObject(state)
  })

  test('names what the learner is at and what comes next as the catalogue has them, without reading it', async () => {
    const own = await api.db.select().from(enrolments).where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, liming.userId), eq(enrolments.contentKind, 'plan')))
    const ids = await api.db.select({ planId: planTable.planId }).from(planTable).where(eq(planTable.tenantId, 82)).orderBy(asc(planTable.planId))
    for (const { planId } of ids) {
      const steps = (await catalogue(planId)).flatMap(({ id, childrenName, muluList }): { id: number; sectionId: number | null; name: string }[] =>
        muluList === null ? [{ id, sectionId: null, name: childrenName }] : muluList.flatMap(({ list }) => list.map((section) => ({ id, sectionId: section.id, name: section.nodeName }))),
      )
      const node = own.find(({ contentId }) => contentId === planId)
      const at = steps.findIndex(({ id, sectionId }) => id === node?.nodePlanItemId && sectionId === node.nodeSectionId)
      const { answer, sent } = await watchStatements(api, () => read(planId))
      expect(answer).toMatchObject({ nowSectionName: steps[at]?.name ?? null, nowContentId: steps[at]?.id ?? null, nextSectionName: steps[at + 1]?.name ?? null })
      expect(sent.filter((text) => text.includes('section_records'))).toEqual([])
    }
  })

  test('names an exam that the learner is at in the language asked for', async () => {
    const exam = (await catalogue(plans.onboarding)).find(({ contentType }) => contentType === 2)!
    const mine = and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, liming.userId), eq(enrolments.contentKind, 'plan'), eq(enrolments.contentId, plans.onboarding))
    const [before] = await api.db.select().from(enrolments).where(mine)
    await api.db.update(enrolments).set({ nodeKind: 'planExam', nodePlanItemId: exam.id, nodeChapterId: null, nodeSectionId: null }).where(mine)
    const asked = async (languageType: number) => dataOf(await liming.get<Record<string, unknown>>('/train/webplan/getWebPlanById', { planId: plans.onboarding, languageType }))
    expect(await asked(2)).toMatchObject({ nowSectionName: 'Onboarding Theory Exam', nextSectionName: 'Onboarding Safety Rules Exam' })
    expect(await asked(1)).toMatchObject({ nowSectionName: '入职理论考试' })
    await api.db.update(enrolments).set(before!).where(mine)
  })

  test('of another tenant is like a missing one', async () => {
    expect(await read(foreign(plans.onboarding))).toBeNull()
    expect(await read(plans.onboarding, elsewhere)).toBeNull()
    expect(await read(77_777_777)).toBeNull()
    expectStatus(await liming.get('/train/webplan/getWebPlanById', {}), 400)
    expectStatus(await liming.get('/train/webplan/getWebPlanById', { planId: '1 or 1=1' }), 400)
  })
})

describe('the catalogue of a plan', () => {
  test('is its courses with sections and its exams, in order', async () => {
    const items = await catalogue(plans.onboarding)
    expect(items.map(({ contentType }) => contentType)).toEqual([1, 1, 1, 2, 2])
    expect(items.map(({ childrenName }) => childrenName)).toContain('入职理论考试')
    for (const item of items) {
      expectKeys(item, `id planId childrenId childrenName contentType adopt muluList${item.contentType === 1 ? ' clearance' : ''}`)
      if (item.contentType === 2) expect(item.muluList).toBeNull()
      for (const chapter of item.muluList ?? []) {
        expectKeys(chapter, 'nodeId nodeName parentId list')
        expect(chapter.parentId).toBe(item.childrenId)
        for (const section of chapter.list) expectKeys(section, 'id chapterId chapterName nodeName contentType studyTime studyLimit limitType sumHours adopt knityn classRecordId sectionStudy sectionTrain sectionTest')
      }
    }
  })

  test.each([['en', 2], ['ja', 3]] as const)('names courses and exams as themselves in %s, and keeps the name that one was given by hand', async (locale, languageType) => {
    const [course, , , exam] = await catalogue(plans.onboarding)
    const column = locale === 'en' ? 'titleEn' : 'titleJa'
    const [itself] = await api.db.select().from(courseTable).where(and(eq(courseTable.tenantId, 82), eq(courseTable.courseId, course!.childrenId)))
    const [paper] = await api.db.select().from(examTable).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, exam!.childrenId)))
    const names = async () => (await catalogue(plans.onboarding, liming, { languageType })).map(({ childrenName }) => childrenName)
    expect(itself![column]).not.toBe(itself!.title)
    expect([(await names())[0], (await names())[3]]).toEqual([itself![column], paper![column]])
    const call = (name: string) => api.db.update(planItems).set({ name }).where(and(eq(planItems.tenantId, 82), eq(planItems.planItemId, course!.id)))
    await call('第一周：用电安全')
    expect((await names())[0]).toBe('第一周：用电安全')
    await call(course!.childrenName)
  })

  test('has records of its own, apart from those of the course', async () => {
    const [item] = await catalogue(plans.onboarding)
    const inPlan = item?.muluList?.[0]?.list[0]?.classRecordId
    const chapters = dataOf(await liming.get<{ chapterSectionList: WireSection[] }[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: item?.childrenId }))
    expect(inPlan).toEqual(expect.any(Number))
    expect(chapters[0]?.chapterSectionList[0]?.classRecordId).not.toBe(inPlan)
  })

  test('opens one course as the catalogue shows it', async () => {
    const [item] = await catalogue(plans.onboarding)
    const read = async (query: object) => dataOf(await liming.get<Chapter[]>('/train/app/plan/getCourseCatalogueById', { planId: plans.onboarding, ...query }))
    expect(await read({ contentId: item?.id, courseId: item?.childrenId })).toEqual(item?.muluList)
    expect(await read({ courseId: item?.childrenId })).toEqual(item?.muluList)
    expect(await read({ contentId: item?.id, courseId: 999 })).toEqual([])
    expect(await read({ contentId: 999_999 })).toEqual([])
  })

  test('of a forbidden plan names no resource', async () => {
    const items = await catalogue(plans.forbidden)
    expect(items.length).toBeGreaterThan(0)
    expect(JSON.stringify(items)).not.toMatch(/resourceUrl":"|ticket|testRequestId":\d/)
  })

  test('of another tenant is empty', async () => {
    expect(await catalogue(foreign(plans.onboarding))).toEqual([])
    expect(await catalogue(plans.onboarding, elsewhere)).toEqual([])
  })

  test('serves a section of the plan with its own record', async () => {
    const [item] = await catalogue(plans.onboarding)
    const section = item?.muluList?.[0]?.list[0]
    const open = (query: object) => liming.get<WireSection | null>('/train/app/courseChapter/selectSectionDetailById', { contentState: 2, curriculumId: plans.onboarding, sectionId: section?.id, chapterId: section?.chapterId, ...query })
    expect(dataOf(await open({}))?.classRecordId).toBe(section?.classRecordId)
    expect(dataOf(await open({ contentId: item?.id }))?.classRecordId).toBe(section?.classRecordId)
    expect(dataOf(await open({ contentId: 999_999 }))).toBeNull()
  })

  test.each([
    ['a plan that is begun', plans.onboarding, false, false],
    ['one that nobody has begun', plans.safetyMonth, false, false],
    ['a sequential one that nobody has begun, whose locks hang on each other', plans.safetyMonth, true, true],
  ])('serves each section of %s as it shows it, and reads no other course', async (_name, planId, sequential, readsOthers) => {
    const [before] = await api.db.select().from(planTable).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, planId)))
    const set = (to: boolean) => api.db.update(planTable).set({ sequential: to }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, planId)))
    await set(sequential)
    const courseIds = (await api.db.select({ courseId: planItems.childId }).from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, planId), eq(planItems.kind, 'course')))).map(({ courseId }) => courseId)
    expect(courseIds.length).toBeGreaterThan(1)
    for (const { id, childrenId, muluList } of await catalogue(planId)) {
      for (const section of muluList?.flatMap(({ list }) => list) ?? []) {
        const { answer, sent } = await watchStatements(api, () => liming.get<WireSection | null>('/train/app/courseChapter/selectSectionDetailById', { contentState: 2, curriculumId: planId, contentId: id, sectionId: section.id }))
        if (section.knityn === 1) expectRefusal(answer, messages.sectionLocked)
        else expect(dataOf(answer)).toMatchObject({ id: section.id, chapterId: section.chapterId, classRecordId: section.classRecordId, adopt: section.adopt, sumHours: section.sumHours, sectionStudy: section.sectionStudy })
        const [chapters] = sent.filter((text) => text.includes('from "chapters"'))
        for (const courseId of courseIds) if (courseId !== childrenId) expect(chapters?.includes(String(courseId))).toBe(readsOthers)
      }
    }
    await set(before?.sequential ?? false)
  })
})
