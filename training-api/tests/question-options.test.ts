import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPaperQuestions, listQuestions } from '../queries/papers.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

// A question comes from the database as one row with its options in it, and nothing of it is lost on the way.

let api: TestApi
const [paperId, largest] = [990_001, 2 ** 53 - 1]
const text = `<p class="a">"quoted" 'single' \\ \\" \\u0041 \n\t ％ {1,2} 水泵 😀</p>`

beforeAll(async () => {
  api = await startTestApi()
  await api.db.execute(sql`
    insert into questions (tenant_id, question_id, subject_id, kind, content, analysis, draw_key)
    values (82, ${largest}, 7, 'multiple', ${text}, ${text}, 0.5), (82, 11, 7, 'single', 'Without options', '', 0.5), (82, 12, 8, 'single', '', '', 0.5), (101, 12, 9, 'single', 'Of others', '', 0.5)`)
  await api.db.execute(sql`
    insert into question_options (tenant_id, question_id, option_id, position, content, correct)
    values (82, ${largest}, 3, 3, '', false), (82, ${largest}, ${largest}, 1, ${text}, true), (82, ${largest}, 2, 2, 'B', true), (82, 12, 5, 1, 'Only', true), (101, 12, 6, 2, 'Of others', false)`)
  await api.db.execute(sql`insert into paper_questions (tenant_id, paper_id, question_id, position, score) values (82, ${paperId}, 12, 3, 2.5), (82, ${paperId}, 11, 2, 1), (82, ${paperId}, ${largest}, 1, 4)`)
}, 300_000)
afterAll(() => api.close())

const long = {
  questionId: largest, kind: 'multiple', content: text, analysis: text, subjectId: 7,
  options: [{ optionId: largest, content: text, correct: true }, { optionId: 2, content: 'B', correct: true }, { optionId: 3, content: '', correct: false }],
}
const short = { questionId: 12, kind: 'single', content: '', analysis: '', subjectId: 8, options: [{ optionId: 5, content: 'Only', correct: true }] }

test('those of a paper are in its order, their options in theirs; one without options is left out', async () => {
  expect(await listPaperQuestions(api.db, { tenantId: 82, paperId })).toEqual([{ ...long, score: 4 }, { ...short, score: 2.5 }])
  expect(await listPaperQuestions(api.db, { tenantId: 101, paperId })).toEqual([])
})

test('those that are named are in the order asked for, and worth nothing by themselves', async () => {
  const listed = (questionIds: number[]) => listQuestions(api.db, { tenantId: 82, questionIds })
  expect(await listed([12, 11, largest, 13])).toEqual([{ ...short, score: 0 }, { ...long, score: 0 }])
  expect(await listed([largest, 12, largest])).toEqual([long, short, long].map((one) => ({ ...one, score: 0 })))
  expect(await listed([])).toEqual([])
})
