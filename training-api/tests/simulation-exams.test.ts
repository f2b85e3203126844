import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { exams as examTable } from '../db/schema/exams.ts'
import { mistakes } from '../db/schema/mistakes.ts'
import { planItems, plans as planTable } from '../db/schema/plans.ts'
import { learnerTotals } from '../db/schema/rankings.ts'
import { wireTime } from '../envelope.ts'
import { exams, handIn, start, startReply } from './exam-world.ts'
import { beginner, studyCalls } from './study/study-world.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, expectRefusal, learnerWithout, plans } from './world.ts'
import type { WirePage, WireSection } from './world.ts'

type Prepared = { id: number; cannotanswer?: number; testRequestId: number | null; reportedRequestId?: number; ticket?: string; useRecord?: { score: number }[]; lists?: { score: number }[] }
type Launch = { testRequestId: number | null; ticket?: string }

const minutes = (count: number) => new Date(testMoment.getTime() + count * 60_000)
let api: TestApi
let learner: TestLearner
let number = 60

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  await api.db.update(examTable).set({ endsAt: minutes(60), attemptsAllowed: 2 }).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.simulation)))
})
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${String((number += 1)).padStart(3, '0')}`, 82)
})
afterAll(() => api.close())

const prepared = async () => dataOf(await learner.get<Prepared>('/train/examPlanApp/info', { examPlanId: exams.simulation, examType: 3 }))
const reported = async ({ testRequestId, ticket }: Launch, totalScore: number, who = learner, startTime?: string) =>
  dataOf(await api.visitor(82).post('/train/examPlan/simulationExamResult', { testRequestId, userId: who.userId, ticket, totalScore, objectList: [], startTime }))
const outside = '考试未开始或考试已结束'

describe('what a simulation has reported before its exam was over', () => {
  test('is handed in also afterwards, once', async () => {
    const launch = await prepared()
    api.clock.set(minutes(59))
    await reported(launch, 75)
    api.clock.set(minutes(90))
    const found = await prepared()
    expect(found).toMatchObject({ cannotanswer: 5, testRequestId: null, reportedRequestId: launch.testRequestId, useRecord: [] })
    expect(found).not.toHaveProperty('ticket')
    const paper = await start(learner, exams.simulation)
    expect(await handIn(learner, paper)).toMatchObject({ userScore: 75, passStatus: 1, repeated: false, handIn: { by: 'simulation' } })
    expect(await prepared()).toMatchObject({ cannotanswer: 2, testRequestId: null, useRecord: [{ score: 75 }] })
    expect(await prepared()).not.toHaveProperty('reportedRequestId')
    expectRefusal(await startReply(learner, exams.simulation), outside)
  })

  test('counts also where it is begun and not handed in by its learner', async () => {
    const launch = await prepared()
    api.clock.set(minutes(59))
    await reported(launch, 65)
    api.clock.set(minutes(90))
    await start(learner, exams.simulation)
    await api.runJob('handInOverdue')
    expect(await prepared()).toMatchObject({ cannotanswer: 2, useRecord: [{ score: 65 }] })
  })

  test('begins no attempt more than are allowed', async () => {
    const launches = [await prepared(), await prepared(), await prepared()]
    for (const [at, launch] of launches.entries()) {
      api.clock.set(minutes(10 * at + 10))
      await reported(launch, 40 + at)
      if (at < 2) await handIn(learner, await start(learner, exams.simulation))
    }
    api.clock.set(minutes(90))
    expect(await prepared()).not.toHaveProperty('reportedRequestId')
    expectRefusal(await startReply(learner, exams.simulation), '答题次数已用完')
  })
})

test('attempts are listed in the order in which they were handed in, however long each simulation ran', async () => {
  const launches = [await prepared(), await prepared()]
  for (const [at, launch] of launches.entries()) {
    api.clock.set(minutes(10 * at + 10))
    // The second one has run since before the first.
    await reported(launch, 40 + at, learner, wireTime(minutes(at === 0 ? 9 : 1)))
    await handIn(learner, await start(learner, exams.simulation))
  }
  expect((await prepared()).useRecord).toMatchObject([{ number: 2, score: 41, startTime: wireTime(minutes(1)) }, { number: 1, score: 40, startTime: wireTime(minutes(9)) }])
})

test('what a simulation has reported after its exam was over does not count', async () => {
  const launch = await prepared()
  api.clock.set(minutes(61))
  await reported(launch, 75)
  expect(await prepared()).toMatchObject({ cannotanswer: 5, testRequestId: null })
  expect(await prepared()).not.toHaveProperty('reportedRequestId')
  expectRefusal(await startReply(learner, exams.simulation), outside)
})

describe('a result that is reported after its exam was over', () => {
  /** A launch that reports in time, and one that reports too late. */
  const both = async () => {
    const launches = [await prepared(), await prepared()] as const
    api.clock.set(minutes(59))
    await reported(launches[0], 75)
    return launches
  }

  test('hides none that was reported in time', async () => {
    const [early, late] = await both()
    api.clock.set(minutes(61))
    await reported(late, 100)
    expect(await prepared()).toMatchObject({ testRequestId: null, reportedRequestId: early.testRequestId })
    expect(await handIn(learner, await start(learner, exams.simulation))).toMatchObject({ userScore: 75, handIn: { by: 'simulation' } })
  })

  test('does not take the place of the one for which an attempt was begun', async () => {
    const [, late] = await both()
    api.clock.set(minutes(90))
    const paper = await start(learner, exams.simulation)
    await reported(late, 100)
    expect(await handIn(learner, paper)).toMatchObject({ userScore: 75 })
    expect(await prepared()).not.toHaveProperty('reportedRequestId')
  })
})

test('a simulation of a plan counts also when the plan is over by the time that its result is handed in', async () => {
  const [item] = await api.db.select().from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, plans.onboarding), eq(planItems.kind, 'exam'))).orderBy(planItems.position).limit(1)
  if (!item) throw new Error('no exam in the plan')
  await api.db.update(examTable).set({ kind: 'simulation', simulationId: 6001 }).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, item.childId)))
  const who = await learnerWithout(api, plans.onboarding)
  dataOf(await who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
  const shown = async () => dataOf(await who.get<Prepared>('/train/content/getPlanExaminationByContentid', { id: item.planItemId }))
  const place = { otherContentId: item.planItemId, examType: 2 }
  const launches = [await shown(), await shown(), await shown()] as const
  await api.db.update(planTable).set({ endsAt: minutes(60) }).where(and(eq(planTable.tenantId, 82), eq(planTable.planId, plans.onboarding)))
  api.clock.set(minutes(30))
  await reported(launches[0], 80, who)
  api.clock.set(minutes(90))
  await reported(launches[2], 100, who)
  expect(await shown()).toMatchObject({ testRequestId: null, reportedRequestId: launches[0].testRequestId, lists: [] })
  expect(await handIn(who, await start(who, item.childId, place))).toMatchObject({ userScore: 80, passStatus: 1 })
  expect(await shown()).toMatchObject({ testRequestId: null, lists: [{ score: 80 }] })
  // The other one reports too late.
  await reported(launches[1], 100, who)
  expect(await shown()).not.toHaveProperty('reportedRequestId')
  expectRefusal(await startReply(who, item.childId, place), '计划未开始或计划已过期')
})

describe('a simulation section that has a paper', () => {
  type Wrong = { id: number; questionId: number; instanceId: number | null; streak: number; origin: { kind: string; id: number }; trueOptionList: number[] }
  const paperId = 88_109
  const calls = studyCalls(() => api, () => learner)

  beforeAll(async () => {
    const [simulation] = await api.db.select().from(examTable).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.simulation)))
    if (!simulation) throw new Error('no exam')
    await api.db.insert(examTable).values({ ...simulation, examId: paperId, origin: 'section', simulationId: 6001, passScore: 50, attemptsAllowed: 3, forEverybody: false })
    await api.db.update(sections).set({ examId: paperId }).where(and(eq(sections.tenantId, 82), eq(sections.sectionId, electrical.simulation)))
  })
  beforeEach(async () => {
    learner = await beginner(api)
    api.clock.set(minutes(10))
  })

  const launched = async (): Promise<Launch> => {
    const query = { sectionId: electrical.simulation, chapterId: 3102, contentState: 1, curriculumId: courses.electrical }
    const { sectionTrain } = dataOf(await learner.get<WireSection>('/train/app/courseChapter/selectSectionDetailById', query))
    return { testRequestId: sectionTrain?.testRequestId ?? null, ticket: sectionTrain?.ticket }
  }
  /** Reports of a launch with its first task not scored. */
  const reportedWrong = async ({ testRequestId, ticket }: Launch, totalScore: number) => {
    const [task] = (await api.db.execute<{ task: string }>('select task from simulation_tasks where tenant_id = 82 and simulation_id = 6001 order by position limit 1')).rows
    const objectList = [{ teachingPointName: '验电', taskName: task?.task, taskScore: 0, taskIsPassed: '0' }]
    dataOf(await api.visitor(82).post('/train/examPlan/simulationExamResult', { testRequestId, userId: learner.userId, ticket, totalScore, objectList }))
  }
  const handedIn = async () => handIn(learner, await start(learner, paperId, { otherContentId: electrical.simulation, examType: 1 }))
  const book = async () => dataOf(await learner.get<WirePage<Wrong>>('/train/examPlanApp/findError', { errorType: 2, size: 500 })).records
  const counted = async () => (await api.db.select({ value: learnerTotals.value }).from(learnerTotals).where(and(eq(learnerTotals.tenantId, 82), eq(learnerTotals.learnerId, learner.userId), eq(learnerTotals.metric, 'mistakes'), eq(learnerTotals.scope, 'tenant'))))[0]?.value ?? 0

  test('hands it in, and passes', async () => {
    expect(await book()).toEqual([])
    const launch = await launched()
    await reportedWrong(launch, 80)
    // Also where no attempt is left for it.
    expect(await book()).toMatchObject([{ instanceId: null, origin: { kind: 'course' } }])
    expect(dataOf(await learner.get<{ totalScore: number }[]>(`/train/examPlan/simulationExamResult/${launch.testRequestId}/${learner.userId}`))).toMatchObject([{ totalScore: 80 }])
    const told = await handedIn()
    expect(told).toMatchObject({ userScore: 80, passStatus: 1, integral: ['小节学习通过，积分 +5', '考试通过，积分 +10'] })
    expect(await calls.sectionOf(electrical.simulation)).toMatchObject({ adopt: 1 })
    expect(dataOf(await calls.score(80, electrical.simulation)).integral).toEqual([])
    expect(await book()).toMatchObject([{ instanceId: told.instanceId }])
  })

  test('puts what was wrong into the book once: what was taken out meanwhile stays out, until its learner puts it back from the review', async () => {
    await reportedWrong(await launched(), 80)
    const [one] = await book()
    const before = await counted()
    dataOf(await learner.post('/train/examPlanApp/removeError', { errorType: 2, id: one!.id }))
    api.clock.set(minutes(20))
    const { instanceId, answerId } = await handedIn()
    expect([await book(), await counted()]).toEqual([[], before - 1])
    dataOf(await learner.post('/train/examPlanApp/joinError', { errorType: 2, questionId: one!.questionId, questionType: 1, questionContent: '', instanceId, answerId }))
    expect([await book(), await counted()]).toEqual([[{ ...one, instanceId, answerId, origin: expect.anything() }], before])
  })

  test('and what was answered right in practice meanwhile stays so', async () => {
    await reportedWrong(await launched(), 80)
    const [one] = await book()
    const { drawId } = dataOf(await learner.get<{ drawId: number }>('/train/practiceCenter/mistakeDraw', { mistakeId: one!.id }))
    dataOf(await learner.post('/train/practiceCenter/savePracticeDraw', { drawId, answers: [{ questionId: one!.questionId, resultIds: one!.trueOptionList.join('&') }], elapsedSeconds: 1 }))
    const [known] = await book()
    expect(known).toMatchObject({ id: one!.id, streak: 1 })
    api.clock.set(minutes(20))
    const { instanceId, answerId } = await handedIn()
    expect(await book()).toEqual([{ ...known, instanceId, answerId, origin: expect.anything() }])
  })

  test('leaves to another attempt what that one was wrong about since', async () => {
    await reportedWrong(await launched(), 80)
    await api.db.update(mistakes).set({ attemptId: 88_110 }).where(and(eq(mistakes.tenantId, 82), eq(mistakes.learnerId, learner.userId), eq(mistakes.source, 'simulation')))
    await handedIn()
    expect(await book()).toMatchObject([{ instanceId: 88_110 }])
  })

  test('passes by what a simulation reported of it also where its paper was passed before with less and nobody takes the score', async () => {
    await calls.start(electrical.simulation)
    await reported(await launched(), 55)
    expect(await handedIn()).toMatchObject({ userScore: 55, passStatus: 1 })
    await calls.start(electrical.simulation)
    expect(await calls.sectionOf(electrical.simulation)).toMatchObject({ adopt: 2 })
    await reported(await launched(), 90)
    expect(await calls.start(electrical.simulation)).toMatchObject({ integral: ['小节学习通过，积分 +5', '考试通过，积分 +10'] })
    expect(await calls.sectionOf(electrical.simulation)).toMatchObject({ adopt: 1 })
    expect(await api.db.select({ score: sectionRecords.score }).from(sectionRecords).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, learner.userId), eq(sectionRecords.planItemId, 0), eq(sectionRecords.sectionId, electrical.simulation)))).toEqual([{ score: 90 }])
  })
})
