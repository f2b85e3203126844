import { eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sections } from '../../db/schema/courses.ts'
import { exams, startReply } from '../exam-world.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectRefusal } from '../world.ts'
import { beginner } from './study-world.ts'

// Sections leave a course in use for another one: nobody has begun a course by them.

const notBegun = '请先开始学习'
let api: TestApi
let learner: TestLearner
let before: (typeof sections.$inferSelect)[]

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  before = await api.db.select().from(sections).where(eq(sections.courseId, courses.electrical))
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await beginner(api)
  // Nothing of the other course, also in no plan.
  await run(sql`delete from enrolments where tenant_id = 82 and learner_id = ${learner.userId} and content_id <> ${courses.electrical}`)
  await run(sql`delete from section_records where tenant_id = 82 and learner_id = ${learner.userId} and course_id <> ${courses.electrical}`)
})
afterEach(async () => {
  for (const section of before) await api.db.insert(sections).values(section).onConflictDoUpdate({ target: [sections.tenantId, sections.sectionId], set: section })
})

const run = async (statement: SQL) => (await api.db.execute(statement)).rows
const move = (sectionId: number) => run(sql`update sections set course_id = ${courses.welding}, chapter_id = (select max(chapter_id) from chapters where tenant_id = 82 and course_id = ${courses.welding}), position = 7 where tenant_id = 82 and section_id = ${sectionId}`)
const beginWelding = async () => dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.welding, fruitType: 1 }))

test('the exam of a section that was moved is taken by who has begun that course, and by nobody else', async () => {
  await move(electrical.exam)
  const begun = () => startReply(learner, exams.section, { otherContentId: electrical.exam })
  expectRefusal(await begun(), notBegun)
  await beginWelding()
  await run(sql`update section_records set locked = false where tenant_id = 82 and learner_id = ${learner.userId}`)
  expect(dataOf(await begun()).status).toBe('running')
})

test('a paper that was open when its section was moved is gone on with', async () => {
  const begun = () => startReply(learner, exams.section, { otherContentId: electrical.exam })
  const { instanceId } = dataOf(await begun())
  await move(electrical.exam)
  expect(dataOf(await begun())).toMatchObject({ instanceId, status: 'running' })
})
