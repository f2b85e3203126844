import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { courses as courseTable } from '../../db/schema/courses.ts'
import { sectionRecords } from '../../db/schema/enrolment.ts'
import { planItems, plans as planTable } from '../../db/schema/plans.ts'
import { exams, handIn, questionsOf, rightAnswers, save, sit, start } from '../exam-world.ts'
import { misplacedPoints } from '../misplaced-points.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from '../world.ts'
import type { WireReport } from '../world.ts'

// One section stands in its course and in a plan, and its exam is taken in one of them.

const planId = plans.onboarding
let api: TestApi
let fresh: TestLearner
let inPlan: number

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  const items = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, planId)))
  inPlan = items.find(({ kind, childId }) => kind === 'course' && childId === courses.electrical)!.planItemId
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  await Promise.all([ruleOfPlan({ forbidden: false, endsAt: null }), ruleOfCourse({ forbidden: false })])
  fresh = await learnerWithout(api, courses.electrical)
  await begin(planId, 2)
})

const ruleOfPlan = (of: Partial<typeof planTable.$inferInsert>) => api.db.update(planTable).set(of).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, planId)))
const ruleOfCourse = (of: Partial<typeof courseTable.$inferInsert>) => api.db.update(courseTable).set(of).where(and(eq(courseTable.tenantId, 82), eq(courseTable.courseId, courses.electrical)))
const ofFresh = () => and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId))
/** Begins a course or plan, everything unlocked. */
async function begin(curriculumId: number, fruitType: 1 | 2): Promise<void> {
  dataOf(await fresh.post(`/train/studtyFruit/saveStudtyFruit${fruitType === 2 ? 'ByType' : ''}`, { curriculumId, fruitType }))
  await api.db.update(sectionRecords).set({ locked: false }).where(ofFresh())
}
const passOthersAt = (planItemId: number) => api.db.update(sectionRecords).set({ state: 'passed' }).where(and(ofFresh(), eq(sectionRecords.planItemId, planItemId), ne(sectionRecords.sectionId, electrical.exam)))
const stateAt = async (planItemId: number) =>
  (await api.db.select({ state: sectionRecords.state }).from(sectionRecords).where(and(ofFresh(), eq(sectionRecords.planItemId, planItemId), eq(sectionRecords.sectionId, electrical.exam))))[0]?.state
const sitAt = (planItemId: number, rightOnes = 1_000) => sit(api, fresh, exams.section, rightOnes, { otherContentId: electrical.exam, examType: 1, contentId: planItemId })
const inPlayer = async () => dataOf(await fresh.get<{ data: { adopt: number } }>('/train/app/courseChapter/selectSectionTestBySectionId', { sectionId: electrical.exam, queryExamType: 1 })).data.adopt
const marker = async (startOrEnd: 1 | 2) =>
  dataOf(await fresh.post<WireReport>('/train/startAndEnd/startAndEndClassHours', { curriculumId: courses.electrical, chapterId: 3103, sectionId: electrical.exam, contentType: 3, startOrEnd, sumHours: 0 }))
const points = ({ integral }: WireReport) => integral.map((text) => Number(/\d+/.exec(text)?.[0]))

test('a section passed in a plan counts in the course begun later when it is opened there: the start of that visit tells of the points and the certificate', async () => {
  await sitAt(inPlan)
  await begin(courses.electrical, 1)
  await passOthersAt(0)
  expect([await inPlayer(), await inPlayer()]).toEqual([1, 1])
  const started = await marker(1)
  expect(points(started)).toEqual([20])
  expect(started).toMatchObject({ certificate: 2, certificateInfo: { name: '低压电工作业安全' } })
  for (const again of [await marker(2), await marker(1)]) expect(again).toEqual({ integral: [], certificate: 1 })
  expect(await stateAt(0)).toBe('passed')
  expect((await api.db.execute(misplacedPoints)).rows).toEqual([])
})

test('one that was taken there and not passed is only opened', async () => {
  await sitAt(inPlan, 0)
  await begin(courses.electrical, 1)
  expect(await marker(1)).toEqual({ integral: [], certificate: 1 })
  expect(await stateAt(0)).toBe('inProgress')
})

describe.each([
  ['has ended', () => ruleOfPlan({ endsAt: testMoment })],
  ['was forbidden after it was begun', () => ruleOfPlan({ forbidden: true })],
])('a plan that %s', (_, close) => {
  beforeEach(async () => {
    await begin(courses.electrical, 1)
    await passOthersAt(inPlan)
  })

  test('is not passed by an exam that is taken in the course', async () => {
    await close()
    expect(points(await sitAt(0))).toEqual([5, 10])
    expect([await stateAt(0), await stateAt(inPlan)]).toEqual(['passed', 'notStarted'])
  })

  test('nor failed by it, and what was failed before is open again with its exam', async () => {
    const allow = (attempts: number) => api.db.execute(sql`update exams set attempts_allowed = ${attempts} where tenant_id = 82 and exam_id = ${exams.section}`)
    await close()
    await allow(1)
    await sitAt(0, 0)
    expect([await stateAt(0), await stateAt(inPlan)]).toEqual(['failed', 'notStarted'])
    await api.db.update(sectionRecords).set({ state: 'failed' }).where(and(ofFresh(), eq(sectionRecords.sectionId, electrical.exam)))
    await allow(3)
    dataOf(await fresh.get('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.electrical }))
    expect([await stateAt(0), await stateAt(inPlan)]).toEqual(['inProgress', 'inProgress'])
  })

  test('is passed by the paper that was opened in it before', async () => {
    const at = { otherContentId: electrical.exam, examType: 1, contentId: inPlan }
    const paper = await start(fresh, exams.section, at)
    const right = await rightAnswers(api, paper.paperId)
    for (const { questionId } of questionsOf(paper)) await save(fresh, paper, questionId, right.get(questionId) ?? '')
    await close()
    await handIn(fresh, paper)
    expect([await stateAt(0), await stateAt(inPlan)]).toEqual(['passed', 'passed'])
  })
})

test('a course that was forbidden after it was begun is passed neither by itself nor in another plan', async () => {
  await begin(courses.electrical, 1)
  const paper = await start(fresh, exams.section, { otherContentId: electrical.exam, examType: 1, contentId: inPlan })
  const right = await rightAnswers(api, paper.paperId)
  for (const { questionId } of questionsOf(paper)) await save(fresh, paper, questionId, right.get(questionId) ?? '')
  await ruleOfCourse({ forbidden: true })
  await handIn(fresh, paper)
  expect([await stateAt(0), await stateAt(inPlan)]).toEqual(['notStarted', 'passed'])
})
