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
