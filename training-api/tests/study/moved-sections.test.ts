import { eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sections } from '../../db/schema/courses.ts'
import { exams, startReply } from '../exam-world.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectRefusal, expectStatus } from '../world.ts'
import type { WireChapter } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

// Sections leave a course in use, for another one or for good: what was studied of them goes on to add up, and nobody has begun a course by them.

type Ledger = { countedMinutes: number; notCountedMinutes: number; sections: { sectionId: number; chapterId: number; sectionName: string; countedMinutes: number }[] }

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
  await run(sql`delete from study_ledger where tenant_id = 82 and learner_id = ${learner.userId} and course_id = ${courses.welding}`)
  await run(sql`delete from learner_totals where tenant_id = 82 and learner_id = ${learner.userId} and scope = 'course' and scope_id = ${courses.welding}`)
})
const moveBack = async () => {
  for (const section of before) await api.db.insert(sections).values(section).onConflictDoUpdate({ target: [sections.tenantId, sections.sectionId], set: section })
}
afterEach(moveBack)

const { start, end, report, score, totalOf } = studyCalls(() => api, () => learner)
const run = async (statement: SQL) => (await api.db.execute(statement)).rows
const move = (sectionId: number, to: number = courses.welding) => run(sql`update sections set course_id = ${to}, chapter_id = (select max(chapter_id) from chapters where tenant_id = 82 and course_id = ${to}), position = 7 where tenant_id = 82 and section_id = ${sectionId}`)
const takeAway = (sectionId: number) => run(sql`delete from sections where tenant_id = 82 and section_id = ${sectionId}`)
const beginCourse = async (curriculumId: number) => dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId, fruitType: 1 }))
const beginWelding = () => beginCourse(courses.welding)
const catalogue = async (courseId: number) => dataOf(await learner.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId })).flatMap(({ chapterSectionList }) => chapterSectionList)
const ledgerOf = async (curriculumId: number) => dataOf(await learner.get<Ledger>('/train/web/getStudyLedger', { curriculumId, fruitType: 1 }))
const recordOf = (sectionId: number) => run(sql`select course_id, learned_minutes from section_records where tenant_id = 82 and learner_id = ${learner.userId} and plan_item_id = 0 and section_id = ${sectionId}`)

/** What ledger, detail and ranking of a course say of the learner's time, in minutes. */
async function minutesOf(courseId: number): Promise<number[]> {
  const { sumHours } = dataOf(await learner.get<{ sumHours: number }>(`/train/app/course/${courseId}`))
  return [(await ledgerOf(courseId)).countedMinutes, sumHours * 60, await totalOf('minutes', learner, 'course', courseId)]
}
async function study(sectionId: number, minutes: number): Promise<void> {
  await start(sectionId)
  api.clock.advance({ minutes })
  // Sixty more than can be: they are refused, and the ledger says so.
  await end(minutes + 60, sectionId)
}

describe('the time of a section that was moved to another course', () => {
  beforeEach(async () => {
    await study(electrical.video, 11)
    await study(electrical.scorm12, 29)
  })

  test('comes along, and both courses add up', async () => {
    expect(await minutesOf(courses.electrical)).toEqual([42, 42, 42])
    await beginWelding()
    await move(electrical.scorm12)
    await catalogue(courses.welding)
    expect(await minutesOf(courses.electrical)).toEqual([12, 12, 12])
    expect(await minutesOf(courses.welding)).toEqual([30, 30, 30])
    expect((await ledgerOf(courses.welding)).notCountedMinutes).toBe(59)
    expect(await totalOf('minutes')).toBeGreaterThanOrEqual(42)
    await catalogue(courses.welding)
    expect(await minutesOf(courses.welding)).toEqual([30, 30, 30])
  })

  test('comes along with what is studied of it there first', async () => {
    await beginWelding()
    await move(electrical.scorm12)
    dataOf(await report({ curriculumId: courses.welding, chapterId: undefined, sectionId: electrical.scorm12, startOrEnd: 1 }))
    api.clock.advance({ minutes: 5 })
    dataOf(await report({ curriculumId: courses.welding, chapterId: undefined, sectionId: electrical.scorm12, startOrEnd: 2, sumHours: 6 }))
    expect(await minutesOf(courses.electrical)).toEqual([12, 12, 12])
    expect(await minutesOf(courses.welding)).toEqual([36, 36, 36])
  })

  test('stays where it was studied until the other course is begun', async () => {
    await move(electrical.scorm12)
    await catalogue(courses.welding)
    expect(await minutesOf(courses.electrical)).toEqual([42, 42, 42])
    await beginWelding()
    await catalogue(courses.welding)
    expect(await minutesOf(courses.electrical)).toEqual([12, 12, 12])
    expect(await minutesOf(courses.welding)).toEqual([30, 30, 30])
  })
})

test('the notes of a section that was moved to another course come along with its record, and those of others stay', async () => {
  const words = async (coursePlanId: number) => dataOf(await learner.post<{ noteContent: string }[]>(`/train/app/note/selectNoteByUserId?coursePlanId=${coursePlanId}&coursePlanType=1`)).map(({ noteContent }) => noteContent)
  for (const sectionId of [electrical.video, electrical.scorm12]) dataOf(await learner.post('/train/app/note', { coursePlanId: courses.electrical, coursePlanType: 1, chapterId: 3101, sectionId, type: 3, noteContent: `${sectionId}` }))
  await beginWelding()
  await move(electrical.scorm12)
  await catalogue(courses.welding)
  expect([await words(courses.electrical), await words(courses.welding)]).toEqual([[`${electrical.video}`], [`${electrical.scorm12}`]])
})

test('a course to which a record came without its time, as older servers moved them, gives none away that it has not', async () => {
  await study(electrical.scorm12, 29)
  await beginCourse(courses.welding)
  await run(sql`update section_records set course_id = ${courses.welding} where tenant_id = 82 and learner_id = ${learner.userId} and section_id = ${electrical.scorm12}`)
  await beginCourse(courses.forklift)
  await move(electrical.scorm12, courses.forklift)
  await catalogue(courses.forklift)
  const hours = async (courseId: number) => dataOf(await learner.get<{ sumHours: number }>(`/train/app/course/${courseId}`)).sumHours
  expect([await hours(courses.electrical), await hours(courses.welding), await hours(courses.forklift)]).toEqual([0.5, 0, 0])
  expect(await totalOf('minutes', learner, 'course', courses.welding)).toBe(0)
})

describe('a visit of a section that was moved meanwhile', () => {
  async function beat(seq: number, state: 'active' | 'hidden' = 'active'): Promise<void> {
    api.clock.advance({ minutes: 5 })
    dataOf(await learner.post('/train/web/studyHeartbeat', { curriculumId: courses.electrical, contentType: 1, sectionId: electrical.scorm12, seq, activeSeconds: state === 'active' ? 300 : 0, state }))
  }

  /** Thirty minutes, proven by signs of life, in a visit that nobody ends. */
  async function leaveOpen(): Promise<void> {
    await start(electrical.scorm12)
    for (let seq = 1; seq <= 6; seq += 1) await beat(seq)
    await move(electrical.scorm12)
    api.clock.advance({ minutes: 61 })
  }

  test('counts where it was begun, and begins no other course', async () => {
    await leaveOpen()
    await api.runJob('closeSilentVisits')
    expect(await minutesOf(courses.electrical)).toEqual([30, 30, 30])
    expect(await recordOf(electrical.scorm12)).toEqual([{ course_id: courses.electrical, learned_minutes: 30 }])
    expectRefusal(await score(100, electrical.scorm12, learner, courses.welding), notBegun)
  })

  test('that has a name is ended where it was begun, with what no heartbeat has proven', async () => {
    const visitKey = 'visit-of-the-moved'
    const told = (more: object) => report({ curriculumId: courses.electrical, sectionId: electrical.scorm12, visitKey, ...more })
    dataOf(await told({ startOrEnd: 1 }))
    await move(electrical.scorm12)
    api.clock.advance({ minutes: 12 })
    dataOf(await told({ startOrEnd: 2, sumHours: 12 }))
    expect(await minutesOf(courses.electrical)).toEqual([12, 12, 12])
    // And once it was closed by the server.
    await moveBack()
    const later = { visitKey: 'visit-of-the-moved-2' }
    dataOf(await told({ startOrEnd: 1, ...later }))
    await move(electrical.scorm12)
    api.clock.advance({ minutes: 61 })
    await api.runJob('closeSilentVisits')
    dataOf(await told({ startOrEnd: 2, sumHours: 18, ...later }))
    expect(await minutesOf(courses.electrical)).toEqual([30, 30, 30])
    // One without a name, or with a name that nobody knows, has no place there any more.
    for (const visitKey of [undefined, 'visit-of-nobody']) expectStatus(await told({ startOrEnd: 2, sumHours: 1, visitKey }), 404)
    await takeAway(electrical.scorm12)
    expectStatus(await told({ startOrEnd: 2, sumHours: 20 }), 404)
  })

  test('is explained where it was begun, and comes along once the other course is begun', async () => {
    await start(electrical.scorm12)
    await move(electrical.scorm12)
    await beat(1, 'hidden')
    expect((await ledgerOf(courses.electrical)).notCountedMinutes).toBe(5)
    await beginWelding()
    await catalogue(courses.welding)
    await beat(2, 'hidden')
    expect([(await ledgerOf(courses.electrical)).notCountedMinutes, (await ledgerOf(courses.welding)).notCountedMinutes]).toEqual([0, 10])
  })

  test('counts in the other course where that is begun', async () => {
    await study(electrical.scorm12, 5)
    await beginWelding()
    await leaveOpen()
    await api.runJob('closeSilentVisits')
    expect(await minutesOf(courses.electrical)).toEqual([0, 0, 0])
    expect(await minutesOf(courses.welding)).toEqual([36, 36, 36])
  })
})

test('the time of a section that is gone stays in the ledger, which has no name for it', async () => {
  await study(electrical.video, 11)
  await study(electrical.scorm12, 29)
  await takeAway(electrical.scorm12)
  await takeAway(electrical.document)
  expect(await minutesOf(courses.electrical)).toEqual([42, 42, 42])
  const { sections: lines } = await ledgerOf(courses.electrical)
  expect(lines.filter(({ sectionName }) => sectionName === '')).toEqual([expect.objectContaining({ sectionId: electrical.scorm12, chapterId: 0, countedMinutes: 30 })])
  expect(lines.map(({ sectionId }) => sectionId)).not.toContain(electrical.document)
})

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
