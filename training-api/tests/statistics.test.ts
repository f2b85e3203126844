import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewQuestion } from '../queries/exam-results.ts'
import type { Question } from '../queries/papers.ts'
import { replaceContribution } from '../queries/statistics.ts'
import type { Contribution } from '../queries/statistics.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('an option of one number in two questions is counted for each of them', async () => {
  const [tenantId, examId] = [990, 5]
  const attempt = (first: number[], second: number[]): Contribution => ({
    score: 1, usedMs: 1, accuracy: 1, answers: [{ questionId: 1, optionIds: first, correct: true }, { questionId: 2, optionIds: second, correct: true }],
  })
  const chosen = async (questionId: number) => {
    const options = [1, 2].map((optionId) => ({ optionId, content: '', correct: optionId === 1 }))
    const question: Question = { questionId, kind: 'single', subjectId: 1, content: '', analysis: '', score: 1, options }
    return (await reviewQuestion(api.db, { tenantId, examId, question })).shares.map((share) => [share.chosen, share.chosenEver])
  }
  await replaceContribution(api.db, { tenantId, examId, before: null, after: attempt([1], [1]) })
  expect([await chosen(1), await chosen(2)]).toEqual([[[1, 1], [0, 0]], [[1, 1], [0, 0]]])
  await replaceContribution(api.db, { tenantId, examId, before: attempt([1], [1]), after: attempt([2], [1]) })
  expect([await chosen(1), await chosen(2)]).toEqual([[[0, 0], [1, 1]], [[1, 1], [0, 0]]])
})
