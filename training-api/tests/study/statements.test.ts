import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enrolments } from '../../db/schema/enrolment.ts'
import { watchBuilt, watchConnections } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

let api: TestApi
let fresh: TestLearner
const builtBy = watchBuilt()
const textsOf = watchConnections()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { end, report, start } = studyCalls(() => api, () => fresh)

describe('a statement that every learner sends again and again is built once', () => {
  const ofVisits = /"study_visits"|"learners"|update "section_records"|"section_records" .* for update/
  const builtOfVisits = async (work: () => Promise<unknown>) => (await builtBy(work)).filter((text) => ofVisits.test(text))

  test('when a visit begins, is left for another and ends, with a name or without', async () => {
    await start()
    api.clock.advance({ minutes: 1 })
    expect(await builtOfVisits(() => report({ startOrEnd: 1, visitKey: 'visit-0001' }))).toEqual([])
    expect(await builtOfVisits(() => report({ sectionId: electrical.document, startOrEnd: 1, visitKey: 'visit-0002' }))).toEqual([])
    expect(await builtOfVisits(() => report({ startOrEnd: 2, sumHours: 9, visitKey: 'visit-0001' }))).toEqual([])
    expect(await builtOfVisits(() => report({ sectionId: electrical.document, startOrEnd: 2, sumHours: 9, visitKey: 'visit-0002' }))).toEqual([])
    await start(electrical.scorm12)
    expect(await builtOfVisits(() => report({ sectionId: electrical.scorm12, startOrEnd: 2, sumHours: 9 }))).toEqual([])
  })
})

describe('an end that passes nothing writes each enrolment once, with its minutes and its moment:', () => {
  const writesOfEnrolments = async (work: () => Promise<unknown>) => (await textsOf(work)).filter((text) => text.startsWith('update "enrolments"'))
  const touchedOf = ({ userId }: TestLearner) =>
    api.db
      .select({ contentId: enrolments.contentId, learnedMinutes: enrolments.learnedMinutes })
      .from(enrolments)
      .where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, userId), eq(enrolments.touchedAt, api.clock.now())))
      .orderBy(asc(enrolments.contentId))

  test('of a course', async () => {
    await start()
    api.clock.advance({ minutes: 5 })
    expect(await writesOfEnrolments(() => end(5))).toHaveLength(1)
    expect(await touchedOf(fresh)).toEqual([{ contentId: courses.electrical, learnedMinutes: 5 }])
  })

  test('of a course in a plan, and of the plan', async () => {
    const learner = await learnerWithout(api, plans.onboarding)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    const marker = (body: object) => learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.onboarding, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body })
    dataOf(await marker({ startOrEnd: 1 }))
    api.clock.advance({ minutes: 5 })
    expect(await writesOfEnrolments(() => marker({ startOrEnd: 2, sumHours: 5 }))).toHaveLength(2)
    expect(await touchedOf(learner)).toEqual([{ contentId: courses.electrical, learnedMinutes: 5 }, { contentId: plans.onboarding, learnedMinutes: 5 }])
  })
})
