import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attempts } from '../db/schema/attempts.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { simulationRequests, simulationResults } from '../db/schema/simulation.ts'
import { withTx } from '../db/tx.ts'
import { readWireTime } from '../envelope.ts'
import { findAttempt } from '../queries/attempts.ts'
import { listChapters, listLaunches } from '../queries/catalogue.ts'
import { handInForLearner } from '../queries/hand-in.ts'
import { takeResult } from '../queries/simulation-exams.ts'
import { sweepLaunches } from '../queries/simulation.ts'
import { messages } from '../rules/messages.ts'
import { exams, start } from './exam-world.ts'
import { onServer } from './meeting.ts'
import { beginner, studyCalls } from './study/study-world.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'
import { courses, dataOf, electrical, expectKeys, expectRefusal, expectStatus, hostileValues } from './world.ts'
import type { WireReport, WireSection } from './world.ts'

const refused = '仿真凭证无效或已过期'

let api: TestApi
let liming: TestLearner
let wangfang: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, 820_001)))
})
beforeEach(async () => {
  api.clock.set(testMoment)
  liming = await api.loginAs('liming', 82)
  wangfang = await api.loginAs('wangfang', 82)
})
afterAll(() => api.close())

async function launch(who = liming): Promise<{ requestId: number; ticket: string }> {
  const query = { sectionId: electrical.simulation, chapterId: 3102, contentState: 1, curriculumId: courses.electrical }
  const { sectionTrain } = dataOf(await who.get<WireSection>('/train/app/courseChapter/selectSectionDetailById', query))
  expectKeys(sectionTrain, 'type simulationStudyId sectionContentType testRequestId ticket')
  return { requestId: sectionTrain?.testRequestId ?? 0, ticket: sectionTrain?.ticket ?? '' }
}
const row = { teachingPointName: '验电', taskName: '验电器自检', taskScore: 40, taskIsPassed: '1' }
const send = (body: object) =>
  api.visitor(1).post('/train/examPlan/simulationExamResult', {
    userId: liming.userId, totalScore: 80, startTime: '2026-03-10 09:50:00', endTime: '2026-03-10 10:00:00', objectList: [row, { ...row, taskIsPassed: '0', taskScore: 0 }], ...body,
  })
const results = async (requestId: unknown, who = liming) => dataOf(await who.get<{ id: number; totalScore: number; finishTime: string }[]>(`/train/examPlan/simulationExamResult/${requestId}/${who.userId}`))

describe('a simulation', () => {
  test('reports with its ticket, once, and the learner reads it', async () => {
    const { requestId, ticket } = await launch()
    const before = await results(requestId)
    api.clock.advance({ minutes: 10 })
    dataOf(await send({ testRequestId: requestId, ticket }))
    const [newest, ...older] = await results(requestId)
    expect(newest).toEqual({ id: expect.any(Number), totalScore: 80, finishTime: '2026-03-10 10:10:00' })
    expect(older).toEqual(before)
    const [stored] = await api.db.select({ rows: simulationResults.rows }).from(simulationResults).where(and(eq(simulationResults.tenantId, 82), eq(simulationResults.resultId, newest?.id ?? 0)))
    expect(stored?.rows).toEqual([
      { teachingPoint: '验电', task: '验电器自检', score: 40, scored: true },
      { teachingPoint: '验电', task: '验电器自检', score: 0, scored: false },
    ])
    expectRefusal(await send({ testRequestId: requestId, ticket, totalScore: 100 }), refused)
    expect(await results(requestId)).toHaveLength(before.length + 1)
  })

  test('may report by its own id where the launch had none', async () => {
    const { ticket } = await launch()
    const before = (await results(6001)).length
    dataOf(await send({ testRequestId: 6001, ticket }))
    expect(await results(6001)).toHaveLength(before + 1)
  })

  test('each launch has a request and a ticket of its own, and a result is found from the next one', async () => {
    const first = await launch()
    const second = await launch()
    expect(first.requestId).not.toBe(second.requestId)
    expect(first.ticket).not.toBe(second.ticket)
    api.clock.advance({ minutes: 3 })
    dataOf(await send({ testRequestId: first.requestId, ticket: first.ticket, totalScore: 66 }))
    expect(await results(second.requestId)).toContainEqual(expect.objectContaining({ totalScore: 66, finishTime: '2026-03-10 10:03:00' }))
  })

  test('is refused with a foreign, forged or old ticket', async () => {
    const { requestId, ticket } = await launch()
    const other = await launch()
    expectRefusal(await send({ testRequestId: requestId, ticket: other.ticket }), refused)
    expectRefusal(await send({ testRequestId: requestId, ticket, userId: wangfang.userId }), refused)
    expectRefusal(await send({ testRequestId: requestId, ticket: `101${ticket.slice(2)}` }), refused)
    expectRefusal(await send({ testRequestId: requestId, ticket: "' or 1=1 --" }), refused)
    api.clock.advance({ hours: 4 })
    expectRefusal(await send({ testRequestId: requestId, ticket }), refused)
    expect((await results(requestId)).some(({ finishTime }) => finishTime === '2026-03-10 14:00:00')).toBe(false)
  })

  test('passes its section from 60 on, by the score reported for it', async () => {
    const report = (fraction: number) => liming.post<WireReport>('/train/classHourses/updateClassHoursByType', { curriculumId: courses.electrical, chapterId: 3102, sectionId: electrical.simulation, contentType: 2, fraction })
    await api.db.delete(simulationResults).where(and(eq(simulationResults.tenantId, 82), eq(simulationResults.learnerId, liming.userId)))
    expectRefusal(await report(0), refused)
    const reported = async (totalScore: number) => {
      const { requestId: testRequestId, ticket } = await launch()
      dataOf(await send({ testRequestId, ticket, totalScore }))
    }
    await reported(59)
    expectRefusal(await report(60), refused)
    expect(dataOf(await report(59)).integral).toEqual([])
    await reported(60)
    expectRefusal(await report(61), refused)
    expect(dataOf(await report(60)).integral).toHaveLength(1)
    expect(dataOf(await report(60)).integral).toEqual([])
  })

  test('has the score that people read, however its points add up', async () => {
    const sums = [[Array.from({ length: 6 }, () => 100 / 6), 100], [[2.3, 35.3, 22.4], 60], [[0.3, -0.1, -0.2], 0], [[59.996], 59.996]] as const
    for (const [points, kept] of sums) {
      const totalScore = points.reduce((sum, one) => sum + one, 0)
      if (points.length > 1) expect(totalScore).not.toBe(kept)
      const { requestId: testRequestId, ticket } = await launch()
      dataOf(await send({ testRequestId, ticket, totalScore, objectList: [{ ...row, taskScore: totalScore }] }))
      const [stored] = await api.db.select({ score: simulationResults.totalScore, rows: simulationResults.rows }).from(simulationResults).where(eq(simulationResults.requestId, testRequestId))
      expect(stored).toMatchObject({ score: kept, rows: [{ score: kept }] })
    }
    const { requestId: testRequestId, ticket } = await launch()
    expectStatus(await send({ testRequestId, ticket, totalScore: 100.01 }), 400)
  })

  test('a hair below what passes its section, which people read as less, does not pass it', async () => {
    const who = await beginner(api)
    const { requestId: testRequestId, ticket } = await launch(who)
    dataOf(await send({ testRequestId, ticket, userId: who.userId, totalScore: 59.996 }))
    const { start: open } = studyCalls(() => api, () => who)
    expect(await open(electrical.simulation)).toMatchObject({ integral: [] })
  })

  test('with a score kept before scores were rounded passes its section by what people read', async () => {
    const who = await beginner(api)
    const { requestId: testRequestId, ticket } = await launch(who)
    dataOf(await send({ testRequestId, ticket, userId: who.userId, totalScore: 60 }))
    await api.db.update(simulationResults).set({ totalScore: 59.99999999999999 }).where(eq(simulationResults.requestId, testRequestId))
    const { start: open } = studyCalls(() => api, () => who)
    expect(await open(electrical.simulation)).toMatchObject({ integral: ['小节学习通过，积分 +5'] })
  })

  test('passes its section also where nobody takes the score that it has reported, when that is opened next', async () => {
    const who = await beginner(api)
    const { start: open, sectionOf } = studyCalls(() => api, () => who)
    expect(await open(electrical.simulation)).toMatchObject({ integral: [] })
    const { requestId: testRequestId, ticket } = await launch(who)
    api.clock.advance({ minutes: 10 })
    dataOf(await send({ testRequestId, ticket, userId: who.userId, totalScore: 60 }))
    expect(await sectionOf(electrical.simulation)).toMatchObject({ adopt: 2 })
    expect(await open(electrical.simulation)).toMatchObject({ integral: ['小节学习通过，积分 +5'] })
    expect(await sectionOf(electrical.simulation)).toMatchObject({ adopt: 1 })
    expect(await open(electrical.simulation)).toMatchObject({ integral: [] })
  })

  test('takes as long as its launch at the most, whatever it says of its beginning', async () => {
    const newestStart = async () => {
      const [found] = await api.db.select({ startedAt: simulationResults.startedAt }).from(simulationResults).where(and(eq(simulationResults.tenantId, 82), eq(simulationResults.learnerId, liming.userId))).orderBy(desc(simulationResults.resultId)).limit(1)
      return found?.startedAt
    }
    const times = [['0001-01-02 00:00:00', '2026-03-10 10:00:00'], ['2026-03-10 10:03:00', '2026-03-10 10:03:00'], ['9999-12-31 23:59:59', '2026-03-10 10:10:00']] as const
    for (const [startTime, kept] of times) {
      api.clock.set(testMoment)
      const { requestId: testRequestId, ticket } = await launch()
      api.clock.advance({ minutes: 10 })
      dataOf(await send({ testRequestId, ticket, startTime }))
      expect(await newestStart()).toEqual(readWireTime(kept))
    }
    const { requestId: testRequestId, ticket } = await launch()
    expectStatus(await send({ testRequestId, ticket, startTime: '0000-06-01 00:00:00' }), 400)
    expectStatus(await send({ testRequestId, ticket, objectList: [{ ...row, taskName: '\ud800' }] }), 400)
    dataOf(await send({ testRequestId, ticket }))
  })

  test('results are the learner’s own', async () => {
    const { requestId } = await launch()
    expectStatus(await liming.get(`/train/examPlan/simulationExamResult/${requestId}/${wangfang.userId}`), 403)
    expect(await results(requestId, wangfang)).toEqual([])
    expect(await results(77_777_777)).toEqual([])
    expectStatus(await liming.get(`/train/examPlan/simulationExamResult/abc/${liming.userId}`), 400)
  })

  test('a request is used by its learner only, also twice, and its results stay readable', async () => {
    const { requestId, ticket } = await launch()
    dataOf(await send({ testRequestId: requestId, ticket }))
    const use = (testRequestId: unknown, who = liming) => who.post('/train/examPlanApp/deleteVrRequestId', { testRequestId })
    expectStatus(await use(requestId, wangfang), 403)
    expectStatus(await use(requestId, await api.loginAs('liming', 101)), 404)
    dataOf(await use(String(requestId)))
    dataOf(await use(requestId))
    expect((await results(requestId)).length).toBeGreaterThan(0)
    for (const value of hostileValues) expectStatus(await use(value), 400)
  })

  test('never breaks on bad input', async () => {
    const { requestId, ticket } = await launch()
    for (const value of hostileValues) {
      expect([200, 400]).toContain((await send({ testRequestId: value, ticket })).status)
      expect([200, 400]).toContain((await send({ testRequestId: requestId, ticket: 'x', totalScore: value })).status)
      expect([200, 400]).toContain((await send({ testRequestId: requestId, ticket: value })).status)
      expect([200, 400]).toContain((await send({ testRequestId: requestId, ticket: 'x', objectList: value })).status)
    }
    expectStatus(await send({ testRequestId: requestId, ticket, totalScore: 101 }), 400)
    // Named is the list, not what is wrong in it: to say that of each of its items would take all memory there is.
    for (const one of [row, {}, 0]) expect(await send({ testRequestId: requestId, ticket, objectList: Array.from({ length: 201 }, () => one) })).toMatchObject({ status: 400, msg: messages.invalidField('objectList') })
  })
})

test('a section names its newest launch, and reads no other', async () => {
  const launches = [await launch(), await launch(), await launch()]
  await api.db.execute(sql`update simulation_requests set issued_at = issued_at + interval '1 day' where tenant_id = 82 and request_id = ${launches[1]?.requestId}`)
  const plain = await listChapters(api.db, { tenantId: 82, courseIds: [courses.electrical] })
  expect(await listLaunches(api.db, { ...liming, plain, planItemIds: [0] })).toEqual([{ sectionId: electrical.simulation, planItemId: 0, requestId: launches[1]?.requestId }])
})

test('launches that were never reported are forgotten two days after their tickets, however many they are', async () => {
  const daysAgo = (days: number) => new Date(testMoment.getTime() - days * 86_400_000).toISOString()
  await api.db.execute(sql`insert into simulation_requests (tenant_id, request_id, learner_id, simulation_id, exam_id, ticket_hash, issued_at, expires_at, reported_at) select 993, n, n, 1, 1, n, ${daysAgo(3)}, case when n = 1 then ${daysAgo(1.9)}::timestamptz else ${daysAgo(2.1)}::timestamptz end, case when n = 2 then ${daysAgo(3)}::timestamptz end from generate_series(1, 5003) n`)
  const { requestId, ticket } = await launch()
  const reported = await api.db.select().from(simulationResults)
  await api.runJob('sweepLaunches')
  const left = await api.db.select({ requestId: simulationRequests.requestId }).from(simulationRequests).where(eq(simulationRequests.tenantId, 993))
  expect(left.map((row) => row.requestId).toSorted((a, b) => a - b)).toEqual([1, 2])
  expect(await api.db.select().from(simulationResults).innerJoin(simulationRequests, and(eq(simulationRequests.tenantId, simulationResults.tenantId), eq(simulationRequests.requestId, simulationResults.requestId)))).toHaveLength(reported.length)
  dataOf(await send({ testRequestId: requestId, ticket }))
})

test('forgetting launches reads none of those that have reported', async () => {
  const rowsRead = await withTx(api.db, async (tx) => {
    await tx.execute(sql`insert into simulation_requests (tenant_id, request_id, learner_id, simulation_id, exam_id, ticket_hash, issued_at, expires_at, reported_at) select 994, n, n, 1, 1, n, now(), ${new Date(0).toISOString()}::timestamptz, now() from generate_series(1, 20000) n`)
    await tx.execute(sql`analyze simulation_requests`)
    const soFar = async () => (await tx.execute<{ n: number }>(sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as n from pg_stat_xact_user_tables where relname = 'simulation_requests'`)).rows[0]?.n ?? 0
    const before = await soFar()
    await sweepLaunches(tx, { now: testMoment })
    return (await soFar()) - before
  })
  expect(rowsRead).toBeLessThan(100)
})

test('handing in reads what the learner’s own simulations have reported, however many others have', async () => {
  await api.db.execute(sql`insert into simulation_requests (tenant_id, request_id, learner_id, simulation_id, exam_id, ticket_hash, issued_at, expires_at, reported_at) select 82, 5000000000 + n, 900000 + n, 6001, ${exams.simulation}, 'other' || n, now(), now(), now() from generate_series(1, 20000) n`)
  await api.db.execute(sql`insert into simulation_results (tenant_id, result_id, request_id, learner_id, total_score, started_at, finished_at, rows) select tenant_id, request_id, request_id, learner_id, 80, issued_at, issued_at, '[]' from simulation_requests where request_id > 5000000000`)
  await api.db.execute(sql`analyze simulation_requests, simulation_results`)
  const { instanceId } = await start(liming, exams.simulation)
  const rowsRead = await withTx(api.db, async (tx) => {
    const soFar = async () => (await tx.execute<{ n: number }>(sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as n from pg_stat_xact_user_tables where relname in ('simulation_requests', 'simulation_results')`)).rows[0]?.n ?? 0
    const found = await findAttempt(tx, { ...liming, instanceId })
    if (found === null) throw new Error('no attempt')
    const before = await soFar()
    await takeResult(tx, found)
    return (await soFar()) - before
  })
  expect(rowsRead).toBeLessThan(100)
})

test('an exam at two items of plans takes at each the result that was launched there, also where the other one’s is newer and used', async () => {
  const paper = await start(liming, exams.simulation)
  const found = await findAttempt(api.db, { ...liming, instanceId: paper.instanceId })
  if (found === null) throw new Error('no attempt')
  const attempt = { ...found.attempt, learnerId: 7_000_000_000 }
  const exam = { ...found.exam, origin: 'planExam' as const }
  const at = api.clock.now().toISOString()
  for (const [item, score, minute] of [[71, 62, 1], [72, 84, 2]] as const) {
    await api.db.execute(sql`insert into simulation_requests (tenant_id, request_id, learner_id, simulation_id, exam_id, plan_item_id, ticket_hash, issued_at, expires_at, reported_at) values (82, ${7_000_000_000 + item}, ${attempt.learnerId}, 6001, ${exam.examId}, ${item}, ${`item ${item}`}, ${at}, ${at}, ${at})`)
    await api.db.execute(sql`insert into simulation_results (tenant_id, result_id, request_id, learner_id, total_score, started_at, finished_at, rows) select tenant_id, request_id, request_id, learner_id, ${score}, issued_at, issued_at + ${minute} * interval '1 minute', '[]' from simulation_requests where request_id = ${7_000_000_000 + item}`)
  }
  await api.db.insert(attempts).values({ ...attempt, attemptId: 7_000_000_001, answerId: 7_000_000_002, placeId: 72, status: 'finished', simulationResultId: 7_000_000_072 })
  const takenAt = (placeId: number) => withTx(api.db, (tx) => takeResult(tx, { attempt: { ...attempt, placeId }, exam }))
  expect([await takenAt(71), await takenAt(72)]).toMatchObject([{ resultId: 7_000_000_071, totalScore: 62 }, null])
})

test.runIf(onServer)('of two attempts at two places that are handed in at once, one takes the result', async () => {
  const paper = await start(liming, exams.simulation)
  const [first] = await api.db.select().from(attempts).where(and(eq(attempts.tenantId, 82), eq(attempts.attemptId, paper.instanceId)))
  if (first === undefined) throw new Error('no attempt')
  const elsewhere = { ...first, attemptId: 6_000_000_001, answerId: 6_000_000_002, placeId: 6_000_000_003 }
  await api.db.insert(attempts).values(elsewhere)
  const at = api.clock.now().toISOString()
  await api.db.execute(sql`insert into simulation_requests (tenant_id, request_id, learner_id, simulation_id, exam_id, ticket_hash, issued_at, expires_at, reported_at) values (82, 6000000000, ${liming.userId}, 6001, ${exams.simulation}, 'of-two', ${at}, ${at}, ${at})`)
  await api.db.execute(sql`insert into simulation_results (tenant_id, result_id, request_id, learner_id, total_score, started_at, finished_at, rows) select tenant_id, request_id, request_id, learner_id, 80, issued_at, issued_at, '[]' from simulation_requests where request_id = 6000000000`)
  const who = { tenantId: 82, userId: liming.userId, now: api.clock.now() }
  const second = await whileAnotherIsOpen(
    api,
    (tx) => handInForLearner(tx, { ...who, instanceId: first.attemptId }),
    () => withTx(api.db, (tx) => handInForLearner(tx, { ...who, instanceId: elsewhere.attemptId })),
  )
  expect(second).toEqual({ verdict: 'noResult' })
})
