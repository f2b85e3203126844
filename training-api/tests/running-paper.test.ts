import { and, eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { exams, paperQuestions, papers } from '../db/schema/exams.ts'
import { learners } from '../db/schema/learners.ts'
import { messages } from '../rules/messages.ts'
import { handIn, questionsOf, rightAnswers, save, start } from './exam-world.ts'
import type { WireStart } from './exam-world.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectRefusal } from './world.ts'

type Keyed = { id?: number; questionId: number; optionList: { optionId: number }[]; trueOptionList: number[]; analysis: string }
type Reviewed = Keyed & { userOptionList: number[]; trueFlag?: number; isErrorFlag: number; errorId: number | null; trueStr: string | null; statisticsEntityList: unknown[]; beingAnswered?: number }
type Drawn = { drawId: number; question: Keyed[]; answers: { questionId: number }[] }

/** An exam of tenant 143 whose questions all stand in practice, and their subject. */
const [examId, subjectId, bankSize] = [1438001, 1430701, 120]
/** Another exam, of some of the same questions and some others. */
const otherExamId = 1438901

let api: TestApi
let sunli: TestLearner
let paper: WireStart
let asked: number[]

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  await api.db.update(exams).set({ attemptsAllowed: null }).where(and(eq(exams.tenantId, 143), eq(exams.examId, examId)))
  sunli = await api.loginAs('sunli', 143)
}, 300_000)
afterAll(() => api.close())

const begin = async () => {
  paper = await start(sunli, examId)
  asked = questionsOf(paper).map(({ questionId }) => questionId)
}
afterEach(() => handIn(sunli, paper))

const drawSubject = (randomCount: number) => sunli.get<Drawn>('/train/practiceCenter/subjectRandomQuestion', { subjectId, randomCount })
const drawBook = (query: Record<string, unknown> = {}) => sunli.get<Drawn>('/train/practiceCenter/mistakeDraw', { errorType: 3, randomCount: 100, ...query })
const readDraw = (drawId: number) => sunli.get<Drawn>('/train/practiceCenter/practiceDraw', { drawId })
const judge = (drawId: number, { questionId, optionList }: Keyed) =>
  sunli.post<{ judged: Keyed[]; answers: { questionId: number }[] }>('/train/practiceCenter/savePracticeDraw', { drawId, answers: [{ questionId, resultIds: String(optionList[0]?.optionId) }] })
const join = async (questionId: number) => dataOf(await sunli.post<{ id: number }>('/train/examPlanApp/joinError', { errorType: 3, questionType: 1, questionContent: '', resultIds: '', isTrueFlag: 0, questionId })).id
const mistake = (which: Record<string, unknown>) => sunli.get<Keyed>('/train/examPlanApp/examErrorDetail', { errorType: 3, ...which })
const book = async (errorType = 3) => dataOf(await sunli.get<{ records: Keyed[]; total: number }>('/train/examPlanApp/findError', { errorType, size: 500 }))
/** How much the book holds of a source, as each of its calls tells it. */
const counts = async (errorType: number) => {
  const subjects = dataOf(await sunli.get<{ count: number; due: number }[]>('/train/subjectClassify/getSubjectListExamErrorBySubjectId', { errorType }))
  const told = dataOf(await sunli.get<{ counts: { errorType: number; total: number; due: number }[] }>('/train/examPlanApp/errorCounts')).counts.find((one) => one.errorType === errorType)
  return [(await book(errorType)).total, subjects.reduce((sum, { count }) => sum + count, 0), told?.total]
}
const answersOf = (attempt: { instanceId: number; answerId: number }, of = examId) => sunli.get<Reviewed[]>('/train/examPlanApp/answerDetail', { examPlanId: of, instanceId: attempt.instanceId, answerId: attempt.answerId })

describe('while a paper runs, what is right in its questions is told nowhere', () => {
  test('practice leaves them out, and is refused when nothing is left', async () => {
    await begin()
    await handIn(sunli, paper)
    const before = dataOf(await drawSubject(100))
    const [own, other] = [before.question.find(({ questionId }) => asked.includes(questionId)), before.question.find(({ questionId }) => !asked.includes(questionId))]
    if (!own || !other) throw new Error('The draw has none of both.')
    dataOf(await judge(before.drawId, own))

    await begin()
    expect(asked).toHaveLength(20)
    const drawn = dataOf(await drawSubject(100)).question
    expect(drawn).toHaveLength(bankSize - asked.length)
    expect(drawn.filter(({ questionId }) => asked.includes(questionId))).toEqual([])
    const resumed = dataOf(await readDraw(before.drawId))
    expect([...resumed.question, ...resumed.answers].filter(({ questionId }) => asked.includes(questionId))).toEqual([])
    expect(resumed.question).toContainEqual(other)
    expectRefusal(await judge(before.drawId, own), messages.questionBeingAnswered)
    const judged = dataOf(await judge(before.drawId, other))
    expect([judged.judged, judged.answers].map((all) => all.map(({ questionId }) => questionId))).toEqual([[other.questionId], [other.questionId]])

    await handIn(sunli, paper)
    expect(dataOf(await readDraw(before.drawId)).answers).toHaveLength(2)
    dataOf(await judge(before.drawId, own))
  })

  test('a draw is gone on with at the same question, with and without those left out', async () => {
    await begin()
    await handIn(sunli, paper)
    const { drawId, question } = dataOf(await drawSubject(100))
    const goTo = (currentIndex: number) => sunli.post<{ currentIndex: number }>('/train/practiceCenter/savePracticeDraw', { drawId, answers: [], currentIndex })
    const place = async () => {
      const draw = dataOf(await sunli.get<Drawn & { currentIndex: number }>('/train/practiceCenter/practiceDraw', { drawId }))
      return draw.question[draw.currentIndex]?.questionId
    }
    const open = question.flatMap(({ questionId }, at) => (asked.includes(questionId) ? [] : [at]))
    const [at = 0, next = 0] = [open[60], open[70]]
    // Some of those left out come before it: by chance none does, once in ten million draws.
    expect(at).toBeGreaterThan(60)
    dataOf(await goTo(at))

    await begin()
    expect(await place()).toBe(question[at]?.questionId)
    expect(dataOf(await goTo(70))).toMatchObject({ currentIndex: 70 })
    expect(await place()).toBe(question[next]?.questionId)
    await handIn(sunli, paper)
    expect(await place()).toBe(question[next]?.questionId)
  })

  test('the wrong-question book neither shows nor counts them, nor tells by a refusal whether they are in it', async () => {
    await begin()
    await handIn(sunli, paper)
    const [inBook = 0, takenOut = 0, never = 0] = asked.slice(-3)
    const other = dataOf(await drawSubject(100)).question.find(({ questionId }) => !asked.includes(questionId))?.questionId ?? 0
    const [mistakeId, , formerId] = [await join(inBook), await join(other), await join(takenOut)]
    dataOf(await sunli.post('/train/examPlanApp/removeError', { errorType: 3, questionId: takenOut }))
    const before = await counts(3)

    await begin()
    const held = (await book()).records.map(({ questionId }) => questionId)
    expect(held).toContain(other)
    expect(held.filter((id) => asked.includes(id))).toEqual([])
    const left = await counts(3)
    expect(left).toEqual([held.length, held.length, held.length])
    expect(before[0]).toBeGreaterThan(held.length)

    for (const which of [{ examErrorId: mistakeId }, { examErrorId: formerId }, { questionId: inBook }, { questionId: takenOut }, { questionId: never }]) {
      expectRefusal(await mistake(which), messages.questionBeingAnswered)
      expectRefusal(await sunli.post('/train/examPlanApp/removeError', { errorType: 3, ...which }), messages.questionBeingAnswered)
    }
    for (const questionId of [inBook, takenOut, never]) expectRefusal(await sunli.post('/train/examPlanApp/joinError', { errorType: 3, questionId }), messages.questionBeingAnswered)
    for (const id of [mistakeId, formerId]) {
      expectRefusal(await sunli.post('/train/examPlanApp/gradeError', { id, grade: 3 }), messages.questionBeingAnswered)
      expectRefusal(await drawBook({ mistakeId: id }), messages.drawBeingAnswered)
    }
    expect(dataOf(await drawBook()).question.filter(({ questionId }) => asked.includes(questionId))).toEqual([])
    expect(await counts(3)).toEqual(left)

    await handIn(sunli, paper)
    expect(await counts(3)).toEqual(before)
    expect(dataOf(await mistake({ examErrorId: mistakeId })).trueOptionList).not.toEqual([])
    expect(dataOf(await sunli.get<Keyed | null>('/train/examPlanApp/examErrorDetail', { errorType: 3, questionId: takenOut }))).toBeNull()
  })

  test('another exam with some of the questions does not tell how they were answered there', async () => {
    const [exam] = await api.db.select().from(exams).where(and(eq(exams.tenantId, 143), eq(exams.examId, examId)))
    const [sheet] = await api.db.select().from(papers).where(and(eq(papers.tenantId, 143), eq(papers.paperId, exam?.paperId ?? 0)))
    if (!exam || !sheet) throw new Error('The exam is gone.')
    const questions = await api.db.select().from(paperQuestions).where(and(eq(paperQuestions.tenantId, 143), eq(paperQuestions.paperId, exam.paperId)))
    const shared = questions.slice(0, 4)
    await begin()
    const others = dataOf(await drawSubject(2)).question.map(({ questionId }, at) => ({ tenantId: 143, questionId, position: 90 + at, score: 5 }))
    await api.db.insert(papers).values({ ...sheet, paperId: otherExamId, questionCount: 6 })
    await api.db.insert(paperQuestions).values([...shared, ...others].map((one) => ({ ...one, paperId: otherExamId })))
    await api.db.insert(exams).values({ ...exam, examId: otherExamId, paperId: otherExamId, questionCount: 6, attemptsAllowed: null, forEverybody: true })
    const before = await counts(1)

    const second = await start(sunli, otherExamId)
    const right = await rightAnswers(api, otherExamId, 143)
    const hidden = shared.map(({ questionId }) => questionId)
    const [oneRight = 0, oneWrong = 0] = others.map(({ questionId }) => questionId)
    const wrong = new Map(questionsOf(second).map(({ questionId, optionList }) => [questionId, optionList.map(({ optionId }) => String(optionId)).find((id) => id !== right.get(questionId)) ?? '']))
    // Of what is shared every other one is right: which ones, the paper's taker must not learn.
    const answeredRight = [...hidden.filter((_, at) => at % 2 === 0), oneRight]
    for (const questionId of right.keys()) await save(sunli, second, questionId, (answeredRight.includes(questionId) ? right : wrong).get(questionId) ?? '')
    await handIn(sunli, second)

    expect((await book(1)).records.map(({ questionId }) => questionId).filter((id) => [...hidden, ...right.keys()].includes(id))).toEqual([oneWrong])
    expect(await counts(1)).toEqual(before.map((count = 0) => count + 1))
    const answers = dataOf(await answersOf(second, otherExamId))
    expect(answers).toHaveLength(6)
    for (const one of answers.filter(({ questionId }) => hidden.includes(questionId))) {
      expect(one).toMatchObject({ userOptionList: [], trueOptionList: [], analysis: '', isErrorFlag: 0, errorId: null, trueStr: null, statisticsEntityList: [], beingAnswered: 1 })
      expect(one).not.toHaveProperty('trueFlag')
      expect(one.optionList).not.toEqual([])
    }
    const shown = answers.filter(({ questionId }) => !hidden.includes(questionId))
    expect(new Map(shown.map(({ questionId, trueFlag }) => [questionId, trueFlag]))).toEqual(new Map([[oneRight, 1], [oneWrong, 0]]))
    for (const one of shown) expect([one.trueOptionList.length, one.beingAnswered]).toEqual([expect.toSatisfy((length: number) => length > 0), undefined])

    await handIn(sunli, paper)
    expect(dataOf(await answersOf(second, otherExamId)).map(({ trueFlag }) => trueFlag)).toContain(1)
    expect((await book(1)).records.map(({ questionId }) => questionId)).toEqual(expect.arrayContaining(hidden.filter((_, at) => at % 2 === 1)))
  })

  test('an earlier attempt at the same questions waits, with its answers, until the late minute is over', async () => {
    await begin()
    await handIn(sunli, paper)
    const first = paper
    expect(dataOf(await answersOf(first))).toHaveLength(20)

    await begin()
    expectRefusal(await answersOf(first), messages.paperBeingAnswered)
    api.clock.set(new Date(paper.deadline))
    await api.runJob('handInOverdue')
    expectRefusal(await answersOf(first), messages.paperBeingAnswered)
    api.clock.set(new Date(paper.lateUntil))
    expect(dataOf(await answersOf(first))).toHaveLength(20)
  })

  test('somebody else is told everything', async () => {
    await begin()
    const [another] = await api.db.select({ account: learners.account }).from(learners).where(and(eq(learners.tenantId, 143), ne(learners.account, 'sunli'))).limit(1)
    const other = await api.loginAs(another?.account ?? '', 143)
    const questions = dataOf(await other.get<Drawn>('/train/practiceCenter/subjectRandomQuestion', { subjectId, randomCount: 100 })).question
    expect(questions.some(({ questionId }) => asked.includes(questionId))).toBe(true)
  })
})
