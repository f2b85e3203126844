import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawQuestions, keepDraw, matchingSets, saveDraw } from '../queries/practice.ts'
import { largestDraw, smallBank } from '../rules/practice.ts'
import { watchStatements } from './statements.ts'
import { startTestApi, testMoment as now } from './support.ts'
import type { TestApi } from './support.ts'

const tenantId = 990
const size = smallBank + 100

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** A subject with so many sets of labels, over which its questions are spread evenly. */
async function fill(subjectId: number, sets: number): Promise<void> {
  await api.db.execute(sql`
    insert into questions (tenant_id, question_id, subject_id, kind, content, analysis, in_practice, label_set, draw_key)
    select ${tenantId}, ${subjectId}::int * 10000 + n, ${subjectId}, 'single', '', '', true, n % ${sets}::int, random() from generate_series(1, ${size}::int) n`)
  await api.db.execute(sql`
    insert into label_sets (tenant_id, subject_id, set_number, value_ids, question_count)
    select tenant_id, subject_id, label_set, '{}', count(*) from questions where subject_id = ${subjectId} group by 1, 2, 3`)
}

const drawFrom = async (subjectId: number) => drawQuestions(api.db, { tenantId, subjectId, sets: await matchingSets(api.db, { tenantId, subjectId, tags: [] }), count: largestDraw })

describe('a draw from a large bank', () => {
  test.each([
    ['whose sets have one question each', size],
    ['whose sets have two or three', size / 2 - 50],
    ['with one set', 1],
  ])('%s is as long as it was asked for', async (_what, sets) => {
    const subjectId = sets
    await fill(subjectId, sets)
    for (let draw = 0; draw < 20; draw += 1) {
      const drawn = await drawFrom(subjectId)
      expect([drawn.length, new Set(drawn).size]).toEqual([largestDraw, largestDraw])
    }
  })

  test('reaches every question', async () => {
    const subjectId = 5_000
    await fill(subjectId, 300)
    const seen = new Set<number>()
    // Some eighty draws are enough; that a thousand are not would be no chance.
    for (let draw = 0; draw < 1000 && seen.size < size; draw += 1) for (const id of await drawFrom(subjectId)) seen.add(id)
    expect(seen.size).toBe(size)
  })
})

test('answers of one call are judged in the order they came in, and hold the book in the order of the questions', async () => {
  const [who, subjectId] = [{ tenantId, userId: 1 }, 6_000]
  await fill(subjectId, 1)
  const questionIds = [3, 1, 2].map((n) => subjectId * 10_000 + n)
  await api.db.execute(sql`insert into question_options (tenant_id, question_id, option_id, position, content, correct) select ${tenantId}, id, 1, 1, '', true from unnest(${sql.param(questionIds)}::bigint[]) id`)
  const drawId = await keepDraw(api.db, { ...who, source: 'subject', bookSource: null, subjectId, labelValueIds: [], questionIds, now })
  const answers = questionIds.map((questionId) => ({ questionId, optionIds: [1] }))
  const { answer: saved, sent } = await watchStatements(api, () => saveDraw(api.db, { ...who, drawId, answers, elapsedSeconds: 1, currentIndex: 0, ended: false, leftOut: new Set(), now }))
  expect(saved.verdict === 'saved' && saved.judged.map(({ question }) => question.questionId)).toEqual(questionIds)
  const held = sent.filter((text) => /from "mistakes".* for update/.test(text)).map((text) => questionIds.find((id) => text.includes(String(id))))
  expect(held).toEqual(questionIds.toSorted((a, b) => a - b))
})
