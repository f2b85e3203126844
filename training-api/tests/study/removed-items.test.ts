import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enrolments } from '../../db/schema/enrolment.ts'
import { planItems } from '../../db/schema/plans.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from '../world.ts'
import { studyCalls } from './study-world.ts'

// An item leaves a plan in use: what was studied of it is the plan's.

const planId = plans.onboarding
let api: TestApi
let learner: TestLearner
let item: typeof planItems.$inferSelect

const isItem = () => and(eq(planItems.tenantId, 82), eq(planItems.planItemId, item.planItemId))

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  const items = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, planId)))
  item = items.find(({ kind, childId }) => kind === 'course' && childId === courses.electrical)!
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await learnerWithout(api, courses.electrical)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: planId, fruitType: 2 }))
})
afterEach(() => api.db.insert(planItems).values(item).onConflictDoNothing())

const { totalOf } = studyCalls(() => api, () => learner)
const place = () => ({ curriculumId: planId, contentId: item.planItemId, chapterId: 3101, sectionId: electrical.video, contentType: 1, visitKey: 'visit-removed-item' })
const marker = async (startOrEnd: 1 | 2, sumHours?: number) => dataOf(await learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...place(), startOrEnd, sumHours }))
const beat = async (seq: number) => dataOf(await learner.post('/train/web/studyHeartbeat', { ...place(), seq, activeSeconds: 300, state: 'active' }))
const learnedIn = async (kind: 'course' | 'plan', contentId: number, planItemId: number) =>
  (await api.db.select({ learned: enrolments.learnedMinutes }).from(enrolments).where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, learner.userId), eq(enrolments.contentKind, kind), eq(enrolments.contentId, contentId), eq(enrolments.planItemId, planItemId))))[0]?.learned

/** Minutes of the plan and of the course there, as lists, ledger and rankings have them, and those of the course by itself. */
async function minutes(): Promise<Record<string, unknown>> {
  const { countedMinutes } = dataOf(await learner.get<{ countedMinutes: number }>('/train/web/getStudyLedger', { curriculumId: planId, fruitType: 2 }))
  return {
    plan: await learnedIn('plan', planId, 0), ledger: countedMinutes, ranking: await totalOf('minutes', learner, 'plan', planId),
    there: await learnedIn('course', courses.electrical, item.planItemId), ofCourse: await totalOf('minutes', learner, 'course', courses.electrical),
  }
}
const onePlace = { plan: 5, ledger: 5, ranking: 5, there: 5, ofCourse: 0 }

describe('the minutes of a visit during which its item is taken out of the plan', () => {
  test('are the plan’s and not the course’s', async () => {
    await marker(1)
    api.clock.advance({ minutes: 5 })
    await api.db.delete(planItems).where(isItem())
    await marker(2, 5)
    expect(await minutes()).toEqual(onePlace)
  })

  test('are so too where nobody ends it', async () => {
    await marker(1)
    api.clock.advance({ minutes: 5 })
    await beat(1)
    await api.db.delete(planItems).where(isItem())
    api.clock.advance({ minutes: 61 })
    await api.runJob('closeSilentVisits')
    expect(await minutes()).toEqual(onePlace)
  })
})
