import { and, eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { exams } from '../db/schema/exams.ts'
import { learners } from '../db/schema/learners.ts'
import { messages } from '../rules/messages.ts'
import { handIn, questionsOf, start } from './exam-world.ts'
import type { WireStart } from './exam-world.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectRefusal } from './world.ts'

type Keyed = { id?: number; questionId: number; optionList: { optionId: number }[]; trueOptionList: number[]; analysis: string }
type Drawn = { drawId: number; question: Keyed[]; answers: { questionId: number }[] }

/** An exam of tenant 143 whose questions all stand in practice, and their subject. */
const [examId, subjectId, bankSize] = [1438001, 1430701, 120]

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
const mistake = (examErrorId: number) => sunli.get<Keyed>('/train/examPlanApp/examErrorDetail', { examErrorId, errorType: 3 })
const book = async () => dataOf(await sunli.get<{ records: Keyed[] }>('/train/examPlanApp/findError', { errorType: 3, size: 100 })).records
const answersOf = (attempt: { instanceId: number; answerId: number }) => sunli.get<Keyed[]>('/train/examPlanApp/answerDetail', { examPlanId: examId, instanceId: attempt.instanceId, answerId: attempt.answerId })

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

    await join(own.questionId)
    expectRefusal(await drawBook({ mistakeId: (await book()).find(({ questionId }) => questionId === own.questionId)?.id }), messages.drawBeingAnswered)
    await handIn(sunli, paper)
    expect(dataOf(await readDraw(before.drawId)).answers).toHaveLength(2)
    dataOf(await judge(before.drawId, own))
  })

  test('the wrong-question book lists them without, and shows them afterwards', async () => {
    await begin()
    const mistakeId = await join(asked[0] ?? 0)
    expectRefusal(await mistake(mistakeId), messages.questionBeingAnswered)
    const listed = (await book()).filter(({ questionId }) => asked.includes(questionId))
    expect(listed.map(({ id }) => id)).toContain(mistakeId)
    for (const { trueOptionList, analysis } of listed) expect([trueOptionList, analysis]).toEqual([[], ''])

    await handIn(sunli, paper)
    expect(dataOf(await mistake(mistakeId)).trueOptionList).not.toEqual([])
    expect((await book()).find(({ id }) => id === mistakeId)?.trueOptionList).not.toEqual([])
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
