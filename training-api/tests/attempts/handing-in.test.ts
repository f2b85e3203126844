import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { attempts, screenSwitches } from '../../db/schema/attempts.ts'
import { withTx } from '../../db/tx.ts'
import { handInForLearner, handInOverdue } from '../../queries/hand-in.ts'
import { clock, exams, handIn, questionsOf, rightAnswers, save, saveReply, start, startReply } from '../exam-world.ts'
import type { WireSwitch } from '../exam-world.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { whenSomethingHappensAfter } from '../two-at-once.ts'
import { dataOf, expectRefusal, expectStatus } from '../world.ts'

let api: TestApi
let learner: TestLearner
let other: TestLearner
let number = 100

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  other = await api.loginAs('learner290', 82)
}, 300_000)
afterAll(() => api.close())
// Everybody begins afresh: each test has a learner of its own.
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${(number += 1)}`, 82)
})

const away = async (who: TestLearner, instanceId: number, switchTime: number, more: Record<string, unknown> = {}) =>
  dataOf(await who.post<WireSwitch>('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime, ...more }))

describe('handing in', () => {
  test('grades by exact sets, once, and tells the same again', async () => {
    const paper = await start(learner, exams.theory)
    const right = await rightAnswers(api, paper.paperId)
    for (const { questionId } of questionsOf(paper)) await save(learner, paper, questionId, right.get(questionId) ?? '')
    const missed = paper.questionTwoList[0]
    await save(learner, paper, missed?.questionId ?? 0, (right.get(missed?.questionId ?? 0) ?? '').split('&').slice(1).join('&'))
    api.clock.advance({ minutes: 12 })
    const report = await handIn(learner, paper)
    expect(report).toMatchObject({ userScore: 96, passStatus: 1, integral: ['考试通过，积分 +10'], certificate: 1, repeated: false, handIn: { by: 'learner', answeredCount: 30, questionCount: 30 } })
    api.clock.advance({ minutes: 1 })
    expect(await handIn(learner, paper)).toEqual({ ...report, repeated: true })
    const reports = await Promise.all([handIn(learner, paper), handIn(learner, paper)])
    for (const one of reports) expect(one).toEqual({ ...report, repeated: true })
    expectRefusal(await saveReply(learner, { answerId: paper.answerId, questionId: missed?.questionId, answer: '' }), '试卷已提交')
  })

  test('is when it was pressed, however long it waits for its turn', async () => {
    const paper = await start(learner, exams.quick)
    api.clock.advance({ seconds: 55 })
    const pool = api.db.$client
    const held: pg.PoolClient[] = []
    // Once it is known who calls, somebody else has every connection for a while.
    const holdAll = async () => {
      for (let count = 0; count < pool.options.max; count += 1) held.push(await pool.connect())
    }
    const letGo = async () => {
      await vi.waitFor(() => expect(pool.waitingCount).toBe(1), { timeout: 20_000 })
      api.clock.advance({ seconds: 30 })
      for (const one of held) one.release()
    }
    const [report] = await Promise.all([whenSomethingHappensAfter(api, 'from "sessions"', holdAll, () => handIn(learner, paper)), letGo()])
    expect(report.handIn).toMatchObject({ by: 'learner', time: new Date(testMoment.getTime() + 55_000).toISOString() })
    const [row] = (await api.db.execute(sql`select used_ms from attempts where tenant_id = 82 and attempt_id = ${paper.instanceId}`)).rows
    expect(row).toEqual({ used_ms: 55_000 })
  })

  const handInAt = async (paper: { instanceId: number }, now: Date) => {
    const verdict = await withTx(api.db, (tx) => handInForLearner(tx, { tenantId: 82, userId: learner.userId, instanceId: paper.instanceId, now }))
    if (verdict.verdict !== 'handedIn') throw new Error(verdict.verdict)
    const { submittedBy, submittedAt, usedMs } = verdict.attempt
    return { by: submittedBy, seconds: (submittedAt!.getTime() - testMoment.getTime()) / 1000, usedMs, repeated: verdict.repeated }
  }
  const after = (seconds: number) => new Date(testMoment.getTime() + seconds * 1000)

  test('is its learner\'s where it was pressed in time, also when the server has closed the paper before its turn', async () => {
    const paper = await start(learner, exams.quick)
    api.clock.advance({ seconds: 63 })
    await handInOverdue(api.db, { now: after(63), log: pino({ enabled: false }) })
    expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'handedIn' })
    expect(await handInAt(paper, after(58))).toEqual({ by: 'learner', seconds: 58, usedMs: 58_000, repeated: false })
    expect(await handInAt(paper, after(58))).toMatchObject({ by: 'learner', repeated: true })
  })

  test('comes after the last answer that counts, and before what its learner does later', async () => {
    const paper = await start(learner, exams.theory)
    api.clock.advance({ seconds: 10 })
    const [{ questionId, optionList }] = questionsOf(paper) as [ReturnType<typeof questionsOf>[number]]
    await save(learner, paper, questionId, String(optionList[0]?.optionId))
    await api.db.update(attempts).set({ switchExhaustedAt: after(8) }).where(eq(attempts.attemptId, paper.instanceId))
    expect(await handInAt(paper, after(5))).toEqual({ by: 'learner', seconds: 10, usedMs: 10_000, repeated: false })
  })

  test('belongs to the learner and to the exam', async () => {
    const paper = await start(learner, exams.theory)
    expectStatus(await other.post('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId }), 404)
    expectStatus(await learner.post('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId, examPlanId: exams.quick }), 404)
    expectStatus(await learner.post('/train/examPlanApp/submitPaper', {}), 400)
    expectStatus(await learner.post('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId, userId: other.userId }), 403)
    expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'running' })
    // Nor does what is not theirs come out with the learner's own that is under way.
    const asked = { answerId: paper.answerId, instanceId: paper.instanceId }
    const together = await Promise.all([learner.post('/train/examPlanApp/submitPaper', asked), other.post('/train/examPlanApp/submitPaper', asked), learner.post('/train/examPlanApp/submitPaper', { ...asked, examPlanId: exams.quick })])
    expect(together.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  test('two at once are one', async () => {
    const paper = await start(learner, exams.theory)
    const reports = await Promise.all(Array.from({ length: 6 }, () => handIn(learner, paper)))
    expect(reports.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(new Set(reports.map((report) => report.handIn.number)).size).toBe(1)
  })

  test.each(['submitPaper', 'submitPaperAndPlanExam', 'submitPaperAndPlanSection', 'submitPaperAndCourseSection'])('by %s: the attempt knows where it belongs', async (call) => {
    const paper = await start(learner, exams.theory)
    const body = { userId: learner.userId, examPlanId: exams.theory, paperId: paper.paperId, answerId: paper.answerId, instanceId: paper.instanceId, examPlanType: 1, endTimeString: '2026-03-10 10:00:00' }
    expect(dataOf(await learner.post(`/train/examPlanApp/${call}`, body))).toMatchObject({ userScore: 0, passStatus: 0, integral: [], certificate: 1, repeated: false })
    expect(dataOf(await learner.post(`/train/examPlanApp/${call}`, body))).toMatchObject({ repeated: true })
  })

  test('waits for a review where there is a practical part', async () => {
    const paper = await start(learner, exams.assessment)
    expect(await handIn(learner, paper)).toMatchObject({ userScore: -1, passStatus: null, integral: [] })
    const info = dataOf(await learner.get<{ cannotanswer: number; useRecord: unknown[] }>('/train/examPlanApp/info', { examPlanId: exams.assessment }))
    expect(info).toMatchObject({ cannotanswer: 1, useRecord: [{ score: -1, answerStatus: 6, passStatus: null }] })
  })
})

describe('when time is over', () => {
  test('whoever opens the paper in the minute of late answers does not cut off the device that writes', async () => {
    const paper = await start(learner, exams.quick, { intentId: 'the-writer-0001' })
    const [one] = questionsOf(paper).map(({ questionId }) => questionId)
    api.clock.advance({ seconds: 75 })
    const looked = await start(learner, exams.quick, { intentId: 'the-reader-0001', instanceId: paper.instanceId })
    expect(looked).toMatchObject({ instanceId: paper.instanceId, status: 'handedIn', epoch: paper.epoch })
    const right = await rightAnswers(api, paper.paperId)
    expect(await save(learner, paper, one ?? 0, right.get(one ?? 0) ?? '', { opId: 'late-of-writer', seq: 1, epoch: paper.epoch })).toMatchObject({ outcome: 'saved', receipt: { late: true } })
  })

  test('what opened a paper in the minute of late answers opens nothing else after it', async () => {
    const paper = await start(learner, exams.quick, { intentId: 'the-writer-0002' })
    api.clock.advance({ seconds: 75 })
    const press = { intentId: 'the-reader-0002' }
    for (let time = 0; time < 2; time += 1) expect(await start(learner, exams.quick, press)).toMatchObject({ instanceId: paper.instanceId, status: 'handedIn', epoch: paper.epoch })
    api.clock.advance({ seconds: 55 })
    expectRefusal(await startReply(learner, exams.quick, press), '试卷已提交')
  })

  test('the server hands in what was saved, and late answers are taken for a minute', async () => {
    const paper = await start(learner, exams.quick)
    const right = await rightAnswers(api, paper.paperId)
    const [one, two, three, four] = questionsOf(paper).map(({ questionId }) => questionId)
    await save(learner, paper, one ?? 0, right.get(one ?? 0) ?? '', { opId: 'in-time-one', seq: 1, epoch: 1 })
    api.clock.advance({ seconds: 60 })
    await api.runJob('handInOverdue')
    expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'handedIn', lateUntil: new Date(testMoment.getTime() + 120_000).toISOString() })
    const row = async () => dataOf(await learner.get<{ useRecord: unknown[]; cannotanswer: number }>('/train/examPlanApp/info', { examPlanId: exams.quick }))
    api.clock.advance({ seconds: 30 })
    const late = await save(learner, paper, two ?? 0, right.get(two ?? 0) ?? '', { opId: 'late-two-op', seq: 2, epoch: 1 })
    expect(late).toMatchObject({ outcome: 'saved', receipt: { late: true, link: 2 } })
    // Nothing tells how good the answers are while they can still be changed.
    expect(await row()).toMatchObject({ useRecord: [{ id: paper.instanceId, score: null, passStatus: null, finishTime: '2026-03-10 10:01:00' }] })
    expectRefusal(await learner.post('/train/examPlanApp/joinError', { errorType: 1, questionId: three, instanceId: paper.instanceId, answerId: paper.answerId }), '该题目在您正在作答的试卷中，交卷后才能查看')
    expect(await start(learner, exams.quick)).toMatchObject({ instanceId: paper.instanceId, status: 'handedIn', residueTime: 60_000 })
    expect(await handIn(learner, paper)).toMatchObject({ repeated: true, userScore: 40, handIn: { by: 'deadline', answeredCount: 2, time: new Date(testMoment.getTime() + 60_000).toISOString() } })
    expect(await row()).toMatchObject({ useRecord: [{ score: 40, passStatus: 0, usedMs: 60_000 }] })
    expectRefusal(await saveReply(learner, { answerId: paper.answerId, questionId: three, answer: right.get(three ?? 0) }), '试卷已提交')

    const next = await start(learner, exams.quick)
    expect(next.instanceId).not.toBe(paper.instanceId)
    api.clock.advance({ seconds: 121 })
    expectRefusal(await saveReply(learner, { answerId: next.answerId, questionId: four, answer: right.get(four ?? 0) }), '试卷已提交')
    expect(await clock(learner, next.instanceId)).toMatchObject({ status: 'running' })
    expectRefusal(await startReply(learner, exams.quick, { instanceId: next.instanceId }), '试卷已提交')
  })

  test('who looks at the result answers no more', async () => {
    const look = { result: '/train/examPlanApp/result', answerDetail: '/train/examPlanApp/answerDetail', planeExaminationByVr: '/train/plan/planeExaminationByVr', answerReceipts: '/train/examPlanApp/answerReceipts' }
    for (const path of Object.values(look)) {
      const paper = await start(learner, exams.quick)
      api.clock.advance({ seconds: 70 })
      const body = { answerId: paper.answerId, questionId: questionsOf(paper)[0]?.questionId, answer: questionsOf(paper)[0]?.optionList[0]?.optionId }
      expect(dataOf(await saveReply(learner, body))).toMatchObject({ outcome: 'saved', receipt: { late: true } })
      dataOf(await learner.get(path, { instanceId: paper.instanceId, answerId: paper.answerId }))
      expectRefusal(await saveReply(learner, body), '试卷已提交')
    }
  })

  test('what nobody looks at is graded when the minute is over', async () => {
    const paper = await start(learner, exams.quick)
    const right = await rightAnswers(api, paper.paperId)
    api.clock.advance({ seconds: 61 })
    await api.runJob('handInOverdue')
    for (const { questionId } of questionsOf(paper)) await save(learner, paper, questionId, right.get(questionId) ?? '')
    api.clock.advance({ seconds: 58 })
    await api.runJob('handInOverdue')
    const list = async () => dataOf(await learner.get<{ records: { id: number }[] }>('/train/examPlanApp/queryPage', { queryType: 2, size: 100 })).records.map(({ id }) => id)
    expect(await list()).not.toContain(exams.quick)
    api.clock.advance({ seconds: 1 })
    await api.runJob('handInOverdue')
    expect(await list()).toContain(exams.quick)
    expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'handedIn', handIn: { by: 'deadline', answeredCount: 5 } })
  })

  test('no reader meets a paper that is running too long', async () => {
    const paper = await start(learner, exams.quick)
    api.clock.advance({ minutes: 30 })
    const info = dataOf(await learner.get<{ useRecord: { id: number; answerStatus: number; usedMs: number }[] }>('/train/examPlanApp/info', { examPlanId: exams.quick }))
    expect(info.useRecord).toMatchObject([{ id: paper.instanceId, answerStatus: 7, usedMs: 60_000 }])
  })
})

test.each([[{ toString: 1 }], [[{}]], [true], [{ id: 1 }]])('an own id that is %j is nobody’s', async (userId) => {
  for (const path of ['/train/examPlanApp/submitPaper', '/train/examPlanApp/joinError', '/admin/user/app/userInfo/update']) expectStatus(await learner.post(path, { userId }), 403)
})

describe('screen switches', () => {
  test('count by event and reason, and are used up by the last one allowed', async () => {
    const { instanceId } = await start(learner, exams.contest)
    api.clock.advance({ minutes: 1 })
    expect(await away(learner, instanceId, 0)).toMatchObject({ switchScreenType: 4, switchScreenNumber: 3, switchNumber: 0, switchScreenTime: 60, switchTime: 0, exhausted: null })
    expect(await away(learner, instanceId, 5, { eventId: 'absence-1', reason: 'hidden' })).toMatchObject({ switchNumber: 1, switchTime: 5, counted: true, reason: 'hidden' })
    expect(await away(learner, instanceId, 5, { eventId: 'absence-1', reason: 'hidden' })).toMatchObject({ switchNumber: 1, switchTime: 5, counted: false, repeated: true })
    for (const reason of ['dialog', 'screenOff', 'simulation', 'reload']) expect(await away(learner, instanceId, 9, { eventId: `excused-${reason}`, reason })).toMatchObject({ switchNumber: 1, counted: false })
    expect(await away(learner, instanceId, 2.7)).toMatchObject({ switchNumber: 2, switchTime: 7, exhausted: null, handInAt: null })
    const last = await away(learner, instanceId, 1)
    expect(last).toMatchObject({ switchNumber: 3, exhausted: 'either', handInAt: new Date(api.clock.now().getTime() + 10_000).toISOString() })
    api.clock.advance({ seconds: 9 })
    await api.runJob('handInOverdue')
    expect(await clock(learner, instanceId)).toMatchObject({ status: 'running' })
    api.clock.advance({ seconds: 1 })
    await api.runJob('handInOverdue')
    expect(await clock(learner, instanceId)).toMatchObject({ status: 'handedIn' })
    expect(await handIn(learner, { instanceId, answerId: (await clock(learner, instanceId)).answerId })).toMatchObject({ repeated: true, handIn: { by: 'screenSwitch' } })
    expect(await away(learner, instanceId, 5)).toMatchObject({ switchNumber: 3 })
  })

  test('count from the first moment away', async () => {
    const { instanceId } = await start(learner, exams.contest)
    api.clock.advance({ minutes: 1 })
    expect(await away(learner, instanceId, 0.5)).toMatchObject({ switchNumber: 1, switchTime: 1, counted: true })
    expect(await away(learner, instanceId, 0)).toMatchObject({ switchNumber: 1, switchTime: 1, counted: false })
  })

  test('that are used up end the attempt, whoever hands it in then', async () => {
    const { instanceId } = await start(learner, exams.contest)
    api.clock.advance({ minutes: 1 })
    for (let switched = 0; switched < 3; switched += 1) await away(learner, instanceId, 2)
    api.clock.advance({ seconds: 3 })
    const { answerId } = await clock(learner, instanceId)
    expect(await handIn(learner, { instanceId, answerId })).toMatchObject({ repeated: false, handIn: { by: 'screenSwitch' } })
  })

  test('are written down five thousand times, and count beyond', async () => {
    const { instanceId } = await start(learner, exams.contest)
    api.clock.advance({ minutes: 1 })
    await away(learner, instanceId, 1, { eventId: 'absence-1' })
    await api.db.execute(sql`
      insert into screen_switches select (like_it).* from (
        select jsonb_populate_record(s, jsonb_build_object('switch_id', n, 'event_id', 'strange-' || n)) as like_it from screen_switches s, generate_series(1, 4998) n where attempt_id = ${instanceId}) made`)
    expect(await away(learner, instanceId, 1, { eventId: 'absence-2', reason: 'dialog' })).toMatchObject({ switchNumber: 1, repeated: false })
    expect(await away(learner, instanceId, 1, { eventId: 'absence-1' })).toMatchObject({ switchNumber: 1, repeated: true })
    expect(await away(learner, instanceId, 1, { eventId: 'absence-3' })).toMatchObject({ switchNumber: 2, repeated: false, exhausted: null })
    expect(await api.db.$count(screenSwitches, eq(screenSwitches.attemptId, instanceId))).toBe(5_000)
  })

  test('no more seconds than have passed, and no bad input', async () => {
    const { instanceId } = await start(learner, exams.contest)
    api.clock.advance({ seconds: 20 })
    expect(await away(learner, instanceId, 100_000)).toMatchObject({ switchTime: 20, exhausted: null })
    expect(dataOf(await learner.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime: '' }))).toMatchObject({ switchNumber: 1 })
    for (const switchTime of [-1, 'abc', 1e9, {}]) expectStatus(await learner.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime }), 400)
    expectStatus(await learner.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime: 5, reason: 'nonsense' }), 400)
    expectStatus(await other.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime: 5 }), 404)
    expect(await away(learner, instanceId, 0)).toMatchObject({ switchNumber: 1 })
  })
})
