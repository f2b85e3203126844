import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withTx } from '../db/tx.ts'
import { countAnswer } from '../queries/mistake-schedule.ts'
import { addMistakes } from '../queries/mistakes.ts'
import { exams, handIn, questionsOf, rightAnswers, save, start } from './exam-world.ts'
import { meeting, onServer } from './meeting.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectKeys, expectRefusal, expectStatus, hostileValues, pageNoise } from './world.ts'
import type { WirePage } from './world.ts'

type Wrong = { id: number; errorType: number; questionType: number; questionId: number; subjectId: number; wrongTime: string; streak: number; origin: { kind: string; id: number; name: string }; userOptionList: number[]; trueOptionList: number[]; instanceId: number | null; answerId: number | null }

let api: TestApi
let liming: TestLearner
let sunli: TestLearner
let learner: TestLearner
let number = 200

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  sunli = await api.loginAs('sunli', 143)
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${(number += 1)}`, 82)
})

const list = async (query: Record<string, unknown> = {}, who = liming) => dataOf(await who.get<WirePage<Wrong>>('/train/examPlanApp/findError', { errorType: 1, sort: 1, ...query }))
const subjects = async (errorType: number, who = liming) => dataOf(await who.get<{ id: number; title: string; count: number }[]>('/train/subjectClassify/getSubjectListExamErrorBySubjectId', { errorType, languageType: 1 }))
const detail = async (query: Record<string, unknown>, who = liming) => dataOf(await who.get<Record<string, unknown> | null>('/train/examPlanApp/examErrorDetail', query))
const join = (body: Record<string, unknown>, who = liming) => who.post<{ id: number }>('/train/examPlanApp/joinError', body)
const remove = async (body: Record<string, unknown>, who = liming) => dataOf(await who.post('/train/examPlanApp/removeError', body))

describe('the book', () => {
  test('holds twelve of each kind, of all question types and several subjects', async () => {
    for (const errorType of [1, 2, 3]) {
      const all = await list({ errorType, size: 50 })
      expect(all).toMatchObject({ total: 12, size: 50, current: 1, pages: 1, ...pageNoise })
      const rows = await subjects(errorType)
      expect(rows.length).toBeGreaterThanOrEqual(2)
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(12)
      let sum = 0
      for (const { id, count } of rows) {
        const of = await list({ errorType, subjectId: id, size: 50 })
        expect(of.records.every((row) => row.subjectId === id)).toBe(true)
        expect(of.total).toBe(count)
      }
      for (const questionType of [1, 2, 3]) {
        const of = await list({ errorType, questionType, size: 50 })
        expect(of.records.every((row) => row.questionType === questionType)).toBe(true)
        sum += of.total
      }
      expect(sum).toBe(12)
    }
  })

  test('comes in pages, newest or oldest first, and empty past the end', async () => {
    const [newest, oldest] = [await list({ size: 5 }), await list({ size: 50, sort: 2 })]
    expect(newest.records.map(({ wrongTime }) => wrongTime)).toEqual(newest.records.map(({ wrongTime }) => wrongTime).toSorted().toReversed())
    expect(oldest.records.map(({ wrongTime }) => wrongTime)).toEqual(oldest.records.map(({ wrongTime }) => wrongTime).toSorted())
    expect(await list({ size: 5, current: 4 })).toMatchObject({ records: [], total: 12, pages: 3 })
    expect((await list({}, sunli)).total).toBe(0)
    expect((await list({ errorType: 3 }, sunli)).total).toBeGreaterThan(0)
    for (const errorType of [0, 4, 'x']) expectStatus(await liming.get('/train/examPlanApp/findError', { errorType }), 400)
    for (const value of hostileValues) for (const key of ['subjectId', 'questionType', 'sort', 'size', 'current', 'due']) expect([200, 400]).toContain((await liming.get('/train/examPlanApp/findError', { errorType: 1, [key]: value })).status)
    expectStatus(await liming.get('/train/examPlanApp/findError', { errorType: 1, userId: sunli.userId }), 403)
  })

  test('takes back what was taken out, also of a bank that is not practised', async () => {
    const [one] = (await list({ errorType: 3 })).records
    const question = { errorType: 3, questionId: one?.questionId, questionType: one?.questionType, questionContent: '', resultIds: '', isTrueFlag: 0 }
    const before = (await list({ errorType: 3 })).total
    expect((await liming.post('/train/examPlanApp/removeError', { errorType: 3, id: one?.id })).code).toBe(0)
    expect((await list({ errorType: 3 })).total).toBe(before - 1)
    expect((await liming.post('/train/examPlanApp/joinError', question)).code).toBe(0)
    expect((await list({ errorType: 3 })).total).toBe(before)
    // As it was: the answer, the day, its place in the list; twice is no error.
    expect((await list({ errorType: 3 })).records[0]).toEqual(one)
    expect((await liming.post('/train/examPlanApp/joinError', question)).code).toBe(0)
    expect((await list({ errorType: 3 })).total).toBe(before)
    for (const errorType of [1, 2]) {
      const [exam] = (await list({ errorType })).records
      const name = { errorType, questionId: exam?.questionId, questionType: 1, questionContent: '', instanceId: exam?.instanceId, answerId: exam?.answerId }
      expect((await liming.post('/train/examPlanApp/removeError', { ...name, id: exam?.id })).code).toBe(0)
      expect((await liming.post('/train/examPlanApp/joinError', name)).code).toBe(0)
      expect((await list({ errorType })).records[0]).toEqual(exam)
    }
  })

  test('takes back what was taken out with the answer it went with, or with the right one, as it was; with another wrong one as answered anew', async () => {
    const one = (await list({ errorType: 3, questionType: 1 })).records.find(({ userOptionList }) => userOptionList.length > 0) as Wrong
    const ofList = async () => (await list({ errorType: 3 })).records.find(({ id }) => id === one.id)
    const body = { errorType: 3, questionId: one.questionId, questionType: one.questionType, questionContent: '', isTrueFlag: 0 }
    dataOf(await liming.post('/train/examPlanApp/gradeError', { id: one.id, grade: 3, opId: 'mistakes-graded' }))
    await api.db.execute(sql`update mistakes set streak = 2 where tenant_id = 82 and mistake_id = ${one.id}`)
    const before = await ofList()
    expect(before).toMatchObject({ streak: 2, dueTime: expect.any(String) })
    api.clock.advance({ minutes: 5 })
    await remove({ errorType: 3, id: one.id })
    dataOf(await join({ ...body, resultIds: one.userOptionList.toSorted((a, b) => b - a).join('&') }))
    expect(await ofList()).toEqual(before)
    // Answered right in an exercise, taken out and put back: the book is of wrong answers, and the last of them stays.
    await remove({ errorType: 3, id: one.id })
    dataOf(await join({ ...body, resultIds: one.trueOptionList.join('&'), isTrueFlag: 1 }))
    expect(await ofList()).toEqual(before)
    const other = dataOf(await liming.get<{ optionList: { optionId: number }[] }>('/train/examPlanApp/examErrorDetail', { examErrorId: one.id })).optionList.find(({ optionId }) => !one.userOptionList.includes(optionId) && !one.trueOptionList.includes(optionId))
    await remove({ errorType: 3, id: one.id })
    dataOf(await join({ ...body, resultIds: String(other?.optionId) }))
    expect(await ofList()).toMatchObject({ streak: 0, dueTime: null, userOptionList: [other?.optionId] })
  })

  test('shows the last wrong answer of what stands there by practice, and of an exam the exam’s', async () => {
    for (const errorType of [1, 3]) {
      const one = (await list({ errorType, questionType: 1, size: 50 })).records[0] as Wrong
      const answered = async () => (await list({ errorType, questionType: 1, size: 50 })).records.find(({ id }) => id === one.id)?.userOptionList
      const options = dataOf(await liming.get<{ optionList: { optionId: number }[] }>('/train/examPlanApp/examErrorDetail', { examErrorId: one.id })).optionList.map(({ optionId }) => optionId)
      const other = options.find((id) => !one.trueOptionList.includes(id) && !one.userOptionList.includes(id))
      const answer = async (optionId: number | undefined) => {
        const { drawId } = dataOf(await liming.get<{ drawId: number }>('/train/practiceCenter/mistakeDraw', { mistakeId: one.id }))
        dataOf(await liming.post('/train/practiceCenter/savePracticeDraw', { drawId, answers: [{ questionId: one.questionId, resultIds: String(optionId) }], elapsedSeconds: 1 }))
      }
      await answer(other)
      const shown = errorType === 3 ? [other] : one.userOptionList
      expect(await answered()).toEqual(shown)
      await answer(one.trueOptionList[0])
      expect(await answered()).toEqual(shown)
    }
  })

  test('names where each question came from', async () => {
    const theory = (await list({ size: 50 })).records
    for (const { origin } of theory) expect(['exam', 'course']).toContain(origin.kind)
    for (const { origin } of theory) expect(origin.name).not.toBe('')
    for (const { origin } of (await list({ errorType: 3, size: 50 })).records) expect(origin.kind).toBe('subject')
    for (const { origin } of (await list({ errorType: 2, size: 50 })).records) expect(['course', 'subject', 'exam']).toContain(origin.kind)
  })

  test('shows one question with everything about it', async () => {
    const [one] = (await list()).records
    const shown = await detail({ questionId: one?.questionId, instanceId: one?.instanceId, answerId: one?.answerId, errorType: 1 })
    expectKeys(shown, 'questionId questionType questionContent score optionList userOptionList trueOptionList trueFlag isErrorFlag errorId analysis trueStr totalAnswers statisticsEntityList id errorType userId instanceId answerId subjectId subjectName addTime wrongTime streak mayLeave dueTime grade origin intervals')
    expect((shown as { statisticsEntityList: unknown[] }).statisticsEntityList.length).toBeGreaterThan(0)
    // Practice is no exam whose shares could stand beside those of all.
    const [practised] = (await list({ errorType: 3 })).records
    expect(await detail({ examErrorId: practised?.id })).toMatchObject({ id: practised?.id, statisticsEntityList: [] })
    expect(shown).toMatchObject({ errorId: one?.id, isErrorFlag: 1, trueFlag: 0, userOptionList: one?.userOptionList, trueOptionList: one?.trueOptionList })
    expect(await detail({ examErrorId: one?.id })).toMatchObject({ id: one?.id })
    expect(await detail({ examErrorId: one?.id }, sunli)).toBeNull()
    expect(await detail({ examErrorId: 1 })).toBeNull()
    expect(await detail({})).toBeNull()
  })
})

test('a question that is in the book of exams and of practice is shown as the attempt has it, where nothing else says which', async () => {
  const one = (await list()).records[0] as Wrong
  await api.db.execute(sql`
    insert into mistakes (tenant_id, mistake_id, learner_id, source, question_id, question_kind, subject_id, option_ids, added_at, wrong_at)
    select tenant_id, mistake_id + 500000000000, learner_id, 'practice', question_id, question_kind, subject_id, option_ids, added_at, wrong_at + interval '1 minute' from mistakes where tenant_id = 82 and mistake_id = ${one.id}`)
  const { questionId, instanceId, answerId } = one
  expect(await detail({ questionId })).toMatchObject({ errorType: 3 })
  for (const named of [{ instanceId, answerId }, { instanceId }, { answerId }]) expect(await detail({ questionId, ...named })).toMatchObject({ id: one.id, errorType: 1 })
  expect(await detail({ questionId, instanceId, answerId: 1 })).toBeNull()
  // By its source, or its own id, it is one entry, of whichever attempt it is now.
  expect(await detail({ questionId, errorType: 1, instanceId: 1 })).toMatchObject({ id: one.id })
  expect(await detail({ examErrorId: one.id, instanceId: 1 })).toMatchObject({ id: one.id })
  await api.db.execute(sql`delete from mistakes where tenant_id = 82 and mistake_id = ${one.id + 500_000_000_000}`)
})

/** What a learner's book holds of 低压电工理论考试, newest first; the crowd has made mistakes elsewhere before. */
const ofExam = async (who: TestLearner) => (await list({ size: 500 }, who)).records.filter(({ origin }) => origin.id === exams.theory)

describe('entering and leaving', () => {
  test('a hand-in puts what was answered wrong into it, once, and the ranking follows', async () => {
    const paper = await start(learner, exams.theory)
    const right = await rightAnswers(api, paper.paperId)
    const wrong = paper.questionOneList.slice(0, 3)
    for (const { questionId, optionList } of wrong) await save(learner, paper, questionId, String(optionList.find(({ optionId }) => String(optionId) !== right.get(questionId))?.optionId))
    const fine = paper.questionThreeList[0]
    await save(learner, paper, fine?.questionId ?? 0, right.get(fine?.questionId ?? 0) ?? '')
    expect(await ofExam(learner)).toEqual([])
    await handIn(learner, paper)
    const held = await ofExam(learner)
    expect(held.map(({ questionId }) => questionId).toSorted()).toEqual(wrong.map(({ questionId }) => questionId).toSorted())
    for (const row of held) expect(row).toMatchObject({ instanceId: paper.instanceId, answerId: paper.answerId, origin: { kind: 'exam', id: exams.theory, name: '低压电工理论考试' }, streak: 0 })
    const review = dataOf(await learner.get<{ questionId: number; isErrorFlag: number; errorId: number | null }[]>('/train/examPlanApp/answerDetail', { examPlanId: exams.theory, instanceId: paper.instanceId, answerId: paper.answerId }))
    const flagged = review.filter(({ isErrorFlag }) => isErrorFlag === 1).map(({ errorId }) => errorId)
    for (const { id } of held) expect(flagged).toContain(id)

    // Removing keeps it out until it is answered wrong again.
    const first = held[0] as Wrong
    await remove({ errorType: 1, questionId: first.questionId, instanceId: paper.instanceId, answerId: paper.answerId }, learner)
    await remove({ errorType: 1, questionId: first.questionId, instanceId: paper.instanceId, answerId: paper.answerId }, learner)
    expect(await ofExam(learner)).toHaveLength(2)
    const next = await start(learner, exams.theory)
    await save(learner, next, first.questionId, String(first.userOptionList[0]))
    await handIn(learner, next)
    expect((await ofExam(learner))[0]).toMatchObject({ questionId: first.questionId, instanceId: next.instanceId, streak: 0 })
    expect(await ofExam(learner)).toHaveLength(3)
  })

  test('the learner adds from a review, never from a paper that is open', async () => {
    const paper = await start(learner, exams.theory)
    const question = questionsOf(paper)[5]
    const body = { errorType: 1, questionId: question?.questionId, instanceId: paper.instanceId, answerId: paper.answerId, questionType: 1, questionContent: '<p>anything</p>' }
    expectRefusal(await join(body, learner), '该题目在您正在作答的试卷中，交卷后才能查看')
    await handIn(learner, paper)
    // What is no practice question cannot be looked up by adding it as one.
    expectStatus(await join({ errorType: 3, questionId: question?.questionId, resultIds: '' }, learner), 404)
    const { id } = dataOf(await join(body, learner))
    expect(dataOf(await join(body, learner)).id).toBe(id)
    expect(await detail({ examErrorId: id }, learner)).toMatchObject({ questionId: question?.questionId, trueFlag: 0 })
    expectStatus(await join({ ...body, questionId: 999_999 }, learner), 404)
    expectStatus(await join({ ...body, questionId: 5001 }, learner), 404)
    expectStatus(await join(body), 404)
    await remove({ id }, liming)
    expect((await ofExam(learner)).map((row) => row.id)).toEqual([id])
    // Whoever names neither a mistake nor a question of a kind is told so, and nothing leaves.
    for (const nothing of [{}, { errorType: 1 }, { id: '', errorType: 1 }, { questionId: question?.questionId }]) expectStatus(await learner.post('/train/examPlanApp/removeError', nothing), 400)
    expect(await ofExam(learner)).toHaveLength(1)
    await remove({ errorType: 1, id }, learner)
    await remove({ errorType: 1, id }, learner)
    expect(await ofExam(learner)).toEqual([])
  })

  test('from practice by the learner’s own press, twice harmlessly', async () => {
    const drawn = dataOf(await sunli.get<{ question: { questionId: number; questionType: number; optionList: { optionId: number }[]; trueOptionList: number[]; errorId: number | null }[] }>('/train/practiceCenter/subjectRandomQuestion', { subjectId: dataOf(await sunli.get<{ id: number; questionAllCount: number }[]>('/train/practiceCenter/subjectQuestionCountByClassifyId', { classifyId: 0 })).find(({ questionAllCount }) => questionAllCount === 120)?.id, randomCount: 100 }))
    const question = drawn.question.find(({ errorId }) => errorId === null)
    const before = (await list({ errorType: 3 }, sunli)).total
    const body = { errorType: 3, questionType: question?.questionType, questionId: question?.questionId, resultIds: String(question?.optionList[0]?.optionId), isTrueFlag: 0, userId: sunli.userId }
    const [one, two] = await Promise.all([join(body, sunli), join(body, sunli)])
    expect(dataOf(one).id).toBe(dataOf(two).id)
    expect((await list({ errorType: 3 }, sunli)).total).toBe(before + 1)
    expectRefusal(await join({ ...body, questionId: drawn.question.find(({ errorId, questionId }) => errorId === null && questionId !== question?.questionId)?.questionId }, sunli), '选项不属于该题目')
    expectStatus(await join({ ...body, userId: liming.userId }), 404)
    await Promise.all([remove({ errorType: 3, id: dataOf(one).id }, sunli), remove({ errorType: 3, id: dataOf(one).id }, sunli)])
    expect((await list({ errorType: 3 }, sunli)).total).toBe(before)
  })

  test('what is answered wrong in an exam again is due at once, and known as little as what is answered wrong in practice', async () => {
    const who = { tenantId: 82, userId: learner.userId }
    const [inExam, inPractice] = [9_000_001, 9_000_002]
    const wrong = (questionIds: number[], day: string) => withTx(api.db, (tx) => addMistakes(tx, { ...who, source: 'theory', wrong: questionIds.map((questionId) => ({ questionId, questionKind: 'single', subjectId: 1, optionIds: '1' })), now: new Date(day) }))
    const answer = (questionId: number, day: string, right = true) => withTx(api.db, async (tx) => (await countAnswer(tx, { ...who, questionId, optionIds: [1], right, now: new Date(day) }))[0])
    await wrong([inExam, inPractice], '2026-01-05')
    const known = ['2026-01-06', '2026-01-12', '2026-02-10', '2026-05-20']
    for (const day of known) for (const questionId of [inExam, inPractice]) await answer(questionId, day)
    await wrong([inExam], '2026-10-01')
    await answer(inPractice, '2026-10-01', false)
    const [[row]] = [(await api.db.execute<{ streak: number; due_at: string; card: Record<string, unknown> }>(sql`select streak, due_at, card from mistakes where tenant_id = 82 and learner_id = ${who.userId} and question_id = ${inExam}`)).rows]
    expect([row?.streak, new Date(row?.due_at ?? 0), row?.card.lapses, 'before' in (row?.card ?? {})]).toEqual([0, new Date('2026-10-01'), 1, false])
    const [one, other] = [await answer(inExam, '2026-10-02'), await answer(inPractice, '2026-10-02')]
    expect(one?.dueAt).toEqual(other?.dueAt)
    expect(one?.dueAt?.toISOString().slice(0, 7)).toBe('2026-10')
  })

  // Two transactions must meet, which they do on a server only.
  test.runIf(onServer)('counts a question once, also when two windows add it at once, and when they bring it back', async () => {
    const paper = await start(learner, exams.theory)
    await handIn(learner, paper)
    const { questionId } = questionsOf(paper)[5] ?? { questionId: 0 }
    const add = async () => dataOf(await join({ errorType: 1, questionId, instanceId: paper.instanceId, answerId: paper.answerId, resultIds: '1' }, learner)).id
    const counts = async () => {
      const { rows } = await api.db.execute(sql`
        select (select count(*) from mistakes where tenant_id = 82 and learner_id = ${learner.userId} and removed_at is null) as held,
          (select coalesce(sum(value), 0) from learner_totals where tenant_id = 82 and learner_id = ${learner.userId} and metric = 'mistakes' and scope = 'tenant') as counted`)
      const [row] = rows as { held: number; counted: number }[]
      return { held: Number(row?.held), counted: Number(row?.counted) }
    }
    const before = await counts()
    expect(before.counted).toBe(before.held)
    const [one, two] = await meeting(api, 'mistakes', [add, add])
    expect(one).toBe(two)
    expect(await counts()).toEqual({ held: before.held + 1, counted: before.counted + 1 })
    await remove({ errorType: 1, id: one }, learner)
    expect(await counts()).toEqual(before)
    await meeting(api, 'mistakes', [add, add])
    expect(await counts()).toEqual({ held: before.held + 1, counted: before.counted + 1 })
  })
  test.runIf(onServer)('comes back as it was, also when two windows bring it back at once', async () => {
    const paper = await start(learner, exams.theory)
    await handIn(learner, paper)
    const { questionId } = questionsOf(paper)[5] ?? { questionId: 0 }
    const back = async () => dataOf(await join({ errorType: 1, questionId, instanceId: paper.instanceId, answerId: paper.answerId }, learner)).id
    const isEntry = sql`tenant_id = 82 and learner_id = ${learner.userId} and question_id = ${questionId}`
    const entry = async () => (await api.db.execute(sql`select mistake_id, option_ids, streak, wrong_at, removed_at from mistakes where ${isEntry}`)).rows
    await back()
    await api.db.execute(sql`update mistakes set option_ids = '7&9', streak = 2 where ${isEntry}`)
    const before = await entry()
    api.clock.advance({ minutes: 5 })
    await remove({ errorType: 1, id: before[0]?.mistake_id }, learner)
    const [one, two] = await meeting(api, 'mistakes', [back, back])
    expect(one).toBe(two)
    expect(await entry()).toEqual(before)
  })
})
