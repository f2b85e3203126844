import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawQuestions } from '../queries/practice.ts'
import { largestDraw, smallBank } from '../rules/practice.ts'
import { startTestApi } from './support.ts'
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

describe('a draw from a large bank', () => {
  test.each([
    ['whose sets have one question each', size],
    ['whose sets have two or three', size / 2 - 50],
    ['with one set', 1],
  ])('%s is as long as it was asked for', async (_what, sets) => {
    const subjectId = sets
    await fill(subjectId, sets)
    for (let draw = 0; draw < 20; draw += 1) {
      const drawn = await drawQuestions(api.db, { tenantId, subjectId, tags: [], count: largestDraw })
      expect([drawn.length, new Set(drawn).size]).toEqual([largestDraw, largestDraw])
    }
  })

  test('reaches every question', async () => {
    const subjectId = 5_000
    await fill(subjectId, 300)
    const seen = new Set<number>()
    for (let draw = 0; draw < 150 && seen.size < size; draw += 1) for (const id of await drawQuestions(api.db, { tenantId, subjectId, tags: [], count: largestDraw })) seen.add(id)
    expect(seen.size).toBe(size)
  })
})
