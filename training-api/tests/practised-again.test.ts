import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf } from './world.ts'

type Question = { questionId: number; optionList: { optionId: number }[]; trueOptionList: number[] }
type Drawn = { drawId: number | null; shouldNumber: number; question: Question[] }

let api: TestApi
let sunli: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  sunli = await api.loginAs('sunli', 143)
}, 300_000)
afterAll(() => api.close())

const practisedAgain = async (drawId: unknown) => dataOf(await sunli.get<Drawn>('/train/practiceCenter/mistakeDraw', { drawId }))
const save = async (drawId: unknown, answers: { questionId: number; resultIds: string }[]) => dataOf(await sunli.post<{ shouldNumber: number; actualNumber: number }>('/train/practiceCenter/savePracticeDraw', { drawId, answers, elapsedSeconds: 1, ended: 1 }))
const wrongOf = ({ questionId, optionList, trueOptionList }: Question) => ({ questionId, resultIds: String(optionList.find(({ optionId }) => !trueOptionList.includes(optionId))?.optionId ?? trueOptionList[0]) })
const removeFromBank = (questionId: number) => api.db.execute(sql`delete from questions where tenant_id = 143 and question_id = ${questionId}`)

test('of what was wrong only the questions that are still in the bank are practised and counted', async () => {
  const { drawId, question } = dataOf(await sunli.get<Drawn>('/train/practiceCenter/subjectRandomQuestion', { subjectId: 1430701, randomCount: 30 }))
  const [one, two, three] = question.slice(0, 3)
  await save(drawId, [one!, two!, three!].map(wrongOf))
  await removeFromBank(two!.questionId)
  const again = await practisedAgain(drawId)
  expect([again.shouldNumber, again.question.map(({ questionId }) => questionId).toSorted()]).toEqual([2, [one!.questionId, three!.questionId].toSorted()])
  expect(await save(again.drawId, again.question.map(wrongOf))).toMatchObject({ shouldNumber: 2, actualNumber: 2 })
  for (const { questionId } of [one!, three!]) await removeFromBank(questionId)
  expect(await practisedAgain(drawId)).toEqual({ drawId: null, shouldNumber: 0, question: [] })
})
