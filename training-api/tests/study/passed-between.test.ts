import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrolments, sectionRecords } from '../../db/schema/enrolment.ts'
import { planItems } from '../../db/schema/plans.ts'
import { sit } from '../exam-world.ts'
import { startTestApi } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

let api: TestApi
let fresh: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  // As another plan has one.
  await api.db.execute(sql`update plans p set certificate_template_id = o.certificate_template_id from plans o where p.tenant_id = 82 and p.plan_id = ${plans.onboarding} and o.tenant_id = 82 and o.plan_id = ${plans.teamLeader}`)
})
afterAll(() => api.close())
beforeEach(() => api.clock.set(new Date('2026-12-31T23:10:00+08:00')))

const { end, report, score, start } = studyCalls(() => api, () => fresh)
const recordsAt = (planItemId: number) => and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId), eq(sectionRecords.planItemId, planItemId))
const nextYear = (time: string) => api.clock.set(new Date(`2027-01-01T${time}:00+08:00`))
const passOthers = (planItemId: number) =>
  api.db.update(sectionRecords).set({ state: 'passed', passedAt: api.clock.now() }).where(and(recordsAt(planItemId), ne(sectionRecords.sectionId, electrical.video)))

/** Half an hour of a visit of the video that was begun before; the moment of its last heartbeat. */
async function beatFor(visit: { visitKey: string; contentId?: number }, activeSeconds: number): Promise<string> {
  for (const seq of [1, 2, 3]) {
    api.clock.advance({ minutes: 10 })
    dataOf(await fresh.post('/train/web/studyHeartbeat', { ...visit, sectionId: electrical.video, seq, activeSeconds, state: activeSeconds === 600 ? 'active' : 'idle' }))
  }
  return api.clock.now().toISOString()
}

/** When the video and the whole were passed, as all that tells of it has it, and the number of the certificate. */
async function datesOf(kind: 'course' | 'plan', contentId: number, planItemId = 0) {
  const mine = sql`tenant_id = 82 and learner_id = ${fresh.userId}`
  const { rows } = await api.db.execute<{ what: string; at: string | Date; more: string }>(sql`
    select 'certificate' as what, obtained_at as at, number as more from certificates where ${mine} and content_kind = ${kind} and content_id = ${contentId}
    union all select 'points', awarded_at, '' from points_ledger where ${mine} and event = ${`${kind}:${contentId}`}
    union all select 'finished', finished_at, '' from enrolments where ${mine} and content_kind = ${kind} and content_id = ${contentId} and plan_item_id = 0
    union all select 'video', passed_at, '' from section_records where ${mine} and section_id = ${electrical.video} and plan_item_id = ${planItemId}`)
  return { at: Object.fromEntries(rows.map(({ what, at }) => [what, new Date(at).toISOString()])), numbers: rows.flatMap(({ more }) => (more === '' ? [] : [more])) }
}

test.each(['by itself', 'by its end'])('a course is passed with the last of its sections, also where a visit of an earlier moment completes it %s', async (how) => {
  fresh = await beginner(api)
  await passOthers(0)
  const between = how === 'by itself' ? electrical.scorm12 : electrical.document
  await api.db.update(sectionRecords).set({ state: 'notStarted', passedAt: null }).where(and(recordsAt(0), eq(sectionRecords.sectionId, between)))
  const visitKey = 'in-a-course'
  dataOf(await report({ startOrEnd: 1, visitKey }))
  const last = await beatFor({ visitKey }, how === 'by itself' ? 600 : 60)
  nextYear('00:05')
  if (how === 'by itself') dataOf(await score(100, electrical.scorm12))
  else {
    await start(electrical.document)
    nextYear('00:35')
    await end(30, electrical.document)
  }
  const passed = api.clock.now().toISOString()
  nextYear('00:45')
  if (how === 'by itself') await api.runJob('closeSilentVisits')
  else dataOf(await report({ startOrEnd: 2, visitKey, sumHours: 30 }))
  expect(await datesOf('course', courses.electrical)).toEqual({
    at: { certificate: passed, points: passed, finished: passed, video: last },
    numbers: [expect.stringMatching(/-2027-/)],
  })
})

test('a course that had failed is passed when it is passed, and not when it failed', async () => {
  fresh = await beginner(api)
  await passOthers(0)
  dataOf(await report({ startOrEnd: 1, visitKey: 'once-more' }))
  await beatFor({ visitKey: 'once-more' }, 600)
  await api.db.update(enrolments).set({ state: 'failed', finishedAt: new Date('2026-11-01T08:00:00+08:00') }).where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, fresh.userId), eq(enrolments.contentKind, 'course'), eq(enrolments.contentId, courses.electrical)))
  dataOf(await report({ startOrEnd: 2, visitKey: 'once-more', sumHours: 30 }))
  const { finished, points } = (await datesOf('course', courses.electrical)).at
  expect(finished).toBe(points)
})

test.each(['exams', 'courses'])('a plan is passed with the last of its %s, also where a visit of an earlier moment completes it', async (what) => {
  fresh = await learnerWithout(api, plans.onboarding)
  dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
  const items = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, plans.onboarding)))
  const contentId = items.find(({ childId }) => childId === courses.electrical)!.planItemId
  await passOthers(contentId)
  const sitExams = async (rightOnes: number) => {
    for (const { kind, childId, planItemId } of items) if (kind === 'exam') await sit(api, fresh, childId, rightOnes, { otherContentId: planItemId, contentId: planItemId })
  }
  const passCourses = () =>
    api.db.update(enrolments).set({ state: 'passed', finishedAt: api.clock.now() }).where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, fresh.userId), eq(enrolments.planId, plans.onboarding), ne(enrolments.contentId, courses.electrical)))
  await (what === 'exams' ? passCourses() : sitExams(6))
  const visit = { visitKey: 'in-a-plan', contentId }
  dataOf(await fresh.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...visit, curriculumId: plans.onboarding, contentType: 1, chapterId: 3101, sectionId: electrical.video, startOrEnd: 1 }))
  const last = await beatFor(visit, 600)
  nextYear('00:05')
  await (what === 'exams' ? sitExams(6) : passCourses())
  const passed = api.clock.now().toISOString()
  // A better paper after that passes nothing again.
  nextYear('00:20')
  await sitExams(10)
  nextYear('00:45')
  await api.runJob('closeSilentVisits')
  expect(await datesOf('plan', plans.onboarding, contentId)).toEqual({
    at: { certificate: passed, points: passed, finished: passed, video: last },
    numbers: [expect.stringMatching(/-2027-/)],
  })
})
