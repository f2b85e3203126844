import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionRecords } from '../../db/schema/enrolment.ts'
import { exams, questionsOf, rightAnswers, save, sit, start } from '../exam-world.ts'
import { misplacedPoints } from '../misplaced-points.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectRefusal, expectStatus, learnerWithout, plans } from '../world.ts'
import type { WireReport } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

let api: TestApi
let fresh: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { report, score, sectionOf, start: study, totalOf } = studyCalls(() => api, () => fresh)

describe('a whole course', () => {
  test('passed gives its points and its certificate on that one reply', async () => {
    const passSection = (id: number) => api.db.update(sectionRecords).set({ state: 'passed' }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId), eq(sectionRecords.sectionId, id)))
    for (const id of [electrical.video, electrical.document, electrical.scorm2004, electrical.simulation, electrical.exam]) await passSection(id)
    const points = await totalOf('points')
    const passed = dataOf(await score(100, electrical.scorm12))
    expect(passed.integral.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual([5, 20])
    expect(passed).toMatchObject({ certificate: 2, certificateInfo: { name: '低压电工作业安全', userName: expect.any(String), checkCode: expect.stringMatching(/^[\w-]{22,}$/) } })
    expect(dataOf(await score(100, electrical.scorm12))).toEqual({ integral: [], certificate: 1 })
    expect(await totalOf('points')).toBe(points + 25)
    expect(dataOf(await fresh.get(`/train/app/course/${courses.electrical}`))).toMatchObject({ studtyState: 3, studtyResult: 2, studyProcess: '100%' })
    const groups = dataOf(await fresh.get<{ integralSort: unknown[]; myself: { sum: number } }>('/train/app/plan/getClassCertificateBySortOfMy'))
    expect(groups.myself.sum).toBeGreaterThanOrEqual(1)
  })
})

test('what a paper brings that is cut off before the end of a year is of that year, though it is graded in the next', async () => {
  await api.db.update(sectionRecords).set({ state: 'passed' }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId), ne(sectionRecords.sectionId, electrical.exam)))
  const paper = await start(fresh, exams.section, { otherContentId: electrical.exam })
  const right = await rightAnswers(api, paper.paperId)
  const [first, second, ...others] = questionsOf(paper).map((question) => ({ ...question, wrong: question.optionList.find(({ optionId }) => String(optionId) !== right.get(question.questionId))?.optionId }))
  for (const { questionId, wrong } of [first!, second!]) await save(fresh, paper, questionId, String(wrong))
  for (const { questionId } of others) await save(fresh, paper, questionId, right.get(questionId) ?? '')
  const [end, studied] = ['2026-12-31 23:59:59+08', '2027-01-01 00:00:30+08']
  const mine = sql`tenant_id = 82 and learner_id = ${fresh.userId}`
  await api.db.execute(sql`update attempts set deadline_at = ${end} where ${mine} and attempt_id = ${paper.instanceId}`)
  // Meanwhile the learner studies elsewhere in the course, and answers one of the questions wrong in practice.
  await api.db.execute(sql`update enrolments set touched_at = ${studied} where ${mine} and content_id = ${courses.electrical}`)
  await api.db.execute(sql`
    insert into mistakes (tenant_id, mistake_id, learner_id, source, question_id, question_kind, subject_id, option_ids, added_at, wrong_at)
    select tenant_id, 900000000001, ${fresh.userId}, 'theory', question_id, kind, subject_id, '', ${studied}, ${studied} from questions where tenant_id = 82 and question_id = ${second!.questionId}`)
  api.clock.set(new Date('2027-01-01T00:01:30+08:00'))
  await api.runJob('handInOverdue')
  const sameAs = (moment: string) => new Date(moment.replace(' ', 'T').replace('+08', '+08:00')).toISOString()
  const { rows: dated } = await api.db.execute<{ what: string; at: string | Date; more: string }>(sql`
    select 'certificate' as what, obtained_at as at, number as more from certificates where ${mine} and content_kind = 'course' and content_id = ${courses.electrical}
    union all select 'points', awarded_at, '' from points_ledger where ${mine} and event = ${`course:${courses.electrical}`}
    union all select 'passed', finished_at, '' from enrolments where ${mine} and content_kind = 'course' and content_id = ${courses.electrical} and plan_item_id = 0
    union all select 'studied', touched_at, '' from enrolments where ${mine} and content_kind = 'course' and content_id = ${courses.electrical} and plan_item_id = 0
    union all select 'wrong', wrong_at, '' from mistakes where ${mine} and question_id = ${first!.questionId}
    union all select 'wrong again', wrong_at, option_ids from mistakes where ${mine} and question_id = ${second!.questionId}`)
  expect(Object.fromEntries(dated.map(({ what, at }) => [what, new Date(at).toISOString()]))).toEqual({
    certificate: sameAs(end), points: sameAs(end), passed: sameAs(end), studied: sameAs(studied), wrong: sameAs(end), 'wrong again': sameAs(studied),
  })
  expect(dated.map(({ more }) => more)).toEqual(expect.arrayContaining([expect.stringMatching(/-2026-/), String(second!.wrong)]))
})

test.each(['by itself', 'by a start elsewhere', 'by its end that came after that'])('what a visit brings whose heartbeats stop before the end of a year is of that year, though it is closed in the next %s', async (how) => {
  api.clock.set(new Date('2026-12-31T23:10:00+08:00'))
  fresh = await beginner(api)
  await api.db.update(sectionRecords).set({ state: 'passed', passedAt: api.clock.now() }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId), ne(sectionRecords.sectionId, electrical.video)))
  const endsLate = how === 'by its end that came after that'
  const visitKey = 'over-the-year'
  dataOf(await report({ startOrEnd: 1, visitKey }))
  for (const seq of [1, 2, 3]) {
    api.clock.advance({ minutes: 10 })
    dataOf(await fresh.post('/train/web/studyHeartbeat', { sectionId: electrical.video, visitKey, seq, activeSeconds: endsLate ? 60 : 600, state: endsLate ? 'idle' : 'active' }))
  }
  const last = api.clock.now().toISOString()
  api.clock.set(new Date('2027-01-01T00:45:00+08:00'))
  if (how === 'by itself') await api.runJob('closeSilentVisits')
  else await study(electrical.document)
  if (endsLate) dataOf(await report({ startOrEnd: 2, visitKey, sumHours: 30 }))
  const mine = sql`tenant_id = 82 and learner_id = ${fresh.userId}`
  const { rows: dated } = await api.db.execute<{ what: string; at: string | Date; more: string }>(sql`
    select 'certificate' as what, obtained_at as at, number as more from certificates where ${mine} and content_kind = 'course' and content_id = ${courses.electrical}
    union all select 'points', awarded_at, '' from points_ledger where ${mine} and event = ${`course:${courses.electrical}`}
    union all select 'passed', passed_at, '' from section_records where ${mine} and section_id = ${electrical.video} and plan_item_id = 0
    union all select 'course passed', finished_at, '' from enrolments where ${mine} and content_kind = 'course' and content_id = ${courses.electrical} and plan_item_id = 0
    union all select 'studied', touched_at, '' from enrolments where ${mine} and content_kind = 'course' and content_id = ${courses.electrical} and plan_item_id = 0`)
  expect(Object.fromEntries(dated.map(({ what, at }) => [what, new Date(at).toISOString()]))).toEqual({
    certificate: last, points: last, passed: last, 'course passed': last, studied: how === 'by itself' ? last : api.clock.now().toISOString(),
  })
  expect(dated.map(({ more }) => more)).toContainEqual(expect.stringMatching(/-2026-/))
})

describe('a whole plan', () => {
  test('studied from the first section to the last exam is passed, and gives its points and its certificate with the last', async () => {
    type Step = { id: number; studyTime: number; knityn: number; classRecordId: number; sectionStudy: { sectionContentType: number } | null }
    type PlanItem = { id: number; contentType: number; muluList: { nodeId: number; list: Step[] }[] | null }
    const learner = await learnerWithout(api, plans.teamLeader)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.teamLeader, fruitType: 2 }))
    const items = async () => dataOf(await learner.get<PlanItem[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.teamLeader }))
    const detail = async () => dataOf(await learner.get<Record<string, unknown>>('/train/webplan/getWebPlanById', { planId: plans.teamLeader }))
    const review = () => learner.post('/train/comment/saveComment', { commentType: 2, commentNum: 5, topYn: 1, contentId: plans.teamLeader, commentId: -1, commentContent: '' })
    for (const { id: contentId, muluList } of await items()) {
      const places = (muluList ?? []).flatMap(({ nodeId, list }) => list.map(({ id }) => ({ chapterId: nodeId, sectionId: id })))
      for (const place of places) {
        // Longer than a token lives, were it one day.
        api.clock.set(testMoment)
        const section = (await items()).find(({ id }) => id === contentId)?.muluList?.flatMap(({ list }) => list).find(({ id }) => id === place.sectionId)
        if (section?.knityn === 1) dataOf(await learner.get('/train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: section.classRecordId }))
        const body = { curriculumId: plans.teamLeader, contentId, contentType: 1, ...place }
        dataOf(await learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...body, startOrEnd: 1 }))
        api.clock.advance({ minutes: section?.studyTime ?? 0 })
        expect(dataOf(await learner.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...body, startOrEnd: 2, sumHours: section?.studyTime })).certificate).toBe(1)
        if (section?.sectionStudy?.sectionContentType === 3) dataOf(await learner.post('/train/classHourses/updatePlanClassHoursByType', { ...body, fraction: 88 }))
      }
    }
    expect(await detail()).toMatchObject({ studtyState: 2, studtyResult: 1, sumSection: 15, studtySection: 14 })
    expectRefusal(await review(), '您还没有完成学习计划，不能进行评价')

    const exam = (await items()).find(({ contentType }) => contentType === 2)
    const { id: examPlanId } = dataOf(await learner.get<{ id: number }>('/train/content/getPlanExaminationByContentid', { id: exam?.id }))
    const report = await sit(api, learner, examPlanId, 1_000, { otherContentId: exam?.id, contentId: exam?.id })
    expect(report.integral.map((text) => Number(/\d+/.exec(text)?.[0])).at(-1)).toBe(50)
    expect(report).toMatchObject({ certificate: 2, certificateInfo: { name: '班组长能力提升计划' } })
    expect(await detail()).toMatchObject({ studtyState: 3, studtyResult: 2, studyProcess: '100%' })
    expect(dataOf(await review())).toBe(true)
  })

  test('whose exam was passed first gives its points with the last section, to the plan and not to the course of that section', async () => {
    type PlanItem = { id: number; childrenId: number; contentType: number; muluList: { nodeId: number; list: { id: number; studyTime: number }[] }[] | null }
    const planId = 5008
    const learner = await learnerWithout(api, planId)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: planId, fruitType: 2 }))
    const [course, exam] = dataOf(await learner.get<PlanItem[]>('/train/app/plan/getPlanCatalogueById', { planId }))
    await sit(api, learner, exam!.childrenId, 1_000, { otherContentId: exam!.id })
    const [chapter] = course!.muluList!
    const [last] = chapter!.list
    await api.db.update(sectionRecords).set({ state: 'passed' }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, learner.userId), eq(sectionRecords.planItemId, course!.id), ne(sectionRecords.sectionId, last!.id)))
    const marker = (body: object) => learner.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: planId, contentId: course!.id, chapterId: chapter!.nodeId, sectionId: last!.id, contentType: 1, ...body })
    dataOf(await marker({ startOrEnd: 1 }))
    api.clock.advance({ minutes: last!.studyTime })
    const { integral } = dataOf(await marker({ startOrEnd: 2, sumHours: last!.studyTime }))
    expect(integral.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual([5, 20, 50])
    const pointsIn = async (integralState: number, curriculumId: number) => dataOf(await learner.get<{ myself: { integralSum: number } }>('/train/app/plan/getClassIntegralSort', { integralState, curriculumId })).myself.integralSum
    expect([await pointsIn(1, course!.childrenId), await pointsIn(2, planId)]).toEqual([25, 85])
    expect((await api.db.execute(misplacedPoints)).rows).toEqual([])
  })
})

describe('in a plan', () => {
  type Item = { id: number; childrenId: number; contentType: number; adopt: number; muluList: { list: { id: number; adopt: number; sumHours: number }[] }[] | null }
  const items = async () => dataOf(await fresh.get<Item[]>('/train/app/plan/getPlanCatalogueById', { planId: plans.onboarding }))
  const planReport = (body: object) => fresh.post<WireReport>('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.onboarding, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body })

  test('time counts for the section of the plan and not for that of the course', async () => {
    dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    dataOf(await planReport({ startOrEnd: 1 }))
    api.clock.advance({ minutes: 20 })
    const [item] = await items()
    expect(dataOf(await planReport({ startOrEnd: 2, sumHours: 20, contentId: item?.id })).integral).toHaveLength(1)
    const [after] = await items()
    expect(after?.muluList?.[0]?.list[0]).toMatchObject({ id: electrical.video, adopt: 1, sumHours: 20 })
    expect((await sectionOf(electrical.video))?.sumHours).toBe(0)
    expect(dataOf(await fresh.get('/train/webplan/getWebPlanById', { planId: plans.onboarding }))).toMatchObject({ studtySection: 1 })
  })

  test('courseware reports by the section, an exam item by its standing and not by the score sent', async () => {
    dataOf(await fresh.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, fresh.userId)))
    const [course, , , exam] = await items()
    const body = { curriculumId: plans.onboarding, contentId: course?.id, chapterId: 3102, sectionId: electrical.scorm12, contentType: 1, fraction: 90 }
    expect(dataOf(await fresh.post<WireReport>('/train/classHourses/updatePlanClassHoursByType', body)).integral).toHaveLength(1)
    expect(dataOf(await fresh.post<WireReport>('/train/classHourses/updatePlanClassHoursTest', { curriculumId: plans.onboarding, contentId: exam?.id, contentType: 3, fraction: 100 }))).toEqual({ integral: [], certificate: 1 })
    expect((await items())[3]?.adopt).toBe(0)
    expectStatus(await fresh.post('/train/classHourses/updatePlanClassHoursTest', { curriculumId: plans.safetyMonth, contentId: exam?.id, fraction: 100 }), 404)
  })
})
