import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, learnerWithout, plans } from '../world.ts'
import { beginner } from './study-world.ts'

// Somebody adds sections or takes them away (docs/operating.md): what a learner sees of the course or plan is as it is now, before it is studied again.

type Shown = { studyProcess: string; sumSection?: number; studtySection?: number; numSection?: number }

let api: TestApi
let learner: TestLearner
let planSections: number

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  const [plan] = await run(sql`select section_count from plans where tenant_id = 82 and plan_id = ${plans.onboarding}`)
  planSections = Number(plan!.section_count)
}, 300_000)
afterAll(() => api.close())
afterEach(async () => {
  await courseHas(6)
  await planHas(planSections)
})

const run = async (statement: SQL) => (await api.db.execute(statement)).rows
const courseHas = (count: number) => run(sql`update courses set section_count = ${count} where tenant_id = 82 and course_id = ${courses.electrical}`)
const planHas = (count: number) => run(sql`update plans set section_count = ${count} where tenant_id = 82 and plan_id = ${plans.onboarding}`)
const enrolmentIn = (contentId: number) => sql`tenant_id = 82 and learner_id = ${learner.userId} and content_id = ${contentId} and plan_item_id = 0`
const counted = ({ studyProcess, studtySection, numSection, sumSection }: Shown) => [studyProcess, studtySection ?? numSection, sumSection]
const courseOf = async () => dataOf(await learner.get<Shown>(`/train/app/course/${courses.electrical}`))
const planOf = async () => dataOf(await learner.get<Shown>('/train/webplan/getWebPlanById', { planId: plans.onboarding }))
const inList = async (path: string, id: number) => dataOf(await learner.get<{ records: (Shown & { id: number })[] }>(path, { current: 1, size: 500, i: 5 })).records.find((card) => card.id === id)?.studyProcess
const inStrip = async (id: number) => counted(dataOf(await learner.get<(Shown & { curriculumId: number })[]>('/train/app/haveInHand/haveInHandByUid')).find(({ curriculumId }) => curriculumId === id)!)

test.each([
  [8, '50%', 4], [6, '66%', 4], [4, '75%', 3],
])('a course with four sections done is, of %i that there are now, at %s in its detail, its lists and on the home page', async (count, percent, done) => {
  learner = await beginner(api)
  await run(sql`update enrolments set sections_done = 4, progress_percent = 66 where ${enrolmentIn(courses.electrical)}`)
  await courseHas(count)
  expect((await courseOf()).studyProcess).toBe(percent)
  for (const path of ['/train/web/getMyWebCourseBySort', '/train/web/getWebCourseBySort']) expect(await inList(path, courses.electrical)).toBe(percent)
  expect(await inStrip(courses.electrical)).toEqual([percent, done, count])
})

test('a plan has the percentage that belongs to the count beside it', async () => {
  learner = await learnerWithout(api, plans.onboarding)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
  await run(sql`update enrolments set sections_done = 6, progress_percent = 75 where ${enrolmentIn(plans.onboarding)}`)
  await planHas(12)
  expect(counted(await planOf())).toEqual(['50%', 6, 12])
  for (const path of ['/train/web/getMyWebPlanBySort', '/train/web/getWebPlanBySort']) expect(await inList(path, plans.onboarding)).toBe('50%')
  expect(await inStrip(plans.onboarding)).toEqual(['50%', 6, 12])
})

test('what is passed stays whole', async () => {
  learner = await learnerWithout(api, plans.onboarding)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
  await run(sql`update enrolments set state = 'passed', sections_done = 6, progress_percent = 100 where ${enrolmentIn(plans.onboarding)}`)
  await planHas(12)
  expect(counted(await planOf())).toEqual(['100%', 12, 12])
  expect(await inList('/train/web/getMyWebPlanBySort', plans.onboarding)).toBe('100%')
})
