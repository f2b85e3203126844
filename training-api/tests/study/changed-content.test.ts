import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { courses as courseTable } from '../../db/schema/courses.ts'
import { plans as planTable } from '../../db/schema/plans.ts'
import { exams, handIn, startReply } from '../exam-world.ts'
import { watchStatements } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from '../world.ts'
import type { WireChapter, WireReport } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

// Courses and plans are rows that somebody else writes (docs/operating.md): they change while people study them.

let api: TestApi
let learner: TestLearner
const added = { document: 930_001, exam: 930_002, item: 930_003 } as const

beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  await takeSectionsAway()
  learner = await beginner(api)
})

const { score, sectionOf, report, totalOf } = studyCalls(() => api, () => learner)
const run = async (statement: SQL) => (await api.db.execute(statement)).rows
const courseOf = async () => dataOf(await learner.get(`/train/app/course/${courses.electrical}`))
const pass = (sectionIds: readonly number[]) => run(sql`update section_records set state = 'passed' where tenant_id = 82 and learner_id = ${learner.userId} and section_id = any(${sql.param(sectionIds)}::bigint[])`)

/** Adds a document and an exam to the end of 低压电工作业安全. */
async function addSections(): Promise<void> {
  for (const [id, like] of [[added.document, electrical.document], [added.exam, electrical.exam]] as const) {
    await run(sql`
      insert into sections (tenant_id, section_id, course_id, chapter_id, position, name, kind, study_minutes, starts_locked, resource_id, exam_id)
      select tenant_id, ${id}, course_id, (select chapter_id from sections where tenant_id = 82 and section_id = ${electrical.exam}), ${id}::bigint - 929994, name, kind, study_minutes, false, resource_id, exam_id
      from sections where tenant_id = 82 and section_id = ${like} on conflict do nothing`)
  }
  await run(sql`update courses set section_count = 8 where tenant_id = 82 and course_id = ${courses.electrical}`)
}
async function takeSectionsAway(): Promise<void> {
  await run(sql`delete from sections where tenant_id = 82 and section_id between ${added.document} and ${added.exam}`)
  await run(sql`update courses set section_count = 6 where tenant_id = 82 and course_id = ${courses.electrical}`)
}

test('the sections and totals of the demo world agree with its courses and plans', async () => {
  expect(await run(sql`select count(*)::int n from courses c where section_count <> (select count(*) from sections s where s.tenant_id = c.tenant_id and s.course_id = c.course_id)`)).toEqual([{ n: 0 }])
  expect(await run(sql`select count(*)::int n from enrolments e join courses c on c.tenant_id = e.tenant_id and c.course_id = e.content_id where content_kind = 'course' and sections_total <> section_count`)).toEqual([{ n: 0 }])
  expect(await run(sql`select count(*)::int n from enrolments e join plans p on p.tenant_id = e.tenant_id and p.plan_id = e.content_id where content_kind = 'plan' and sections_total <> section_count`)).toEqual([{ n: 0 }])
})

describe('sections that were added to a course in use', () => {
  beforeEach(addSections)

  test('are studied by who has begun it', async () => {
    expect(dataOf(await report({ chapterId: 3103, sectionId: added.document, startOrEnd: 1 }))).toMatchObject({ certificate: 1 })
    api.clock.advance({ minutes: 600 })
    dataOf(await report({ chapterId: 3103, sectionId: added.document, startOrEnd: 2, sumHours: 600 }))
    expect(await sectionOf(added.document)).toMatchObject({ adopt: 1 })
    expect(await courseOf()).toMatchObject({ studyProcess: '12%' })
  })

  test('are opened and remembered, and their exam is taken', async () => {
    dataOf(await learner.post('/train/app/plan/updateUserSection', { curriculumId: courses.electrical, nodeId: added.document }))
    expect(await courseOf()).toMatchObject({ nowSectionId: added.document })
    await takeSectionsAway()
    await run(sql`delete from section_records where tenant_id = 82 and learner_id = ${learner.userId} and section_id between ${added.document} and ${added.exam}`)
    await addSections()
    const begun = await startReply(learner, exams.section, { otherContentId: added.exam })
    expect(dataOf(begun).status).toBe('running')
    await handIn(learner, begun.data)
    expect(await sectionOf(added.exam)).toMatchObject({ adopt: 2 })
  })

  test('have a record in the catalogue, by which they are unlocked once the one before is passed', async () => {
    await run(sql`update sections set starts_locked = true where tenant_id = 82 and section_id = ${added.document}`)
    const section = await sectionOf(added.document)
    expect(section).toMatchObject({ knityn: 1, classRecordId: expect.any(Number) })
    expect((await report({ chapterId: 3103, sectionId: added.document, startOrEnd: 1 })).code).toBe(1)
    await pass([electrical.exam])
    dataOf(await learner.get('/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: section!.classRecordId }))
    expect(await sectionOf(added.document)).toMatchObject({ knityn: 0 })
  })

  test('are nothing to who has not begun the course', async () => {
    const stranger = await learnerWithout(api, courses.electrical)
    expect((await report({ chapterId: 3103, sectionId: added.document, startOrEnd: 1 }, stranger)).code).toBe(1)
    expect(await run(sql`select 1 from section_records where tenant_id = 82 and learner_id = ${stranger.userId} and plan_item_id = 0 and section_id = ${added.document}`)).toEqual([])
  })
})

describe('sections that were taken away from a course in use', () => {
  beforeEach(addSections)
  const others = [electrical.video, electrical.document, electrical.scorm2004, electrical.simulation, electrical.exam]

  test('are not missed: with the rest it is passed', async () => {
    await sectionOf(added.document)
    await pass(others)
    await takeSectionsAway()
    expect(dataOf(await score(100, electrical.scorm12))).toMatchObject({ certificate: 2 })
    expect(await courseOf()).toMatchObject({ studtyState: 3, studyProcess: '100%' })
  })

  test('are not missed where the rest was passed before, at the next opening', async () => {
    await sectionOf(added.document)
    await pass(others)
    expect(dataOf(await score(100, electrical.scorm12))).toMatchObject({ certificate: 1 })
    expect(await courseOf()).toMatchObject({ studyProcess: '75%' })
    await takeSectionsAway()
    const points = await totalOf('points')
    expect(dataOf(await report({ sectionId: electrical.video, startOrEnd: 1 }))).toMatchObject({ certificate: 2 })
    expect(await totalOf('points')).toBe(points + 20)
    expect(await courseOf()).toMatchObject({ studtyState: 3, studyProcess: '100%' })
  })

  test('are not missed where only their chapter is gone', async () => {
    await pass(others)
    const [chapter] = await run(sql`delete from chapters where tenant_id = 82 and chapter_id = 3103 returning position, name`)
    await run(sql`update courses set section_count = 5 where tenant_id = 82 and course_id = ${courses.electrical}`)
    const scored = dataOf(await score(100, electrical.scorm12))
    const seen = await courseOf()
    await run(sql`insert into chapters (tenant_id, chapter_id, course_id, position, name) values (82, 3103, ${courses.electrical}, ${chapter!.position}, ${chapter!.name})`)
    expect(scored).toMatchObject({ certificate: 2 })
    expect(seen).toMatchObject({ studtyState: 3, studyProcess: '100%' })
  })
})

describe('a section that was moved to another course in use', () => {
  const counts = (inElectrical: number, inWelding: number) => run(sql`update courses set section_count = case course_id when ${courses.electrical} then ${inElectrical}::int else ${inWelding}::int end where tenant_id = 82 and course_id in (${courses.electrical}, ${courses.welding})`)
  const catalogue = async () => dataOf(await learner.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.welding })).flatMap(({ chapterSectionList }) => chapterSectionList)
  const scoreThere = () => score(100, electrical.scorm12, learner, courses.welding)

  beforeEach(async () => {
    await run(sql`delete from enrolments where tenant_id = 82 and learner_id = ${learner.userId} and content_kind = 'course' and content_id = ${courses.welding} and plan_item_id = 0`)
    await run(sql`delete from section_records where tenant_id = 82 and learner_id = ${learner.userId} and course_id = ${courses.welding} and plan_item_id = 0`)
  })
  afterEach(async () => {
    await run(sql`update sections set course_id = ${courses.electrical}, chapter_id = 3102, position = 3 where tenant_id = 82 and section_id = ${electrical.scorm12}`)
    await counts(6, 6)
  })
  async function move(): Promise<void> {
    await run(sql`update sections set course_id = ${courses.welding}, chapter_id = (select max(chapter_id) from chapters where tenant_id = 82 and course_id = ${courses.welding}), position = 7 where tenant_id = 82 and section_id = ${electrical.scorm12}`)
    await counts(5, 7)
  }
  async function beginWelding(): Promise<void> {
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.welding, fruitType: 1 }))
    await run(sql`update section_records set state = 'passed' where tenant_id = 82 and learner_id = ${learner.userId} and course_id = ${courses.welding} and plan_item_id = 0`)
  }

  test('has its record there, which comes along once, and passes that course', async () => {
    await beginWelding()
    await move()
    expect((await catalogue()).find(({ id }) => id === electrical.scorm12)).toMatchObject({ classRecordId: expect.any(Number) })
    const { sent } = await watchStatements(api, catalogue)
    expect(sent.filter((statement) => statement.includes('insert into "section_records"'))).toEqual([])
    dataOf(await scoreThere())
    expect(await run(sql`select state, sections_done, sections_total from enrolments where tenant_id = 82 and learner_id = ${learner.userId} and content_kind = 'course' and content_id = ${courses.welding} and plan_item_id = 0`)).toEqual([{ state: 'passed', sections_done: 7, sections_total: 7 }])
  })

  test('is studied there by who has begun that course, also before its catalogue was read, and by nobody else', async () => {
    await move()
    expect((await scoreThere()).code).toBe(1)
    await beginWelding()
    dataOf(await scoreThere())
    expect((await catalogue()).find(({ id }) => id === electrical.scorm12)).toMatchObject({ adopt: 1 })
  })
})

describe('a course that was added to a plan in use', () => {
  type Item = { id: number; adopt: number; muluList: { nodeId: number; list: { id: number; classRecordId: number | null }[] }[] | null }
  const planReport = (body: object) => learner.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.safetyMonth, contentId: added.item, contentType: 1, ...body })
  const items = async () => dataOf(await learner.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.safetyMonth }))
  const planState = () => run(sql`select state, sections_done, sections_total, progress_percent from enrolments where tenant_id = 82 and learner_id = ${learner.userId} and content_kind = 'plan' and content_id = ${plans.safetyMonth}`)

  beforeEach(async () => {
    learner = await learnerWithout(api, plans.safetyMonth)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.safetyMonth, fruitType: 2 }))
    await run(sql`insert into plan_items (tenant_id, plan_item_id, plan_id, position, kind, child_id, name) values (82, ${added.item}, ${plans.safetyMonth}, 99, 'course', ${courses.electrical}, '低压电工作业安全') on conflict do nothing`)
    await run(sql`update plans set section_count = section_count + 6 where tenant_id = 82 and plan_id = ${plans.safetyMonth}`)
  })
  const takeItemAway = async () => {
    await run(sql`delete from plan_items where tenant_id = 82 and plan_item_id = ${added.item}`)
    await run(sql`update plans set section_count = section_count - 6 where tenant_id = 82 and plan_id = ${plans.safetyMonth}`)
  }

  test('is studied there', async () => {
    dataOf(await planReport({ chapterId: 3101, sectionId: electrical.video, startOrEnd: 1 }))
    expect((await items()).find(({ id }) => id === added.item)).toMatchObject({ adopt: 2 })
    await takeItemAway()
  })

  test('is in its catalogue with records', async () => {
    const item = (await items()).find(({ id }) => id === added.item)
    expect(item?.muluList?.flatMap(({ list }) => list).every(({ classRecordId }) => classRecordId !== null)).toBe(true)
    await takeItemAway()
  })

  test('and taken away again is not missed', async () => {
    const [own] = (await items()).filter(({ id, muluList }) => id !== added.item && muluList !== null)
    const [place] = own!.muluList!.flatMap(({ nodeId, list }) => list.map(({ id }) => ({ chapterId: nodeId, sectionId: id })))
    dataOf(await planReport({ contentId: own!.id, ...place, startOrEnd: 1 }))
    const [before] = await planState()
    await takeItemAway()
    dataOf(await planReport({ contentId: own!.id, ...place, startOrEnd: 1 }))
    expect(await planState()).toMatchObject([{ state: 'inProgress', sections_total: Number(before!.sections_total) - 6 }])
  })
})

describe('a plan in which a course changes after it was passed', () => {
  const own = { plan: 930_010, electrical: 930_011, welding: 930_012 } as const
  let weldingSection: { chapterId: number; sectionId: number }
  const place = { electrical: { contentId: own.electrical, chapterId: 3102, sectionId: electrical.scorm12 }, welding: () => ({ contentId: own.welding, ...weldingSection }) }
  const score100 = async (at: object) => dataOf(await learner.post('/train/classHourses/updatePlanClassHoursByType', { curriculumId: own.plan, contentType: 1, fraction: 100, ...at }))
  const planState = () => run(sql`select state, sections_done, sections_total, progress_percent from enrolments where tenant_id = 82 and learner_id = ${learner.userId} and content_kind = 'plan' and content_id = ${own.plan}`)
  const setSections = (count: number) => run(sql`update plans set section_count = ${count} where tenant_id = 82 and plan_id = ${own.plan}`)

  beforeAll(async () => {
    const [like] = await api.db.select().from(planTable).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, plans.onboarding)))
    await api.db.insert(planTable).values({ ...like!, planId: own.plan, sequential: false, forbidden: false, startsAt: null, endsAt: null, certificateTemplateId: null })
    await run(sql`insert into plan_items (tenant_id, plan_item_id, plan_id, position, kind, child_id, name) values (82, ${own.electrical}, ${own.plan}, 1, 'course', ${courses.electrical}, '低压电工作业安全'), (82, ${own.welding}, ${own.plan}, 2, 'course', ${courses.welding}, '焊接工艺基础')`)
    const [found] = await run(sql`select chapter_id, section_id from sections join resources using (tenant_id, resource_id) where tenant_id = 82 and course_id = ${courses.welding} and resources.kind = 'courseware'`)
    weldingSection = { chapterId: Number(found!.chapter_id), sectionId: Number(found!.section_id) }
  })

  /** Begins the plan and has all passed but one courseware of each course. */
  async function begin(): Promise<void> {
    learner = await learnerWithout(api, own.plan)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: own.plan, fruitType: 2 }))
    await run(sql`update section_records set locked = false, state = case when section_id in (${electrical.scorm12}, ${weldingSection.sectionId}) then state else 'passed' end where tenant_id = 82 and learner_id = ${learner.userId} and plan_item_id in (${own.electrical}, ${own.welding})`)
  }

  test('is done to the last section when it is passed, though that course has more', async () => {
    await setSections(12)
    await begin()
    await score100(place.electrical)
    await addSections()
    await setSections(14)
    await score100(place.welding())
    expect(await planState()).toEqual([{ state: 'passed', sections_done: 14, sections_total: 14, progress_percent: 100 }])
  })

  test('is not done while a course goes on of which sections were taken away that had been passed', async () => {
    await setSections(12)
    await begin()
    // As many are done as there are now, by what was counted before.
    await run(sql`update enrolments set sections_done = 6 where tenant_id = 82 and learner_id = ${learner.userId} and content_kind = 'course' and plan_item_id = ${own.electrical}`)
    await score100(place.welding())
    const [plan] = await planState()
    expect(plan).toMatchObject({ state: 'inProgress', sections_done: 11, progress_percent: 91 })
  })

  test('is not done while another course goes on, though that course has fewer', async () => {
    await addSections()
    await setSections(14)
    await begin()
    await score100(place.electrical)
    await takeSectionsAway()
    await setSections(12)
    dataOf(await learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: own.plan, contentType: 1, startOrEnd: 1, ...place.welding() }))
    expect(await planState()).toMatchObject([{ state: 'inProgress', sections_done: 11, sections_total: 12, progress_percent: 91 }])
    await score100(place.welding())
    expect(await planState()).toMatchObject([{ state: 'passed', progress_percent: 100 }])
  })

  describe('to one without sections', () => {
    const empty = 930_020
    beforeEach(async () => {
      const [like] = await api.db.select().from(courseTable).where(and(eq(courseTable.tenantId, 82), eq(courseTable.courseId, courses.welding)))
      await api.db.insert(courseTable).values({ ...like!, courseId: empty, sectionCount: 0 })
      await run(sql`update plan_items set child_id = ${empty} where tenant_id = 82 and plan_item_id = ${own.welding}`)
      await setSections(6)
      await begin()
    })
    afterEach(async () => {
      await run(sql`update plan_items set child_id = ${courses.welding} where tenant_id = 82 and plan_item_id = ${own.welding}`)
      await run(sql`delete from courses where tenant_id = 82 and course_id = ${empty}`)
    })

    test('is passed with the rest', async () => {
      await score100(place.electrical)
      expect(await planState()).toEqual([{ state: 'passed', sections_done: 6, sections_total: 6, progress_percent: 100 }])
    })

    test('is passed at the next opening where all the rest was done before', async () => {
      await score100(place.electrical)
      await run(sql`update enrolments set state = 'inProgress', finished_at = null where tenant_id = 82 and learner_id = ${learner.userId} and content_kind = 'plan' and content_id = ${own.plan}`)
      dataOf(await learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: own.plan, contentType: 1, startOrEnd: 1, ...place.electrical }))
      expect(await planState()).toMatchObject([{ state: 'passed', progress_percent: 100 }])
    })
  })
})
