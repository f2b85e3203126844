import { createHash, verify } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exams, handIn, questionsOf, rightAnswers, save, sit, start } from './exam-world.ts'
import type { WireClock, WireReceipt, WireSaved, WireStart, WireSwitch } from './exam-world.ts'
import { addFormerReceiptKey } from '../queries/receipt-keys.ts'
import { newSigningKey, signHash } from '../rules/receipts.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectRefusal, expectStatus, hostileValues } from './world.ts'

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

const startReply = (who: TestLearner, examPlanId: number, more: Record<string, unknown> = {}) => who.get<WireStart>('/train/examPlanApp/startAnswer', { examPlanId, userId: who.userId, ...more })
const saveReply = (who: TestLearner, body: Record<string, unknown>) => who.post<WireSaved>('/train/examPlanApp/updateAnswerResult', body)
const batch = (who: TestLearner, body: Record<string, unknown>) => who.post<{ results: { opId: string; status: string; reason?: string; receipt?: WireReceipt }[] } & WireClock>('/train/examPlanApp/updateAnswerResults', body)
const away = async (who: TestLearner, instanceId: number, switchTime: number, more: Record<string, unknown> = {}) =>
  dataOf(await who.post<WireSwitch>('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime, ...more }))
const clock = async (who: TestLearner, instanceId: number) => dataOf(await who.get<WireClock>('/train/examPlanApp/answerClock', { instanceId }))
const savedOf = async (who: TestLearner, examPlanId: number) => new Map((await start(who, examPlanId)).examAnswerUserRelationList.map(({ questionId, resultIds }) => [questionId, resultIds]))

describe('starting', () => {
  test('gives the paper, the clock and no key', async () => {
    const reply = await startReply(learner, exams.theory)
    const paper = dataOf(reply)
    expect([paper.questionOneList.length, paper.questionTwoList.length, paper.questionThreeList.length]).toEqual([15, 10, 5])
    expect(paper).toMatchObject({ residueTime: 0, answerTime: 45, epoch: 1, seq: 0, status: 'running', examAnswerUserRelationList: [], serverNow: testMoment.toISOString() })
    expect(new Date(paper.deadline).getTime() - testMoment.getTime()).toBe(45 * 60_000)
    const keys = new Set<string>()
    JSON.stringify(reply.raw, (key, value: unknown) => (keys.add(key), value))
    for (const key of ['correct', 'trueOptionList', 'analysis', 'trueFlag', 'rightIds']) expect(keys).not.toContain(key)
  })

  test('goes on with the running attempt, its answers and its clock', async () => {
    const first = await start(learner, exams.theory)
    const question = questionsOf(first)[0]
    await save(learner, first, question?.questionId ?? 0, String(question?.optionList[1]?.optionId))
    api.clock.advance({ minutes: 5 })
    const again = await start(learner, exams.theory)
    expect(again).toMatchObject({ instanceId: first.instanceId, answerId: first.answerId, residueTime: 300_000, epoch: 2 })
    expect(again.examAnswerUserRelationList).toEqual([{ questionId: question?.questionId, resultIds: String(question?.optionList[1]?.optionId) }])
  })

  test('that is refused leaves nothing behind', async () => {
    const standings = () => api.db.execute(sql`select 1 from exam_standings where tenant_id = 82 and learner_id = ${learner.userId} and exam_id in (${exams.renewal}, 8011)`)
    expectRefusal(await startReply(learner, exams.renewal), '考试未开始或考试已结束')
    expectStatus(await startReply(learner, exams.theory, { instanceId: 12345 }), 404)
    expect((await standings()).rows).toEqual([])
    for (const value of hostileValues.filter((one) => ![0, '-1', -1, '', null].includes(one as never))) {
      for (const key of ['examPlanId', 'otherContentId', 'contentId', 'instanceId', 'intentId']) expect([200, 400, 404]).toContain((await startReply(learner, exams.theory, { [key]: value })).status)
    }
  })

  test('is refused outside the window, without attempts, for a practical exam, and for an exam of others', async () => {
    expectRefusal(await startReply(learner, exams.renewal), '考试未开始或考试已结束')
    api.clock.advance({ days: 400 })
    const late = await api.loginAs('learner001', 82)
    expectRefusal(await startReply(late, exams.theory), '考试未开始或考试已结束')
    api.clock.set(testMoment)
    await sit(api, learner, exams.contest, 1)
    expectRefusal(await startReply(learner, exams.contest), '答题次数已用完')
    const liming = await api.loginAs('liming', 82)
    expectRefusal(await startReply(liming, exams.practical), '实操考试请使用移动端参加')
    expectStatus(await startReply(learner, 8011), 404)
    expectStatus(await startReply(learner, 1_010_000 + 8001), 404)
    expectStatus(await startReply(learner, 999_999), 404)
  })

  test('uses one attempt however often and at once it is called', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => start(learner, exams.contest)))
    expect(new Set(replies.map(({ instanceId }) => instanceId)).size).toBe(1)
    expect(replies.map(({ epoch }) => epoch).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('one click never begins a second attempt, also after the hand-in', async () => {
    const first = await start(learner, exams.theory, { intentId: 'click-one-1' })
    expect(await start(learner, exams.theory, { intentId: 'click-one-1' })).toMatchObject({ instanceId: first.instanceId, epoch: first.epoch })
    await handIn(learner, first)
    const refused = await startReply(learner, exams.theory, { intentId: 'click-one-1' })
    expectRefusal(refused, '试卷已提交')
    expect(refused.data).toMatchObject({ reason: 'handedIn', instanceId: first.instanceId, answerId: first.answerId })
    expectRefusal(await startReply(learner, exams.theory, { instanceId: first.instanceId }), '试卷已提交')
    expect((await start(learner, exams.theory, { intentId: 'click-two-2' })).instanceId).not.toBe(first.instanceId)
  })

  test('gives extra time, also in the formula of the contract', async () => {
    const slow = await api.loginAs('learner010', 82)
    const paper = await start(slow, exams.theory)
    expect(paper).toMatchObject({ answerTime: 68, extraTimeFactor: 1.5 })
    const left = () => new Date(paper.deadline).getTime() - api.clock.now().getTime()
    expect(left()).toBe(67.5 * 60_000)
    expect(paper.answerTime * 60_000 - paper.residueTime).toBe(left())
  })

  test('ends with the window where that is earlier', async () => {
    const info = dataOf(await learner.get<{ endTime: string }>('/train/examPlanApp/info', { examPlanId: exams.theory }))
    const end = new Date(`${info.endTime.replace(' ', 'T')}+08:00`)
    api.clock.set(new Date(end.getTime() - 10 * 60_000))
    const early = await api.loginAs(`learner${(number += 1)}`, 82)
    const paper = await start(early, exams.theory)
    // The seed ends windows in the last millisecond of a second.
    expect(Math.abs(new Date(paper.deadline).getTime() - end.getTime())).toBeLessThan(1000)
    expect(paper.answerTime * 60_000 - paper.residueTime).toBe(new Date(paper.deadline).getTime() - api.clock.now().getTime())
  })
})

describe('saving', () => {
  test('keeps, changes and takes back; what was sent twice is one receipt', async () => {
    const paper = await start(learner, exams.theory)
    const [one, two] = paper.questionTwoList
    if (!one || !two) throw new Error('no questions')
    const [a, b] = one.optionList.map(({ optionId }) => optionId)
    const saved = await save(learner, paper, one.questionId, `${b}&${a}`, { opId: 'operation-1', seq: 1, epoch: 1 })
    expect(saved).toMatchObject({ outcome: 'saved', seq: 1, receipt: { link: 1, opId: 'operation-1', previousHash: '0'.repeat(64) } })
    expect(saved.receipt?.answerHash).toBe(createHash('sha256').update(`operation-1|${one.questionId}|${a}&${b}`).digest('hex'))
    const again = await save(learner, paper, one.questionId, `${b}&${a}`, { opId: 'operation-1', seq: 1, epoch: 1 })
    expect(again.receipt).toEqual(saved.receipt)
    expect(await save(learner, paper, one.questionId, String(a), { opId: 'operation-0', seq: 0, epoch: 1 })).toMatchObject({ outcome: 'superseded' })
    await save(learner, paper, two.questionId, String(two.optionList[0]?.optionId), { opId: 'operation-2', seq: 2, epoch: 1 })
    const cleared = await save(learner, paper, two.questionId, '', { opId: 'operation-3', seq: 3, epoch: 1 })
    expect(cleared.receipt).toMatchObject({ link: 3 })
    expect(await savedOf(learner, exams.theory)).toEqual(new Map([[one.questionId, `${a}&${b}`]]))
  })

  test('of one writer: an older epoch is told, and changes nothing', async () => {
    const first = await start(learner, exams.theory)
    const second = await start(learner, exams.theory)
    const question = first.questionOneList[0]
    const [x, y] = question?.optionList.map(({ optionId }) => String(optionId)) ?? []
    await save(learner, second, question?.questionId ?? 0, x ?? '', { opId: 'writer-two-1', seq: 1, epoch: second.epoch })
    const stale = await saveReply(learner, { answerId: first.answerId, questionId: question?.questionId, answer: y, opId: 'writer-one-9', seq: 9, epoch: first.epoch })
    expectRefusal(stale, '该试卷已在其他窗口打开')
    expect(stale.data).toMatchObject({ reason: 'epoch', epoch: second.epoch })
    const taken = dataOf(await learner.post<WireStart>('/train/examPlanApp/takeOverAnswer', { instanceId: first.instanceId, answerId: first.answerId }))
    expect(taken).toMatchObject({ epoch: second.epoch + 1, seq: 1, examAnswerUserRelationList: [{ questionId: question?.questionId, resultIds: x }] })
    expect(await save(learner, first, question?.questionId ?? 0, y ?? '', { opId: 'writer-one-9', seq: 9, epoch: taken.epoch })).toMatchObject({ outcome: 'saved' })
    expect(await clock(learner, first.instanceId)).toMatchObject({ epoch: taken.epoch, seq: 9, status: 'running' })
  })

  test('many at once, each with its own answer', async () => {
    const paper = await start(learner, exams.theory)
    const [one, two] = paper.questionOneList
    const change = (seq: number, questionId: number | undefined, answer: unknown) => ({ opId: `queued-${seq}-op`, seq, questionId, answer })
    const reply = dataOf(
      await batch(learner, {
        instanceId: paper.instanceId, answerId: paper.answerId, epoch: 1,
        answers: [
          change(1, one?.questionId, one?.optionList[0]?.optionId), change(2, one?.questionId, one?.optionList[1]?.optionId), change(3, two?.questionId, two?.optionList[2]?.optionId),
          change(4, two?.questionId, one?.optionList[0]?.optionId), change(5, 999_999, '1'), change(6, two?.questionId, `${two?.optionList[0]?.optionId}&${two?.optionList[1]?.optionId}`),
        ],
      }),
    )
    expect(reply.results.map(({ status, reason }) => reason ?? status)).toEqual(['saved', 'saved', 'saved', 'notAnOption', 'notOnPaper', 'tooManyOptions'])
    expect(reply.results.slice(0, 3).map(({ receipt }) => receipt?.link)).toEqual([1, 2, 3])
    expect(await savedOf(learner, exams.theory)).toEqual(new Map([[one?.questionId, String(one?.optionList[1]?.optionId)], [two?.questionId, String(two?.optionList[2]?.optionId)]]))
  })

  test('refuses what does not fit, and nothing changes', async () => {
    const paper = await start(learner, exams.theory)
    const [single, judgement] = [paper.questionOneList[0], paper.questionThreeList[0]]
    if (!single || !judgement) throw new Error('no questions')
    const attempt = { answerId: paper.answerId }
    const options = single.optionList.map(({ optionId }) => optionId)
    expectRefusal(await saveReply(learner, { ...attempt, questionId: 5001, answer: '50011' }), '题目不在试卷中')
    expectRefusal(await saveReply(learner, { ...attempt, questionId: single.questionId, answer: judgement.optionList[0]?.optionId }), '选项不属于该题目')
    expectRefusal(await saveReply(learner, { ...attempt, questionId: single.questionId, answer: options.slice(0, 2).join('&') }), '该题目只能选择一个选项')
    expectRefusal(await saveReply(learner, { ...attempt, questionId: judgement.questionId, answer: judgement.optionList.map(({ optionId }) => optionId).join('&') }), '该题目只能选择一个选项')
    expectStatus(await saveReply(other, { ...attempt, questionId: single.questionId, answer: options[0] }), 404)
    expectStatus(await saveReply(learner, { answerId: paper.answerId + 1, questionId: single.questionId, answer: options[0] }), 404)
    expectStatus(await saveReply(learner, { ...attempt, instanceId: paper.instanceId + 1, questionId: single.questionId, answer: options[0] }), 404)
    for (const answer of ['1;2', 'A', `${options[0]},${options[1]}`, '1&&2', -1, 1.5, {}, true]) expectStatus(await saveReply(learner, { ...attempt, questionId: single.questionId, answer }), 400)
    for (const value of hostileValues.filter((one) => ![0, '-1', -1, '', null].includes(one as string))) {
      expect([200, 400, 404]).toContain((await saveReply(learner, { answerId: value, questionId: single.questionId, answer: options[0] })).status)
      expect([200, 400, 404]).toContain((await saveReply(learner, { ...attempt, questionId: value, answer: options[0] })).status)
    }
    for (const opId of ['short', 'x'.repeat(65), "'; drop"]) expectStatus(await saveReply(learner, { ...attempt, questionId: single.questionId, answer: options[0], opId }), 400)
    expect(await savedOf(learner, exams.theory)).toEqual(new Map())
    expect(await clock(learner, paper.instanceId)).toMatchObject({ seq: 0 })
  })
})

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

  test('belongs to the learner and to the exam', async () => {
    const paper = await start(learner, exams.theory)
    expectStatus(await other.post('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId }), 404)
    expectStatus(await learner.post('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId, examPlanId: exams.quick }), 404)
    expectStatus(await learner.post('/train/examPlanApp/submitPaper', {}), 400)
    expectStatus(await learner.post('/train/examPlanApp/submitPaper', { answerId: paper.answerId, instanceId: paper.instanceId, userId: other.userId }), 403)
    expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'running' })
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
    expect(await handIn(learner, paper)).toMatchObject({ userScore: -1, passStatus: 0, integral: [] })
    const info = dataOf(await learner.get<{ cannotanswer: number; useRecord: unknown[] }>('/train/examPlanApp/info', { examPlanId: exams.assessment }))
    expect(info).toMatchObject({ cannotanswer: 1, useRecord: [{ score: -1, answerStatus: 6, passStatus: 0 }] })
  })
})

describe('when time is over', () => {
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
    expect(await row()).toMatchObject({ useRecord: [{ id: paper.instanceId, score: null, passStatus: 0, finishTime: '2026-03-10 10:01:00' }] })
    expectRefusal(await learner.post('/train/examPlanApp/joinError', { errorType: 1, questionId: three, instanceId: paper.instanceId, answerId: paper.answerId }), '试卷未提交')
    expect(await start(learner, exams.quick)).toMatchObject({ instanceId: paper.instanceId, status: 'handedIn', residueTime: 60_000 })
    expect(await handIn(learner, paper)).toMatchObject({ repeated: true, userScore: 40, handIn: { by: 'deadline', answeredCount: 2, time: new Date(testMoment.getTime() + 60_000).toISOString() } })
    expect(await row()).toMatchObject({ useRecord: [{ score: 40, usedMs: 60_000 }] })
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

  test('no more seconds than have passed, and no bad input', async () => {
    const { instanceId } = await start(learner, exams.contest)
    api.clock.advance({ seconds: 20 })
    expect(await away(learner, instanceId, 100_000)).toMatchObject({ switchTime: 20, exhausted: null })
    for (const switchTime of [-1, 'abc', 1e9, {}]) expectStatus(await learner.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime }), 400)
    expectStatus(await learner.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime: 5, reason: 'nonsense' }), 400)
    expectStatus(await other.post('/train/examPlanApp/updateInstanceInfo', { instanceId, switchTime: 5 }), 404)
    expect(await away(learner, instanceId, 0)).toMatchObject({ switchNumber: 1 })
  })
})

describe('receipts', () => {
  test('form a chain anybody can check, and are told when the paper is handed in', async () => {
    const paper = await start(learner, exams.theory)
    for (const [at, { questionId, optionList }] of questionsOf(paper).slice(0, 5).entries()) await save(learner, paper, questionId, String(optionList[0]?.optionId), { opId: `receipt-${at}-x`, seq: at + 1 })
    expectRefusal(await learner.get('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }), '试卷未提交')
    const report = await handIn(learner, paper)
    const all = dataOf(await learner.get<{ receipts: WireReceipt[]; publicKey: string; handIn: { number: string; head: string; hash: string; signature: string } }>('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }))
    let previous = '0'.repeat(64)
    for (const one of all.receipts) {
      expect(one.previousHash).toBe(previous)
      expect(createHash('sha256').update(['receipt', 82, one.instanceId, one.link, one.questionId, one.answerHash, one.time, one.previousHash].join('|')).digest('hex')).toBe(one.hash)
      expect(verify(null, Buffer.from(one.hash), all.publicKey, Buffer.from(one.signature, 'base64url'))).toBe(true)
      previous = one.hash
    }
    expect(all.handIn).toMatchObject({ number: report.handIn.number, head: previous })
    expectStatus(await other.get('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }), 404)

    const check = async (query: Record<string, unknown>, tenant = 82) => dataOf(await api.visitor(tenant).get<Record<string, unknown> | null>('/train/web/checkAnswerReceipt', query))
    const third = all.receipts[2]
    const checked = await check({ code: third?.code.toLowerCase(), signature: third?.signature })
    expect(checked).toMatchObject({ kind: 'answer', valid: true, hash: third?.hash, handedIn: true, title: '低压电工理论考试' })
    expect(checked).not.toHaveProperty('opId')
    expect(await check({ code: third?.code, signature: all.receipts[1]?.signature })).toMatchObject({ valid: false })
    expect(await check({ code: report.handIn.number })).toMatchObject({ kind: 'handIn', valid: true, answeredCount: 5, by: 'learner' })
    for (const code of [`${third?.code.slice(0, -1)}Z`, 'nonsense', `${third?.code.slice(0, -4)}0000`, '../../etc']) expect(await check({ code })).toBeNull()
    expect(await check({ code: third?.code }, 101)).toBeNull()

    // A tenant that came from another platform brings along what receipts were signed with there.
    const former = newSigningKey()
    const signature = signHash(former, third?.hash ?? '')
    expect(await check({ code: third?.code, signature })).toMatchObject({ valid: false })
    await addFormerReceiptKey(api.db, { tenantId: 82, publicKey: former.publicKey, now: api.clock.now() })
    expect(await check({ code: third?.code, signature })).toMatchObject({ valid: true })
    expect(await check({ code: third?.code, signature: third?.signature })).toMatchObject({ valid: true })
  })
})
