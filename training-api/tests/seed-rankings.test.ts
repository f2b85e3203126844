import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

const zhaoqiang = 820_003

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

test('赵强 is first in the rankings of the tenant, his classes and all courses, plans and exams that he has taken', async () => {
  const { rows } = await api.db.execute(sql`
    select own.metric, own.scope, own.scope_id id, (select count(*)::int from learner_totals t where t.tenant_id = 82 and t.metric = own.metric and t.scope = own.scope and t.scope_id = own.scope_id
      and (t.value > own.value or (t.value = own.value and t.learner_id < own.learner_id))) before
    from learner_totals own where own.tenant_id = 82 and own.learner_id = ${zhaoqiang} order by 1, 2, 3`)
  expect([...new Set(rows.map(({ metric, scope }) => `${String(scope)} ${String(metric)}`))].sort()).toEqual([
    'class certificates', 'class minutes', 'class points', 'course minutes', 'course points', 'exam examScore', 'plan minutes', 'plan points', 'tenant certificates', 'tenant minutes', 'tenant mistakes', 'tenant points',
  ])
  expect(rows.filter(({ before }) => before !== 0)).toEqual([])
})
