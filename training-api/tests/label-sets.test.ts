import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexLabels } from '../queries/label-sets.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const list = async (query: ReturnType<typeof sql>) => (await api.db.execute(query)).rows
const sets = () => list(sql`select * from label_sets order by tenant_id, subject_id, set_number`)

test('label sets count every practice question once, with exactly its labels', async () => {
  expect(await list(sql`
    select q.subject_id, q.label_set, count(*), s.question_count from questions q left join label_sets s on s.tenant_id = q.tenant_id and s.subject_id = q.subject_id and s.set_number = q.label_set
    where q.in_practice group by 1, 2, 4 having s.question_count is distinct from count(*)`)).toEqual([])
  expect(await list(sql`
    select q.question_id from questions q join label_sets s on s.tenant_id = q.tenant_id and s.subject_id = q.subject_id and s.set_number = q.label_set
    where q.in_practice and (select coalesce(array_agg(value_id order by value_id), '{}') from question_labels l where l.tenant_id = q.tenant_id and l.question_id = q.question_id) <> s.value_ids`)).toEqual([])
  const [summed] = await list(sql`select sum(question_count) as all, (select count(*) from questions where in_practice) as there from label_sets`)
  expect(summed?.all).toBe(summed?.there)
  expect(summed?.there).toBe(232)
})

test('counting again changes nothing, and counts what has changed', async () => {
  const before = await sets()
  await indexLabels(api.db)
  expect(await sets()).toEqual(before)
  await api.db.execute(sql`delete from questions where tenant_id = 143 and in_practice and question_id in (select question_id from questions where tenant_id = 143 and in_practice order by question_id limit 3)`)
  await indexLabels(api.db, { tenantId: 143 })
  expect((await sets()).reduce((sum, row) => sum + Number(row.question_count), 0)).toBe(before.reduce((sum, row) => sum + Number(row.question_count), 0) - 3)
})
