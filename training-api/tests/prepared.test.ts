import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { exams, handIn, questionsOf, save, start } from './exam-world.ts'
import { watchJourneys } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf } from './world.ts'

// What everybody asks all the time is built once, and goes to the database in few journeys.

let api: TestApi
let learner: TestLearner
let number = 150

const sentBy = watchJourneys()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  // Keys are made once, with the first paper.
  const first = await api.loginAs('learner149', 82)
  const paper = await start(first, exams.quick)
  await save(first, paper, questionsOf(paper)[0]!.questionId, '')
}, 300_000)
afterAll(() => {
  vi.restoreAllMocks()
  return api.close()
})
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${(number += 1)}`, 82)
})

/** What was built for this call alone: without a name, or with one that was made for its text. */
const built = async (work: () => Promise<unknown>) => (await sentBy(work)).filter(({ text, name }) => !/^(begin|commit)$/.test(text) && (name === undefined || name.startsWith('text_'))).map(({ text }) => text)
const journeys = async (work: () => Promise<unknown>) => (await sentBy(work)).at(-1)?.journey
const sunli = () => api.loginAs('sunli', 143)
type Drawn = { drawId: number; question: { questionId: number; optionList: { optionId: number }[] }[] }
const draw = async (who: TestLearner, query: Record<string, unknown>) => dataOf(await who.get<Drawn>('/train/practiceCenter/subjectRandomQuestion', { randomCount: 10, ...query }))
async function subjectOf(who: TestLearner) {
  const cards = dataOf(await who.get<{ id: number; questionAllCount: number }[]>('/train/practiceCenter/subjectQuestionCountByClassifyId', { classifyId: 0 }))
  const subjectId = cards.find(({ questionAllCount }) => questionAllCount === 120)!.id
  const { labelTreeList } = dataOf(await who.get<{ labelTreeList: { id: number; children: { id: number }[] }[] }>(`/train/subject/${subjectId}`))
  return { subjectId, tagOneId: labelTreeList[0]!.id, tagOneValueId: labelTreeList[0]!.children[0]!.id }
}

describe('nothing is built anew', () => {
  test('for a start, the first one and those that go on with it', async () => {
    expect(await built(() => start(learner, exams.quick, { intentId: 'intent-1-1' }))).toEqual([])
    expect(await built(() => start(learner, exams.quick, { intentId: 'intent-1-1' }))).toEqual([])
    expect(await built(() => start(learner, exams.quick, { intentId: 'intent-2-2' }))).toEqual([])
    const paper = await start(learner, exams.quick)
    expect(await built(() => start(learner, exams.quick, { instanceId: paper.instanceId }))).toEqual([])
  })

  test('for an answer, by a plain client and by one that sends its epoch', async () => {
    const plain = await start(learner, exams.quick)
    const [{ questionId, optionList }] = questionsOf(plain) as [ReturnType<typeof questionsOf>[number]]
    const answer = String(optionList[0]!.optionId)
    expect(await built(() => save(learner, plain, questionId, answer))).toEqual([])
    const paper = await start(learner, exams.quick, { intentId: 'intent-3-3' })
    const answers = [{ questionId, answer, opId: 'operation-1', seq: 5 }]
    expect(await built(async () => dataOf(await learner.post('/train/examPlanApp/updateAnswerResults', { answerId: paper.answerId, epoch: paper.epoch, answers })))).toEqual([])
    expect(await built(async () => dataOf(await learner.get('/train/examPlanApp/answerClock', { instanceId: paper.instanceId })))).toEqual([])
  })

  test('for a draw, of a whole subject and by its labels', async () => {
    const who = await sunli()
    const { subjectId, ...tags } = await subjectOf(who)
    expect(await built(() => draw(who, { subjectId }))).toEqual([])
    expect(await built(() => draw(who, { subjectId, ...tags }))).toEqual([])
  })

  test.each([1, 2])('for page %i of the library, whether or not a name is looked for', async (current) => {
    for (const typeSort of [1, 2, 3, 4]) for (const name of [undefined, '电']) {
      expect(await built(async () => dataOf(await learner.get('/train/web/getWebCourseBySort', { current, size: 2, typeSort, name })))).toEqual([])
    }
  })
})

describe('few journeys to the database', () => {
  test('take a start that goes on with a paper, and one that begins another', async () => {
    const paper = await start(learner, exams.quick, { intentId: 'intent-4-4' })
    // The session, the exam with the standing and what is open, and the new writer with what the paper says and the commit.
    expect(await journeys(() => start(learner, exams.quick, { intentId: 'intent-5-5' }))).toBe(3)
    expect(await journeys(() => start(learner, exams.quick, { intentId: 'intent-5-5' }))).toBe(4)
    await handIn(learner, paper)
    expect(await journeys(() => start(learner, exams.quick, { intentId: 'intent-6-6' }))).toBe(3)
  })

  test('take a look at exams: the session, and what is over together with what is seen of the rest', async () => {
    const list = async () => void dataOf(await learner.get('/train/examPlanApp/queryPage'))
    await list()
    expect(await journeys(list)).toBe(2)
    expect((await sentBy(list)).some(({ text }) => text.includes('matters'))).toBe(false)
    // Then what is told of the one that is prepared for, and its history.
    expect(await journeys(async () => dataOf(await learner.get('/train/examPlanApp/info', { examPlanId: exams.quick })))).toBeLessThanOrEqual(4)
  })

  test('take a draw', async () => {
    const who = await sunli()
    const { subjectId } = await subjectOf(who)
    expect(await journeys(() => draw(who, { subjectId }))).toBe(4)
  })
})
