import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chapters, sections } from '../../db/schema/courses.ts'
import { exams, startReply } from '../exam-world.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectRefusal, learnerWithout } from '../world.ts'
import type { WireChapter, WireReport } from '../world.ts'

// What comes first and what comes next is told by the catalogue, whatever numbers its chapters and sections have.

const locked = '该小节尚未解锁'
let api: TestApi
let learner: TestLearner
let before: { chapters: (typeof chapters.$inferSelect)[]; sections: (typeof sections.$inferSelect)[] }

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  before = { chapters: await api.db.select().from(chapters).where(eq(chapters.tenantId, 82)), sections: await api.db.select().from(sections).where(eq(sections.tenantId, 82)) }
}, 300_000)
afterAll(() => api.close())
beforeEach(() => api.clock.set(testMoment))
afterEach(async () => {
  await api.db.delete(sections).where(eq(sections.tenantId, 82))
  await api.db.delete(chapters).where(eq(chapters.tenantId, 82))
  await api.db.insert(chapters).values(before.chapters)
  for (let from = 0; from < before.sections.length; from += 1000) await api.db.insert(sections).values(before.sections.slice(from, from + 1000))
})

const run = (statement: SQL) => api.db.execute(statement)
async function begin(courseId: number): Promise<void> {
  learner = await learnerWithout(api, courseId)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courseId, fruitType: 1 }))
}
const catalogue = async (courseId: number) => dataOf(await learner.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId })).flatMap(({ chapterSectionList }) => chapterSectionList)
const report = (courseId: number, sectionId: number) => learner.post<WireReport>('/train/startAndEnd/startAndEndClassHours', { curriculumId: courseId, sectionId, contentType: 1, startOrEnd: 1 })
const open = (courseId: number, sectionId: number) => learner.post('/train/app/plan/updateUserSection', { curriculumId: courseId, nodeId: sectionId })

describe('the first section of a sequential course in use', () => {
  const place = and(eq(chapters.tenantId, 82), eq(chapters.courseId, courses.forklift))
  const firstChapter = () => before.chapters.filter(({ tenantId, courseId }) => tenantId === 82 && courseId === courses.forklift).toSorted((a, b) => a.position - b.position)[0]!.chapterId
  const firstSection = () => before.sections.find(({ tenantId, courseId, position }) => tenantId === 82 && courseId === courses.forklift && position === 1)!.sectionId

  beforeEach(() => begin(courses.forklift))

  test.each<[string, () => Promise<unknown>]>([
    ['once the chapter before it is gone', () => api.db.delete(chapters).where(and(place, eq(chapters.chapterId, firstChapter())))],
    ['once the section before it is gone', () => api.db.delete(sections).where(and(eq(sections.tenantId, 82), eq(sections.sectionId, firstSection())))],
    ['once chapters have changed places', () => api.db.update(chapters).set({ position: sql`-position` }).where(place)],
  ])('is open %s, and the next one is not', async (_when, change) => {
    const [was] = await catalogue(courses.forklift)
    await change()
    const [first, second] = await catalogue(courses.forklift)
    expect(first!.id).not.toBe(was!.id)
    expect([first!.knityn, second!.knityn]).toEqual([0, 1])
    expectRefusal(await report(courses.forklift, second!.id), locked)
    expectRefusal(await open(courses.forklift, second!.id), locked)
    dataOf(await report(courses.forklift, first!.id))
    dataOf(await open(courses.forklift, first!.id))
  })

  test('is not one that is in no chapter any more', async () => {
    const sectionId = before.sections.find(({ tenantId, courseId, position }) => tenantId === 82 && courseId === courses.forklift && position === 2)!.sectionId
    await run(sql`update sections set chapter_id = 999999 where tenant_id = 82 and section_id = ${sectionId}`)
    expectRefusal(await report(courses.forklift, sectionId), locked)
  })
})

test('the exam of a section is taken once its section has become the first', async () => {
  await begin(courses.electrical)
  const begun = () => startReply(learner, exams.section, { otherContentId: electrical.exam })
  expectRefusal(await begun(), locked)
  await run(sql`delete from chapters where tenant_id = 82 and chapter_id in (3101, 3102)`)
  expect((await catalogue(courses.electrical))[0]).toMatchObject({ id: electrical.exam, knityn: 0 })
  expect(dataOf(await begun()).status).toBe('running')
})

describe('the section that a course names as the next', () => {
  const detail = async () => dataOf(await learner.get<{ nowSectionName: string | null; nextSectionName: string | null }>(`/train/app/course/${courses.electrical}`))
  const nameOf = (sectionId: number) => before.sections.find(({ tenantId, sectionId: id }) => tenantId === 82 && id === sectionId)!.name

  beforeEach(async () => {
    await begin(courses.electrical)
    await run(sql`update section_records set locked = false where tenant_id = 82 and learner_id = ${learner.userId}`)
    dataOf(await open(courses.electrical, electrical.document))
  })

  test('follows in the catalogue, over gaps and chapters that are gone', async () => {
    const now = nameOf(electrical.document)
    expect(await detail()).toMatchObject({ nowSectionName: now, nextSectionName: nameOf(electrical.scorm12) })
    await run(sql`delete from sections where tenant_id = 82 and section_id = ${electrical.scorm12}`)
    expect(await detail()).toMatchObject({ nowSectionName: now, nextSectionName: nameOf(electrical.scorm2004) })
    await run(sql`delete from chapters where tenant_id = 82 and chapter_id = 3102`)
    expect(await detail()).toMatchObject({ nowSectionName: now, nextSectionName: nameOf(electrical.exam) })
    await run(sql`delete from chapters where tenant_id = 82 and chapter_id = 3103`)
    expect(await detail()).toMatchObject({ nowSectionName: now, nextSectionName: null })
  })

  test('is the first where the one that was opened last is no longer in the catalogue', async () => {
    await run(sql`delete from chapters where tenant_id = 82 and chapter_id = 3101`)
    expect(await detail()).toMatchObject({ nowSectionName: null, nextSectionName: nameOf(electrical.scorm12) })
  })
})
