import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exams, handIn, questionsOf, rightAnswers, saveReply, start, startReply } from '../exam-world.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { dataOf } from '../world.ts'

// Attempts that wait for people: their upload is still to come, or they have still to be handed in. Whoever looks grades nothing.

let api: TestApi
let learner: TestLearner
const attemptId = 7_100_000_001

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  learner = await api.loginAs('liming', 82)
}, 300_000)
afterAll(() => api.close())

/** An attempt of the learner in such a state, two hours old and never graded. */
async function leave(examId: number, status: string, handedIn = true): Promise<void> {
  api.clock.set(testMoment)
  await api.db.execute(sql`delete from attempts where attempt_id = ${attemptId}`)
  const begunAt = new Date(testMoment.getTime() - 7_200_000).toISOString()
  const endedAt = new Date(testMoment.getTime() - 6_000_000).toISOString()
  await api.db.execute(sql`
    insert into attempts (tenant_id, attempt_id, answer_id, learner_id, exam_id, place_id, plan_item_id, paper_id, number, status, started_at, deadline_at, submitted_at, submitted_by)
    select 82, ${attemptId}, ${attemptId}, ${learner.userId}, exam_id, 0, 0, paper_id, 9, ${status}, ${begunAt}, ${endedAt}, case when ${handedIn} then ${endedAt}::timestamptz end, case when ${handedIn} then 'learner' end
    from exams where tenant_id = 82 and exam_id = ${examId}`)
}

/** Everything that a grading changes. */
async function written() {
  const rows = (query: ReturnType<typeof sql>) => api.db.execute(query).then((found) => found.rows)
  return Promise.all([
    rows(sql`select * from attempts where attempt_id = ${attemptId}`),
    rows(sql`select * from exam_standings where tenant_id = 82 and learner_id = ${learner.userId} order by exam_id, place_id`),
    rows(sql`select * from learner_totals where tenant_id = 82 and learner_id = ${learner.userId} order by scope, scope_id`),
    rows(sql`select * from exam_averages where tenant_id = 82 order by exam_id`),
    rows(sql`select * from mistakes where tenant_id = 82 and learner_id = ${learner.userId} order by mistake_id`),
  ])
}

const look = {
  result: () => learner.get<{ userScore: number; passStatus: number | null }>('/train/examPlanApp/result', { instanceId: attemptId }),
  simulationResult: () => learner.get<{ userScore: number }>('/train/plan/planeExaminationByVr', { instanceId: attemptId }),
  review: () => learner.get<unknown[]>('/train/examPlanApp/answerDetail', { instanceId: attemptId }),
  receipts: () => learner.get<{ receipts: unknown[] }>('/train/examPlanApp/answerReceipts', { instanceId: attemptId }),
}

describe.each([['practical', exams.practical], ['theory', exams.assessment]])('a %s attempt whose upload is still to come', (_, examId) => {
  test('waits for its review: whoever looks at its result changes nothing', async () => {
    await leave(examId, 'pendingUpload')
    const before = await written()
    expect(dataOf(await look.result())).toMatchObject({ userScore: -1, passStatus: null })
    expect(dataOf(await look.simulationResult())).toMatchObject({ userScore: -1 })
    expect((await look.review()).code).toBe(0)
    expect(dataOf(await look.receipts())).toMatchObject({ handIn: { by: 'learner' } })
    await api.runJob('handInOverdue')
    expect(await written()).toEqual(before)
  })

  test('takes no answer and no second hand-in, also before its time is over', async () => {
    await leave(examId, 'pendingUpload')
    await api.db.execute(sql`update attempts set deadline_at = ${new Date(testMoment.getTime() + 600_000).toISOString()} where attempt_id = ${attemptId}`)
    expect(await saveReply(learner, { userId: learner.userId, answerId: attemptId, questionId: 1, answer: '' })).toMatchObject({ code: 1, msg: '试卷已提交' })
    expect(await handIn(learner, { answerId: attemptId, instanceId: attemptId })).toMatchObject({ userScore: -1, repeated: true })
    expect((await api.db.execute(sql`select status, score from attempts where attempt_id = ${attemptId}`)).rows).toEqual([{ status: 'pendingUpload', score: null }])
  })
})

test('the right answers of a paper whose upload is still to come read as right', async () => {
  await leave(exams.assessment, 'pendingUpload')
  const [attempt] = (await api.db.execute(sql`select paper_id from attempts where attempt_id = ${attemptId}`)).rows
  const [[first, right], [second]] = [...(await rightAnswers(api, Number(attempt!.paper_id)))] as [[number, string], [number, string]]
  const savedAt = testMoment.toISOString()
  await api.db.execute(sql`insert into attempt_answers (tenant_id, attempt_id, question_id, option_ids, saved_at) values (82, ${attemptId}, ${first}, ${right}, ${savedAt}), (82, ${attemptId}, ${second}, '1', ${savedAt})`)
  const before = await written()
  const review = dataOf(await learner.get<{ questionId: number; trueFlag: number }[]>('/train/examPlanApp/answerDetail', { instanceId: attemptId }))
  expect(review.filter(({ trueFlag }) => trueFlag === 1).map(({ questionId }) => questionId)).toEqual([first])
  expect(await written()).toEqual(before)
  await api.db.execute(sql`delete from attempt_answers where attempt_id = ${attemptId}`)
})

describe('an attempt that has still to be handed in', () => {
  const state = async () => (await api.db.execute(sql`select status, score, submitted_by from attempts where attempt_id = ${attemptId}`)).rows
  const hasUntil = (minutes: number) => api.db.execute(sql`update attempts set deadline_at = ${new Date(testMoment.getTime() + minutes * 60_000).toISOString()} where attempt_id = ${attemptId}`)

  beforeEach(async () => {
    await api.db.execute(sql`insert into exam_standings (tenant_id, learner_id, exam_id, place_id, attempts_used, updated_at) values (82, ${learner.userId}, ${exams.quick}, 0, 9, ${testMoment.toISOString()}) on conflict do nothing`)
  })

  test('is gone on with while its time lasts, has no result, and its learner hands it in', async () => {
    await leave(exams.quick, 'pendingSubmit', false)
    await hasUntil(10)
    const before = await written()
    for (const ask of Object.values(look)) expect(await ask()).toMatchObject({ code: 1, msg: '试卷未提交' })
    await api.runJob('handInOverdue')
    expect(await written()).toEqual(before)
    for (const named of [{ instanceId: attemptId }, {}]) {
      const paper = await start(learner, exams.quick, named)
      expect(paper).toMatchObject({ instanceId: attemptId, status: 'running' })
      expect(await saveReply(learner, { userId: learner.userId, answerId: attemptId, questionId: questionsOf(paper)[0]!.questionId, answer: '', epoch: paper.epoch })).toMatchObject({ code: 0, data: { status: 'running' } })
    }
    expect(await handIn(learner, { answerId: attemptId, instanceId: attemptId })).toMatchObject({ userScore: 0, repeated: false, handIn: { by: 'learner' } })
  })

  test.each(['result', 'simulationResult', 'review', 'receipts'] as const)('is handed in with what it has when its time is over: by whoever looks at its %s', async (name) => {
    await leave(exams.quick, 'pendingSubmit', false)
    expect(await look[name]()).toMatchObject({ code: 0 })
    expect(await state()).toEqual([{ status: 'finished', score: 0, submitted_by: 'deadline' }])
  })

  test('is handed in with what it has when its time is over: by the job', async () => {
    await leave(exams.quick, 'pendingSubmit', false)
    await api.runJob('handInOverdue')
    expect(await state()).toEqual([{ status: 'finished', score: 0, submitted_by: 'deadline' }])
  })

  test('is handed in with what it has when its time is over: by who wants to go on', async () => {
    await leave(exams.quick, 'pendingSubmit', false)
    expect(await startReply(learner, exams.quick, { instanceId: attemptId })).toMatchObject({ code: 1, msg: '试卷已提交' })
    expect(await state()).toEqual([{ status: 'finished', score: 0, submitted_by: 'deadline' }])
  })
})

test('a practical attempt that is left running waits for its review when its time is over', async () => {
  await leave(exams.practical, 'running', false)
  await api.runJob('handInOverdue')
  expect((await api.db.execute(sql`select status, score, passed from attempts where attempt_id = ${attemptId}`)).rows).toEqual([{ status: 'pendingReview', score: null, passed: null }])
  expect(dataOf(await look.result())).toMatchObject({ userScore: -1 })
})

test('a paper that waits for its upload is not gone on with: another one begins', async () => {
  const other = await api.loginAs('learner150', 82)
  const paper = await start(other, exams.quick)
  await api.db.execute(sql`update attempts set status = 'pendingUpload', submitted_at = ${testMoment.toISOString()}, submitted_by = 'learner' where attempt_id = ${paper.instanceId}`)
  api.clock.set(new Date(paper.deadline))
  expect((await startReply(other, exams.quick, { instanceId: paper.instanceId })).msg).toBe('试卷已提交')
  expect((await saveReply(other, { userId: other.userId, answerId: paper.answerId, questionId: questionsOf(paper)[0]!.questionId, answer: '' })).msg).toBe('试卷已提交')
})
