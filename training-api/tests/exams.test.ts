import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { attempts } from '../db/schema/attempts.ts'
import { exams as examTable } from '../db/schema/exams.ts'
import { planItems } from '../db/schema/plans.ts'
import { wireTime } from '../envelope.ts'
import { exams, handIn, questionsOf, rightAnswers, save, sit, start } from './exam-world.ts'
import type { WireReport, WireStart } from './exam-world.ts'
import { watchStatements } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, hostileValues, learnerWithout, pageNoise, plans } from './world.ts'
import type { WireChapter, WirePage } from './world.ts'

type Row = { id: number; title: string; startTime: string; endTime: string; examType: number; score: number | null; passStatus: number | null; startState: string; pendingReview: number; running: number; useNumber: number; attemptsLeft: number | null }
type WireAttempt = { id: number; answerId: number; score: number | null; passStatus: number; answerStatus: number; startTime: string; finishTime: string | null; number: number; questionGroupActualId?: number; examAnswerActualDetailId?: number }
type Info = { id: number; title: string; cannotanswer: number; useNumber: number; answerRuleType: number; answerNumber: number | null; totalQuestionNum: number; useRecord: WireAttempt[]; testRequestId: number | null; ticket?: string; paperId: number; startState: string }
type Result = { userScore: number; ranking: number; learners: number; accuracy: number; averageScore: number; averageAccuracy: number; averageTime: number; totalTime: number; attemptNumber: number; attemptTotal: number; objectList: { taskName: string; taskIsPassed: string }[] }
type Review = { questionId: number; questionType: number; trueFlag: number; userOptionList: number[]; trueOptionList: number[]; trueStr: string | null; totalAnswers: number; analysis: string; statisticsEntityList: { historyOptionLetter: string; currentOptionPercentage: number; historyOptionPercentage: number }[] }
type Player = { id: number; examinationName: string; examinationType: number; sumTopic: number; sumNum: number; maxNum: number | null; limitType: number; limitEnd: number; adopt: number; maxScore: number | null; passScore: number; paper: { id: number; answerTime: number }; lists: WireAttempt[] }

let api: TestApi
let liming: TestLearner
let learner: TestLearner
let number = 20

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${String((number += 1)).padStart(3, '0')}`, 82)
})

const list = async (query: Record<string, unknown> = {}, who = liming) => dataOf(await who.get<WirePage<Row>>('/train/examPlanApp/queryPage', { queryType: 1, current: 1, size: 10, ...query }))
const info = async (examPlanId: number, more: Record<string, unknown> = {}, who = liming) => dataOf(await who.get<Info | null>('/train/examPlanApp/info', { examPlanId, examType: 3, ...more }))
const result = async (attempt: { id: number; answerId: number }, examPlanId: number, who = liming) => dataOf(await who.get<Result>('/train/examPlanApp/result', { examPlanId, instanceId: attempt.id, answerId: attempt.answerId, type: 2 }))
const review = async (attempt: { id: number; answerId: number }, examPlanId: number, who = liming) => dataOf(await who.get<Review[]>('/train/examPlanApp/answerDetail', { examPlanId, instanceId: attempt.id, answerId: attempt.answerId }))

describe('my exams', () => {
  test('stand under the tab their standing and the server’s clock say', async () => {
    const [available, passed, failed, expired] = [await list(), await list({ queryType: 2 }), await list({ queryType: 3 }), await list({ queryType: 5 })]
    expect(available).toMatchObject({ total: 23, size: 10, pages: 3, ...pageNoise })
    for (const page of [available, passed, failed, expired]) expect(page).toMatchObject({ stateCounts: { available: 23, passed: passed.total, failed: 4, expired: 4 } })
    expect(passed.total).toBeGreaterThanOrEqual(5)
    expect([failed.total, expired.total]).toEqual([4, 4])
    for (const row of available.records) expectKeys(row, 'id title startTime endTime examType score passStatus companyName subjectName startState paperId running pendingReview attemptsLeft useNumber')
    for (const row of passed.records) expect(row).toMatchObject({ passStatus: 1, score: expect.any(Number) })
    for (const row of failed.records) expect(row).toMatchObject({ passStatus: 0, score: expect.any(Number) })
    for (const row of expired.records) expect(row.startState).toBe('ended')
    const all = (await list({ size: 80 })).records
    expect(all.find(({ id }) => id === exams.renewal)).toMatchObject({ startState: 'upcoming', score: null })
    expect(all.find(({ id }) => id === exams.assessment)).toMatchObject({ pendingReview: 1, score: -1, passStatus: null })
    expect((await list({ current: 3 })).records).toHaveLength(3)
    expect(await list({ current: 9 })).toMatchObject({ records: [], total: 23 })
  })

  test('that have expired stand by their end, the last first, whether they were tried or not', async () => {
    const expired = (await list({ queryType: 5 })).records
    expect({ kinds: new Set(expired.map(({ useNumber }) => useNumber > 0)).size, expired }).toEqual({ kinds: 2, expired: expired.toSorted((one, other) => other.endTime.localeCompare(one.endTime)) })
  })

  test('are filtered by kind and by part of the title, in any language, letter for letter', async () => {
    let sum = 0
    for (const typeSort of [1, 2, 3]) {
      const of = await list({ typeSort, size: 100 })
      expect(of.records.every(({ examType }) => examType === typeSort)).toBe(true)
      sum += of.total
    }
    expect(sum).toBe(23)
    expect((await list({ examTitle: '低压电工' })).records.map(({ id }) => id)).toEqual([exams.theory])
    expect((await list({ examTitle: 'low-voltage' })).total).toBe(1)
    for (const examTitle of ['%', '_', 'null']) expect((await list({ examTitle })).total).toBe(0)
    for (const queryType of [4, 6, 0, 'x']) expectStatus(await liming.get('/train/examPlanApp/queryPage', { queryType }), 400)
    for (const value of hostileValues) for (const key of ['examTitle', 'typeSort', 'subjectId', 'current', 'size']) expect([200, 400]).toContain((await liming.get('/train/examPlanApp/queryPage', { queryType: 1, [key]: value })).status)
  })

  test('move from tab to tab with what happens', async () => {
    await sit(api, learner, exams.theory, 20)
    expect((await list({ queryType: 2 }, learner)).records.map(({ id }) => id)).toContain(exams.theory)
    await sit(api, learner, exams.contest, 0)
    expect((await list({ queryType: 3 }, learner)).records.map(({ id }) => id)).toContain(exams.contest)
    const paper = await start(learner, exams.quick)
    expect((await list({ size: 50 }, learner)).records.find(({ id }) => id === exams.quick)).toMatchObject({ running: 1 })
    await handIn(learner, paper)
    await api.db.update(examTable).set({ endsAt: new Date(testMoment.getTime() + 1000) }).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, 8016)))
    expect((await list({ size: 50 })).records.map(({ id }) => id)).toContain(8016)
    api.clock.advance({ seconds: 1 })
    expect((await list({ queryType: 5, size: 50 })).records.map(({ id }) => id)).toContain(8016)
  })
})

describe('before an exam', () => {
  test('everything it will ask is told', async () => {
    const theory = await info(exams.theory)
    expect(theory).toMatchObject({
      id: 8001, title: '低压电工理论考试', examType: 1, subjectName: '低压电工', companyName: '东岭电力', totalScore: 100, passScore: 60, totalQuestionNum: 30, totalQuestionGroupActualCount: 0,
      answerTime: 45, answerRuleType: 1, answerNumber: null, useNumber: 2, paperId: 8200, sectionId: null, testRequestId: null, cannotanswer: 1, startState: 'open', extraTimeFactor: 1,
    })
    expect(theory?.useRecord.map(({ number: at, score, passStatus, answerStatus }) => [at, score, passStatus, answerStatus])).toEqual([[2, 58, 0, 7], [1, 46, 0, 7]])
    expect(await info(exams.contest)).toMatchObject({ answerRuleType: 2, answerNumber: 1, useNumber: 0 })
    expect(await info(exams.assessment)).toMatchObject({ useRecord: [{ score: -1, answerStatus: 6 }], totalQuestionGroupActualCount: 1 })
    const practical = await info(exams.practical, { examType: 4 })
    expect(practical?.useRecord[0]).toMatchObject({ score: 86, passStatus: 1, questionGroupActualId: expect.any(Number), examAnswerActualDetailId: 9801 })
  })

  test('a foreign, unassigned or unknown one is nothing', async () => {
    for (const id of [999_999, 1_010_000 + 8001]) expect(await info(id)).toBeNull()
    expect(await info(8011, {}, learner)).toBeNull()
    for (const value of hostileValues) expect([200, 400]).toContain((await liming.get('/train/examPlanApp/info', { examPlanId: value })).status)
  })
})

describe('opening an exam', () => {
  test.each([['theory', 0], ['simulation', 1]] as const)('of %s begins %d transactions', async (name, transactions) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect(await info(exams[name], {}, learner)).toMatchObject({ startState: 'open', testRequestId: transactions === 0 ? null : expect.any(Number) })
    expect(query.mock.calls.filter(([statement]) => String(statement) === 'begin')).toHaveLength(transactions)
    query.mockRestore()
  })
})

describe('results', () => {
  test('are read at once', async () => {
    const { mostAtOnce } = await watchStatements(api, async () => result((await info(exams.theory))?.useRecord[0] as WireAttempt, exams.theory))
    expect(mostAtOnce).toBeGreaterThanOrEqual(4)
  })

  test('place, averages and shares are over best attempts', async () => {
    const before = await result((await info(exams.theory))?.useRecord[0] as WireAttempt, exams.theory)
    expect(before).toMatchObject({ userScore: 58, passScore: 60, totalScore: 100, attemptNumber: 2, attemptTotal: 2, isFangZhen: 0 })
    const paper = await start(learner, exams.theory)
    const right = await rightAnswers(api, paper.paperId)
    for (const { questionId } of questionsOf(paper)) await save(learner, paper, questionId, right.get(questionId) ?? '')
    api.clock.advance({ minutes: 10 })
    await handIn(learner, paper)
    const mine = { id: paper.instanceId, answerId: paper.answerId }
    const after = await result(mine, exams.theory, learner)
    expect(after).toMatchObject({ userScore: 100, accuracy: 1, totalTime: 600_000, ranking: 1, learners: before.learners + 1 })
    expect(after.averageScore).toBeCloseTo((before.averageScore * before.learners + 100) / (before.learners + 1), 1)
    expect((await result((await info(exams.theory))?.useRecord[0] as WireAttempt, exams.theory)).ranking).toBe(before.ranking + 1)
    const [first] = await review(mine, exams.theory, learner)

    // A worse second attempt changes no statistics.
    await sit(api, learner, exams.theory, 3)
    expect(await result(mine, exams.theory, learner)).toMatchObject({ ranking: 1, averageScore: after.averageScore, learners: after.learners })
    expect((await review(mine, exams.theory, learner))[0]).toEqual(first)
    const figures = await api.db.execute(sql`
      with best as (select distinct on (a.exam_id, a.learner_id) a.exam_id, a.attempt_id from attempts a where a.tenant_id = 82 and a.score is not null order by a.exam_id, a.learner_id, a.score desc, a.used_ms, a.attempt_id),
      counted as (select b.exam_id, x.question_id, count(*) answers, count(*) filter (where x.correct) correct_answers from best b join attempt_answers x on x.tenant_id = 82 and x.attempt_id = b.attempt_id where x.option_ids <> '' group by 1, 2)
      select * from counted c full join (select * from question_statistics where tenant_id = 82 and exam_id <> 0 and answers > 0) s using (exam_id, question_id) where c.answers is distinct from s.answers or c.correct_answers is distinct from s.correct_answers`)
    expect(figures.rows).toEqual([])
  })

  test('every question is reviewed with its key, its share of right answers and what others chose', async () => {
    const attempt = (await info(exams.theory))?.useRecord[0] as WireAttempt
    const questions = await review(attempt, exams.theory)
    expect(questions.map(({ questionType }) => questionType)).toEqual([...Array(15).fill(1), ...Array(10).fill(2), ...Array(5).fill(3)])
    expect(questions.filter(({ trueFlag }) => trueFlag === 1)).toHaveLength(30 - 12)
    for (const one of questions) {
      expectKeys(one, 'questionId questionType questionContent optionList score userOptionList trueOptionList trueFlag isErrorFlag errorId analysis trueStr totalAnswers statisticsEntityList')
      expect(one.statisticsEntityList.map(({ historyOptionLetter }) => historyOptionLetter).join('')).toBe('ABCDEF'.slice(0, one.statisticsEntityList.length))
      expect(one.trueStr).toMatch(/^\d+(\.\d)?%$/)
      for (const share of one.statisticsEntityList) expect(share.historyOptionPercentage).toBeLessThanOrEqual(100)
    }
    const paper = await start(learner, exams.theory)
    expectRefusal(await learner.get('/train/examPlanApp/answerDetail', { instanceId: paper.instanceId, answerId: paper.answerId }), '试卷未提交')
    expectRefusal(await learner.get('/train/examPlanApp/result', { instanceId: paper.instanceId, answerId: paper.answerId }), '试卷未提交')
    expect(dataOf(await learner.get('/train/examPlanApp/answerDetail', { instanceId: attempt.id, answerId: attempt.answerId }))).toEqual([])
    expect(dataOf(await learner.get('/train/examPlanApp/result', { instanceId: attempt.id, answerId: attempt.answerId }))).toBeNull()
  })

  test('of a practical part: video, scores, comments and parameters', async () => {
    const practical = await info(exams.practical, { examType: 4 })
    const attempt = practical?.useRecord[0]
    const query = { QuestionGroupActualId: attempt?.questionGroupActualId, paperId: practical?.paperId, examInstanceId: attempt?.id, examAnswerActualDetailId: attempt?.examAnswerActualDetailId }
    const detail = dataOf(await liming.get<Record<string, unknown>>('/train/examPlan/questionGroupActualInfo', query))
    expectKeys(detail, 'passStatus totalScore actualContent answerNumber answerUseTime startTime endTime requirement examAnswerActualDetailInfo questionGroupActualScoreContentDtoList teacherReviewList studentTestParamList')
    expect(detail).toMatchObject({ passStatus: 1, totalScore: 86, actualContent: '10 kV 电缆中间接头制作', answerUseTime: 2_520_000, examAnswerActualDetailInfo: { answerVideoUrl: '/train/file/video/7301/index.m3u8', readTeacherName: '周老师' } })
    expect(dataOf(await learner.get('/train/examPlan/questionGroupActualInfo', query))).toBeNull()
    expect(dataOf(await liming.get('/train/examPlan/questionGroupActualInfo', {}))).toBeNull()
  })
})

describe('simulation exams', () => {
  test('go through the round trip: launched, reported, started, handed in with the newest result', async () => {
    const prepared = await info(exams.simulation, {}, learner)
    const again = await info(exams.simulation, {}, learner)
    expect(prepared?.testRequestId).not.toBe(again?.testRequestId)
    const scores = async () => dataOf(await learner.get<{ totalScore: number }[]>(`/train/examPlan/simulationExamResult/${prepared?.testRequestId}/${learner.userId}`))
    expect(await scores()).toEqual([])
    const paper = await start(learner, exams.simulation)
    const submit = () => learner.post<WireReport>('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId, totalScore: 100 })
    expectRefusal(await submit(), '没有可提交的仿真成绩')

    const rows = (await api.db.execute<{ task: string; teaching_point: string }>(sql`select t.task, t.teaching_point from simulation_tasks t join exams e on e.tenant_id = t.tenant_id and e.simulation_id = t.simulation_id where e.tenant_id = 82 and e.exam_id = ${exams.simulation} order by t.position`)).rows
    const report = { testRequestId: prepared?.testRequestId, userId: learner.userId, ticket: prepared?.ticket, startTime: wireTime(api.clock.now()), totalScore: 75, objectList: rows.map(({ task, teaching_point }, at) => ({ teachingPointName: teaching_point, taskName: task, taskScore: at === 0 ? 0 : 10, taskIsPassed: at === 0 ? '0' : '1' })) }
    api.clock.advance({ minutes: 12 })
    dataOf(await api.visitor(82).post('/train/examPlan/simulationExamResult', report))
    expect(await scores()).toMatchObject([{ totalScore: 75 }])
    dataOf(await learner.post('/train/examPlanApp/deleteVrRequestId', { testRequestId: prepared?.testRequestId }))
    expect((await start(learner, exams.simulation)).instanceId).toBe(paper.instanceId)
    // What the browser says of the score does not count.
    const handed = dataOf(await submit())
    expect(handed).toMatchObject({ userScore: 75, passStatus: 1, repeated: false, handIn: { by: 'simulation' } })
    const shown = dataOf(await learner.get<Result>('/train/plan/planeExaminationByVr', { id: exams.simulation, instanceId: paper.instanceId, studentId: learner.userId, type: 2 }))
    expect(shown).toMatchObject({ userScore: 75, isFangZhen: 1, totalTime: 12 * 60_000 })
    expect(shown.objectList.map(({ taskIsPassed }) => taskIsPassed)).toEqual(rows.map((_, at) => (at === 0 ? '0' : '1')))
    const reviewed = await review({ id: paper.instanceId, answerId: paper.answerId }, exams.simulation, learner)
    expect(reviewed.map(({ trueFlag }) => trueFlag)).toEqual(rows.map((_, at) => (at === 0 ? 0 : 1)))
    const book = dataOf(await learner.get<WirePage<{ questionId: number; origin: { id: number } }>>('/train/examPlanApp/findError', { errorType: 2, size: 500 }))
    expect(book.records.find(({ questionId }) => questionId === reviewed[0]?.questionId)).toMatchObject({ origin: { kind: 'exam', id: exams.simulation } })

    // The same result is not handed in twice.
    const second = await start(learner, exams.simulation)
    expectRefusal(await learner.post('/train/examPlanApp/submitPaper', { answerId: second.answerId, instanceId: second.instanceId, totalScore: 75 }), '没有可提交的仿真成绩')
    api.clock.advance({ minutes: 31 })
    await api.runJob('handInOverdue')
    expect((await info(exams.simulation, {}, learner))?.useRecord.map(({ score }) => score)).toEqual([0, 75])
  })
})

describe('exams of courses and plans', () => {
  const sectionExam = async (who: TestLearner, query: Record<string, unknown>) => dataOf(await who.get<{ data: Player | null }>('/train/app/courseChapter/selectSectionTestBySectionId', query)).data
  const planExam = async (who: TestLearner, id: number) => dataOf(await who.get<Player | null>('/train/content/getPlanExaminationByContentid', { id }))
  const unlockAll = (who: TestLearner) => api.db.execute(sql`update section_records set locked = false where tenant_id = 82 and learner_id = ${who.userId}`)

  test('a section’s exam asks for the course and the key, then feeds section, points and progress', async () => {
    const who = await learnerWithout(api, courses.electrical)
    const startSection = (more: Record<string, unknown> = {}) => who.get<WireStart>('/train/examPlanApp/startAnswer', { examPlanId: exams.section, otherContentId: electrical.exam, examType: 1, ...more })
    expect(await sectionExam(who, { sectionId: electrical.exam, queryExamType: 1 })).toMatchObject({ id: 8101, examinationName: '章节测验', examinationType: 1, sumTopic: 10, sumNum: 0, maxNum: 3, limitType: 1, limitEnd: 1, adopt: 0, maxScore: null, paper: { answerTime: 15 }, lists: [] })
    expectRefusal(await startSection(), '请先开始学习')
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
    expectRefusal(await startSection(), '该小节尚未解锁')
    await unlockAll(who)

    const first = await sit(api, who, exams.section, 2, { otherContentId: electrical.exam, examType: 1 })
    expect(first).toMatchObject({ userScore: 20, passStatus: 0, integral: [] })
    expect(await sectionExam(who, { sectionId: electrical.exam, queryExamType: 1 })).toMatchObject({ sumNum: 1, adopt: 2, maxScore: 20, lists: [{ score: 20 }] })
    const paper = dataOf(await startSection())
    const right = await rightAnswers(api, paper.paperId)
    for (const { questionId } of questionsOf(paper)) await save(who, paper, questionId, right.get(questionId) ?? '')
    const handed = dataOf(await who.post<WireReport>('/train/examPlanApp/submitPaperAndCourseSection', { answerId: paper.answerId, instanceId: paper.instanceId, examType: 1, examPlanType: 1 }))
    expect(handed).toMatchObject({ userScore: 100, integral: ['小节学习通过，积分 +5', '考试通过，积分 +10'] })
    expect(await sectionExam(who, { sectionId: electrical.exam, queryExamType: 1 })).toMatchObject({ sumNum: 2, adopt: 1, maxScore: 100 })
    const chapters = dataOf(await who.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.electrical }))
    expect(chapters.flatMap(({ chapterSectionList }) => chapterSectionList).find(({ id }) => id === electrical.exam)).toMatchObject({ adopt: 1 })
  })

  test('attempts used up without a pass fail the section and the course', async () => {
    const who = await learnerWithout(api, courses.electrical)
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
    await unlockAll(who)
    for (let at = 0; at < 3; at += 1) await sit(api, who, exams.section, at, { otherContentId: electrical.exam, examType: 1 })
    expect(await sectionExam(who, { sectionId: electrical.exam })).toMatchObject({ sumNum: 3, adopt: 3, limitType: 4, limitEnd: 3 })
    expectRefusal(await who.get('/train/examPlanApp/startAnswer', { examPlanId: exams.section, otherContentId: electrical.exam }), '答题次数已用完')
    expect(dataOf(await who.get('/train/app/course/3001'))).toMatchObject({ studtyState: 4, studtyResult: 3 })
  })

  test('a plan’s exam counts for the plan, within its dates', async () => {
    const [item] = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, plans.onboarding), eq(planItems.kind, 'exam'))).orderBy(planItems.position).limit(1)
    if (!item) throw new Error('no exam in the plan')
    const who = await learnerWithout(api, plans.onboarding)
    const asked = { examPlanId: item.childId, otherContentId: item.planItemId, examType: 2 }
    expectRefusal(await who.get('/train/examPlanApp/startAnswer', asked), '请先开始学习')
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    expect(await planExam(who, item.planItemId)).toMatchObject({ id: item.childId, adopt: 0, sumNum: 0 })
    const before = dataOf(await who.get<{ studtySection: number }>('/train/webplan/getWebPlanById', { planId: plans.onboarding })).studtySection
    const handed = await sit(api, who, item.childId, 10, { otherContentId: item.planItemId, examType: 2 })
    expect(handed).toMatchObject({ passStatus: 1, integral: ['考试通过，积分 +10'] })
    expect(await planExam(who, item.planItemId)).toMatchObject({ adopt: 1, sumNum: 1, maxScore: 100 })
    expect(dataOf(await who.get<{ studtySection: number }>('/train/webplan/getWebPlanById', { planId: plans.onboarding })).studtySection).toBe(before + 1)
    expect(await planExam(who, 999_999)).toBeNull()
    const [old] = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, plans.refresher), eq(planItems.kind, 'exam'))).limit(1)
    expectRefusal(await liming.get('/train/examPlanApp/startAnswer', { examPlanId: old?.childId, otherContentId: old?.planItemId, examType: 2 }), '计划未开始或计划已过期')
  })

  test('a section passed in a course counts where the same course stands in a plan', async () => {
    const [inPlan] = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.kind, 'course'), eq(planItems.childId, courses.electrical), eq(planItems.planId, plans.onboarding)))
    const who = await learnerWithout(api, courses.electrical)
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    await unlockAll(who)
    await sit(api, who, exams.section, 10, { otherContentId: electrical.exam, contentId: inPlan?.planItemId, examType: 1 })
    expect(await sectionExam(who, { sectionId: electrical.exam, contentId: inPlan?.planItemId, queryExamType: 2 })).toMatchObject({ adopt: 1 })
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
    await unlockAll(who)
    expect(await sectionExam(who, { sectionId: electrical.exam, queryExamType: 1 })).toMatchObject({ adopt: 1, sumNum: 1 })
  })

  test('one running attempt per learner and exam stands in the database itself', async () => {
    const paper = await start(learner, exams.theory)
    const [row] = await api.db.select().from(attempts).where(and(eq(attempts.tenantId, 82), eq(attempts.attemptId, paper.instanceId)))
    if (!row) throw new Error('no attempt')
    await expect(api.db.insert(attempts).values({ ...row, attemptId: row.attemptId + 1, answerId: row.answerId + 1 })).rejects.toThrow()
  })
})
