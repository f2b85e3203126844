import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exams as examTable } from '../db/schema/exams.ts'
import { planItems } from '../db/schema/plans.ts'
import { listRecords } from '../queries/catalogue.ts'
import { countAvailableExams } from '../queries/exams-in-progress.ts'
import { reopenSections } from '../queries/player-exams.ts'
import { exams, handIn, sit, start, startReply } from './exam-world.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, expectRefusal, learnerWithout, plans } from './world.ts'
import type { WireChapter, WirePage } from './world.ts'

// A platform may allow more attempts after somebody has failed with the last one: then the exam is open again.

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())
beforeEach(() => api.clock.set(testMoment))

const where = (examId: number) => and(eq(examTable.tenantId, 82), eq(examTable.examId, examId))
const allow = (examId: number, attemptsAllowed: number | null) => api.db.update(examTable).set({ attemptsAllowed }).where(where(examId))

describe('an exam by itself', () => {
  let who: TestLearner
  let number = 180
  beforeEach(async () => {
    who = await api.loginAs(`learner${(number += 1)}`, 82)
    await sit(api, who, exams.contest, 0)
    await allow(exams.contest, 1)
  })
  afterEach(() => allow(exams.contest, 1))

  /** Under which tabs it stands, and what its own page says. */
  async function standing() {
    const tabs: number[] = []
    for (const queryType of [1, 2, 3, 5]) {
      const page = dataOf(await who.get<WirePage<{ id: number }>>('/train/examPlanApp/queryPage', { queryType, current: 1, size: 100 }))
      if (page.records.some(({ id }) => id === exams.contest)) tabs.push(queryType)
      expect(page.total).toBe(page.records.length)
    }
    const { cannotanswer } = dataOf(await who.get<{ cannotanswer: number }>('/train/examPlanApp/info', { examPlanId: exams.contest, examType: 3 }))
    return [...tabs, cannotanswer]
  }
  const available = () => countAvailableExams(api.db, { tenantId: 82, userId: who.userId, now: api.clock.now() })
  const isAtHand = async () => dataOf(await who.get<{ id: number; contentState: number }[]>('/train/app/haveInHand/haveInHandByUid')).some(({ id, contentState }) => id === exams.contest && contentState === 3)

  test.each([2, null])('that was failed with its only attempt can be taken again where %s are allowed, and is failed again where it is one', async (allowed) => {
    expect(await standing()).toEqual([3, 3])
    const before = await available()
    await allow(exams.contest, allowed)
    expect([await standing(), await available(), await isAtHand()]).toEqual([[1, 1], before + 1, true])
    await allow(exams.contest, 1)
    expect([await standing(), await available(), await isAtHand()]).toEqual([[3, 3], before, false])
  })

  test('is not failed while the attempt that was added runs, and is when that has ended without a pass', async () => {
    await allow(exams.contest, 2)
    const paper = await start(who, exams.contest)
    expect(await standing()).toEqual([1, 1])
    await handIn(who, paper)
    expect(await standing()).toEqual([3, 3])
    expectRefusal(await startReply(who, exams.contest), '答题次数已用完')
  })
})

describe('the exam of a section', () => {
  const at = { otherContentId: electrical.exam }
  afterEach(() => allow(exams.section, 3))

  async function failed(): Promise<TestLearner> {
    const who = await learnerWithout(api, courses.electrical)
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
    await api.db.execute(sql`update section_records set locked = false where tenant_id = 82 and learner_id = ${who.userId}`)
    await allow(exams.section, 1)
    await sit(api, who, exams.section, 0, at)
    return who
  }
  const inPlayer = async (who: TestLearner) => dataOf(await who.get<{ data: Record<string, unknown> }>('/train/app/courseChapter/selectSectionTestBySectionId', { sectionId: electrical.exam, queryExamType: 1 })).data
  const inCatalogue = async (who: TestLearner) => dataOf(await who.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.electrical })).flatMap(({ chapterSectionList }) => chapterSectionList).find(({ id }) => id === electrical.exam)
  const ofCourse = async (who: TestLearner) => dataOf(await who.get<{ studtyState: number }>(`/train/app/course/${courses.electrical}`)).studtyState

  test('and its course are in progress again once they are seen, in the catalogue or in the player', async () => {
    const [one, other] = [await failed(), await failed()]
    expect([await inPlayer(one), await inCatalogue(one), await ofCourse(one)]).toMatchObject([{ adopt: 3, limitType: 4, limitEnd: 3 }, { adopt: 3 }, 4])
    await allow(exams.section, 2)
    expect([await inPlayer(one), await inCatalogue(one), await ofCourse(one)]).toMatchObject([{ adopt: 2, limitType: 1, limitEnd: 1 }, { adopt: 2 }, 2])
    expect([await inCatalogue(other), await ofCourse(other)]).toMatchObject([{ adopt: 2 }, 2])
    expect(await sit(api, other, exams.section, 10, at)).toMatchObject({ passStatus: 1 })
    expect(await inPlayer(other)).toMatchObject({ adopt: 1 })
  })

  test('stays failed where the attempt that was added is failed while the catalogue lets it be open again', async () => {
    const who = await failed()
    await allow(exams.section, 2)
    const ids = { tenantId: 82, userId: who.userId }
    const records = await listRecords(api.db, { ...ids, courseIds: [courses.electrical], planItemIds: [0] })
    // What the catalogue has found is over when its transaction begins.
    const connect = async () => {
      await sit(api, who, exams.section, 0, at)
      return api.db.$client.connect()
    }
    const db = new Proxy(api.db, { get: (real, key) => (key === '$client' ? { connect } : Reflect.get(real, key)) })
    await reopenSections(db, { ...ids, records, now: api.clock.now() })
    expect([await inCatalogue(who), await ofCourse(who)]).toMatchObject([{ adopt: 3 }, 4])
  })
})

describe('the exam of a plan', () => {
  /** Somebody who has failed a plan by its exam, and how all is read. */
  async function failed() {
    const [item] = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, plans.onboarding), eq(planItems.kind, 'exam'))).orderBy(planItems.position).limit(1)
    if (!item) throw new Error('no exam in the plan')
    const who = await learnerWithout(api, plans.onboarding)
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    await allow(item.childId, 1)
    await sit(api, who, item.childId, 0, { otherContentId: item.planItemId, examType: 2 })
    return {
      who,
      item,
      inPlayer: async () => dataOf(await who.get<{ adopt: number }>('/train/content/getPlanExaminationByContentid', { id: item.planItemId })).adopt,
      inCatalogue: async () => dataOf(await who.get<{ id: number; adopt: number }[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.onboarding })).find(({ id }) => id === item.planItemId)?.adopt,
      ofPlan: async () => dataOf(await who.get<{ studtyState: number }>('/train/webplan/getWebPlanById', { planId: plans.onboarding })).studtyState,
    }
  }

  test('and its plan are in progress again once they are seen, in the player or in the catalogue', async () => {
    const [one, other] = [await failed(), await failed()]
    expect([await one.inCatalogue(), await one.inPlayer(), await one.ofPlan()]).toEqual([3, 3, 4])
    expect([await other.inCatalogue(), await other.ofPlan()]).toEqual([3, 4])
    await allow(one.item.childId, 2)
    expect([await one.inPlayer(), await one.ofPlan()]).toEqual([2, 2])
    expect([await other.inCatalogue(), await other.ofPlan()]).toEqual([2, 2])
  })

  test.each(['inPlayer', 'inCatalogue'] as const)('and its plan are in progress again where the attempt is begun before they are seen (%s)', async (place) => {
    const { who, item, ofPlan, ...seen } = await failed()
    await allow(item.childId, 2)
    await start(who, item.childId, { otherContentId: item.planItemId })
    expect([await seen[place](), await ofPlan()]).toEqual([2, 2])
  })
})
