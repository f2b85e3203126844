import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/client.ts'
import { exams as examTable, examStandings, paperQuestions } from '../../db/schema/exams.ts'
import { questionOptions, questions } from '../../db/schema/questions.ts'
import { startAttempt } from '../../queries/attempts.ts'
import type { StartVerdict } from '../../queries/attempts.ts'
import { exams, handIn, questionsOf, save, sit, start, startReply } from '../exam-world.ts'
import { onServer } from '../meeting.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { whileAnotherIsOpen } from '../two-at-once.ts'
import { dataOf, expectRefusal, expectStatus, hostileValues } from '../world.ts'

let api: TestApi
let learner: TestLearner
let number = 100

beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())
// Everybody begins afresh: each test has a learner of its own.
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${(number += 1)}`, 82)
})

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
    expect(again.examAnswerUserRelationList).toEqual([{ questionId: question?.questionId, resultIds: String(question?.optionList[1]?.optionId), seq: 1 }])
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

  test('is refused where the paper is more than anybody could be sent, and costs no attempt', async () => {
    const [paperId, questionId] = [990_001, 990_001]
    const fill = (bytes: number) => api.db.update(questions).set({ content: sql`repeat('x', ${bytes})` }).where(eq(questions.questionId, questionId))
    const used = () => api.db.select({ used: examStandings.attemptsUsed }).from(examStandings).where(and(eq(examStandings.learnerId, learner.userId), eq(examStandings.examId, exams.quick)))
    const [exam] = await api.db.select({ paperId: examTable.paperId }).from(examTable).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.quick)))
    const [one] = await api.db.select().from(questions).innerJoin(questionOptions, and(eq(questionOptions.tenantId, questions.tenantId), eq(questionOptions.questionId, questions.questionId))).where(eq(questions.tenantId, 82)).limit(1)
    await api.db.insert(questions).values({ ...one!.questions, questionId })
    await api.db.insert(questionOptions).values({ ...one!.question_options, questionId })
    await api.db.insert(paperQuestions).values({ tenantId: 82, paperId, questionId, position: 1, score: 1 })
    const has = (paper: number) => api.db.update(examTable).set({ paperId: paper }).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.quick)))
    await has(paperId)
    try {
      await fill(17_000_000)
      const reply = await startReply(learner, exams.quick)
      expectRefusal(reply, '试卷内容过大，无法打开，不会占用答题次数，请联系管理人员')
      expect(reply.data).toEqual({ reason: 'tooLarge' })
      expect(await used()).toEqual([])
      // What is large, and fits, is sent whole.
      await fill(15_000_000)
      expect((await start(learner, exams.quick)).questionCount).toBeGreaterThan(0)
      expect(await used()).toEqual([{ used: 1 }])
    } finally {
      await has(exam!.paperId)
    }
  })

  test('is refused where nothing on the paper can be answered, and costs no attempt', async () => {
    const [paperId, questionId] = [990_002, 990_002]
    const used = (examId: number) => api.db.select({ used: examStandings.attemptsUsed }).from(examStandings).where(and(eq(examStandings.learnerId, learner.userId), eq(examStandings.examId, examId)))
    const own = await api.db.select({ examId: examTable.examId, paperId: examTable.paperId }).from(examTable).where(and(eq(examTable.tenantId, 82), inArray(examTable.examId, [exams.contest, exams.simulation])))
    const has = (examId: number, paper: number) => api.db.update(examTable).set({ paperId: paper }).where(and(eq(examTable.tenantId, 82), eq(examTable.examId, examId)))
    for (const { examId } of own) await has(examId, paperId)
    const isRefused = async () => {
      const reply = await startReply(learner, exams.contest)
      expectRefusal(reply, '试卷没有题目，无法开始，不会占用答题次数，请联系管理人员')
      expect(reply.data).toEqual({ reason: 'empty' })
      expect(await used(exams.contest)).toEqual([])
    }
    try {
      // A simulation is not answered on its paper; that it begins says nothing of an exam with the same one.
      await start(await api.loginAs('liming', 82), exams.simulation)
      await isRefused()
      const [one] = await api.db.select().from(questions).where(eq(questions.tenantId, 82)).limit(1)
      await api.db.insert(questions).values({ ...one!, questionId })
      await api.db.insert(paperQuestions).values({ tenantId: 82, paperId, questionId, position: 1, score: 1 })
      await isRefused()
      await api.db.insert(questionOptions).values({ tenantId: 82, questionId, optionId: 990_002, position: 1, content: 'x', correct: true })
      expect(questionsOf(await start(learner, exams.contest))).toHaveLength(1)
      expect(await used(exams.contest)).toEqual([{ used: 1 }])
    } finally {
      for (const { examId, paperId: before } of own) await has(examId, before)
    }
  })

  test('uses one attempt however often and at once it is called', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => start(learner, exams.contest)))
    expect(new Set(replies.map(({ instanceId }) => instanceId)).size).toBe(1)
    expect(replies.map(({ epoch }) => epoch).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('uses one more attempt however often and at once it is called after a hand-in', async () => {
    await handIn(learner, await start(learner, exams.theory))
    const replies = await Promise.all(Array.from({ length: 8 }, () => start(learner, exams.theory)))
    expect(new Set(replies.map(({ instanceId }) => instanceId)).size).toBe(1)
    expect(replies.map(({ epoch }) => epoch).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const rows = await api.db.execute(sql`select attempts_used from exam_standings where tenant_id = 82 and learner_id = ${learner.userId} and exam_id = ${exams.theory}`)
    expect(rows.rows).toEqual([{ attempts_used: 2 }])
  })

  test('the same click twice at once opens once, also beside another one', async () => {
    const first = await start(learner, exams.theory)
    const replies = await Promise.all(['click-one-1', 'click-one-1', 'click-two-2'].map((intentId) => start(learner, exams.theory, { intentId })))
    expect(new Set(replies.map(({ instanceId }) => instanceId))).toEqual(new Set([first.instanceId]))
    const [one, again, other] = replies.map(({ epoch }) => epoch)
    expect(again).toBe(one)
    expect([one, other].toSorted()).toEqual([2, 3])
  })

  test('tells by its click what an opening has got, also when others have come since, and nothing of one that is not its own', async () => {
    const first = await start(learner, exams.theory, { intentId: 'click-one-1' })
    await start(learner, exams.theory, { intentId: 'click-two-2' })
    const openedBy = async (intentId: string, who = learner) => dataOf(await who.get<{ epoch: number; openedEpoch?: number | null }>('/train/examPlanApp/answerClock', { instanceId: first.instanceId, intentId }))
    expect([await openedBy('click-one-1'), await openedBy('click-two-2'), await openedBy('click-none-3')]).toMatchObject([{ epoch: 2, openedEpoch: 1 }, { epoch: 2, openedEpoch: 2 }, { epoch: 2, openedEpoch: null }])
    expect(dataOf(await learner.get('/train/examPlanApp/answerClock', { instanceId: first.instanceId }))).not.toHaveProperty('openedEpoch')
    await start(learner, exams.quick, { intentId: 'click-other-4' })
    expect((await openedBy('click-other-4')).openedEpoch).toBeNull()
    expectStatus(await learner.get('/train/examPlanApp/answerClock', { instanceId: first.instanceId, intentId: 'x' }), 400)
  })

  test('tells with a click when the attempt was last opened to be written, by whichever click', async () => {
    const first = await start(learner, exams.theory)
    const openedAt = async () => dataOf(await learner.get<{ openedAt: string | null }>('/train/examPlanApp/answerClock', { instanceId: first.instanceId, intentId: 'click-none-3' })).openedAt
    expect(await openedAt()).toBeNull()
    for (const intentId of ['click-one-1', 'click-two-2']) {
      api.clock.advance({ minutes: 1 })
      await start(learner, exams.theory, { intentId })
      expect(await openedAt()).toBe(api.clock.now().toISOString())
    }
    const last = api.clock.now().toISOString()
    api.clock.advance({ minutes: 1 })
    await start(learner, exams.theory, { intentId: 'click-one-1' })
    expect(await openedAt()).toBe(last)
    // Nor does the opening of another exam count.
    api.clock.advance({ minutes: 1 })
    await start(learner, exams.quick, { intentId: 'click-other-4' })
    expect(await openedAt()).toBe(last)
  })

  test('the same click at two exams at once opens one of them', async () => {
    const replies = await Promise.all([exams.theory, exams.quick].map((exam) => startReply(learner, exam, { intentId: 'click-one-1' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  describe.runIf(onServer)('waits for another start that is not committed yet, and goes on with what that one has begun', () => {
    const asked = () => ({ tenantId: 82, userId: learner.userId, examId: exams.theory, now: api.clock.now() })
    const begin = (more: object, from: (verdict: StartVerdict) => void) => async (tx: Db) => from(await startAttempt(tx, { ...asked(), ...more }, () => Promise.reject(new Error('nothing is over'))))

    test.each([['the learner\'s first', false], ['one after a hand-in', true]])('%s', async (_which, isLater) => {
      if (isLater) await handIn(learner, await start(learner, exams.theory))
      let begun: StartVerdict | undefined
      const paper = await whileAnotherIsOpen(api, begin({ intentId: 'click-one-1' }, (verdict) => (begun = verdict)), () => start(learner, exams.theory, { intentId: 'click-two-2' }))
      expect(begun?.verdict === 'opened' && (await begun.opened)).toMatchObject({ epoch: 1, attempt: { attemptId: paper.instanceId } })
      expect(paper.epoch).toBe(2)
    })

    test('the same click', async () => {
      await handIn(learner, await start(learner, exams.theory))
      const paper = await whileAnotherIsOpen(api, begin({ intentId: 'click-one-1' }, () => undefined), () => start(learner, exams.theory, { intentId: 'click-one-1' }))
      expect(paper.epoch).toBe(1)
    })

    test('the same click at another exam, which it then does not open', async () => {
      const reply = await whileAnotherIsOpen(api, begin({ intentId: 'click-one-1' }, () => undefined), () => startReply(learner, exams.quick, { intentId: 'click-one-1' }))
      expect(reply.status).toBe(404)
    })
  })

  test('goes on with the running attempt also when the clock was set back since an earlier one', async () => {
    await handIn(learner, await start(learner, exams.theory))
    api.clock.advance({ minutes: -5 })
    const second = await start(learner, exams.theory)
    expect(await start(learner, exams.theory)).toMatchObject({ instanceId: second.instanceId, epoch: 2 })
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
    expect(left()).toBe(68 * 60_000)
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
