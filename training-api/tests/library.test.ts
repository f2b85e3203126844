import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLibraryIds } from '../queries/library.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'
import { courses } from './world.ts'

const tenantId = 82
const uncounted = [courses.electrical, courses.welding]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  await api.db.execute(sql`delete from content_totals where tenant_id = ${tenantId} and content_kind = 'course' and content_id = any(${sql.param(uncounted)}::bigint[])`)
}, 300_000)
afterAll(() => api.close())

describe.each(['latest', 'praise', 'popularity', 'comprehensive'] as const)('a library by %s', (sort) => {
  const page = (current: number, size: number, name?: string) => listLibraryIds(api.db, { tenantId, kind: 'course', name, tags: [], sort, current, size })

  test.each([1, 7, 500])('shows all there is on pages of %i, once, also what has no totals', async (size) => {
    const { total } = await page(1, size)
    const seen: number[] = []
    for (let current = 1; current <= Math.ceil(total / size); current += 1) seen.push(...(await page(current, size)).ids)
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
    expect(seen).toEqual(expect.arrayContaining(uncounted))
    if (sort !== 'latest') expect(seen.slice(-2)).toEqual(uncounted.toSorted((a, b) => a - b))
    expect((await page(Math.ceil(total / size) + 1, size)).ids).toEqual([])
  })

  test('finds what has no totals by its name', async () => {
    const [course] = (await api.db.execute<{ title: string }>(sql`select title from courses where tenant_id = ${tenantId} and course_id = ${courses.welding}`)).rows
    expect((await page(1, 8, course?.title)).ids).toContain(courses.welding)
  })
})

test('plans stand by what weighs in the contract: their praise, and their participation against the largest of the tenant, also a course’s', async () => {
  const [praised, joined] = (await api.db.execute<{ plan_id: number }>(sql`select plan_id from plans where tenant_id = ${tenantId} order by plan_id limit 2`)).rows.map(({ plan_id }) => Number(plan_id))
  const totals = (kind: 'course' | 'plan', id: number, rating: number, joins: number) => api.db.execute(sql`
    insert into content_totals (tenant_id, content_kind, content_id, rating, join_count) values (${tenantId}, ${kind}, ${id}, ${rating}, ${joins})
    on conflict (tenant_id, content_kind, content_id) do update set rating = excluded.rating, join_count = excluded.join_count`)
  await api.db.execute(sql`update content_totals set join_count = 0 where tenant_id = ${tenantId} and content_kind = 'plan'`)
  await totals('course', courses.forklift, 3, 10_000)
  await totals('plan', praised!, 4, 0)
  await totals('plan', joined!, 3, 1_000)
  const { ids } = await listLibraryIds(api.db, { tenantId, kind: 'plan', name: undefined, tags: [], sort: 'comprehensive', current: 1, size: 500 })
  expect(ids.indexOf(praised!)).toBeLessThan(ids.indexOf(joined!))
})

test.each([['course', 'course_id', 'courses'], ['plan', 'plan_id', 'plans']] as const)('a library has no gaps once the totals of a removed %s are swept, and keeps those of what is there', async (kind, id, table) => {
  const totals = async () => (await api.db.execute<{ content_id: number }>(sql`select content_id from content_totals where tenant_id = ${tenantId} and content_kind = ${kind} order by content_id`)).rows
  const before = await totals()
  // The id of one may be that of the other.
  const other = kind === 'course' ? 5001 : courses.electrical
  await api.db.execute(sql`insert into content_totals (tenant_id, content_kind, content_id, rating, join_count) select ${tenantId}, ${kind}, n, 5, 90000 from unnest(array[${other}::bigint, 990001, 990002]) n`)
  await api.runJob('sweepTotals')
  expect(await totals()).toEqual(before)
  const { ids, total } = await listLibraryIds(api.db, { tenantId, kind, name: undefined, tags: [], sort: 'popularity', current: 1, size: 500 })
  const there = (await api.db.execute<{ id: number }>(sql`select ${sql.identifier(id)} as id from ${sql.identifier(table)} where tenant_id = ${tenantId}`)).rows
  expect([ids.length, new Set(ids)]).toEqual([total, new Set(there.map((row) => Number(row.id)))])
})
