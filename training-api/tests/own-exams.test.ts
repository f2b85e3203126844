import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countAvailableExams } from '../queries/exams-in-progress.ts'
import { listExams } from '../queries/exams.ts'
import { rowsRead } from './statements.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// A tenant may have thousands of exams that are assigned to few people each: who looks at a list reads those of everybody and the own ones.

let api: TestApi
let learner: TestLearner
const others = 5_000
const firstOther = 940_000

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  learner = await api.loginAs('learner151', 82)
  await api.db.execute(sql`
    insert into exams select (like_it).* from (
      select jsonb_populate_record(e, jsonb_build_object('exam_id', ${firstOther}::bigint + n, 'for_everybody', false)) as like_it
      from exams e, generate_series(1, ${others}::int) n where e.tenant_id = 82 and e.exam_id = 8001) made`)
  await api.db.execute(sql`insert into exam_assignments select 82, ${learner.userId} + 1, ${firstOther} + n, now() from generate_series(1, ${others}::int) n`)
  await api.db.execute(sql`insert into exam_assignments select 82, ${learner.userId}, ${firstOther} + n, now() from generate_series(1, 3) n`)
  await api.db.$client.query('vacuum (analyze) exams, exam_assignments, exam_exclusions, exam_standings')
}, 300_000)
afterAll(() => api.close())

describe('exams that are assigned to others are not read', () => {
  const who = () => ({ tenantId: 82, userId: learner.userId, now: api.clock.now() })
  const own = async () => Number((await api.db.execute<{ n: number }>(sql`select (select count(*) from exams where tenant_id = 82 and for_everybody) + (select count(*) from exam_assignments where tenant_id = 82 and learner_id = ${learner.userId}) n`)).rows[0]!.n)

  test.each(['available', 'passed', 'failed', 'expired'] as const)('under the tab %s', async (status) => {
    const read = await rowsRead(api, 'exams', () => listExams(api.db, { ...who(), status, current: 1, size: 10 }))
    expect(read).toHaveLength(2)
    expect(Math.max(...read)).toBeLessThanOrEqual(await own())
  })

  test('where they are counted for the personal centre', async () => {
    const [read = Infinity] = await rowsRead(api, 'exams', () => countAvailableExams(api.db, who()))
    expect(read).toBeLessThanOrEqual(await own())
  })

  test('and the own ones are all there, once', async () => {
    const { rows, counts } = await listExams(api.db, { ...who(), status: 'available', current: 1, size: 500 })
    expect(rows).toHaveLength(counts.available)
    expect(new Set(rows.map(({ exam }) => exam.examId)).size).toBe(counts.available)
    expect(rows.filter(({ exam }) => exam.examId > firstOther).map(({ exam }) => exam.examId - firstOther)).toEqual([1, 2, 3])
    expect(await countAvailableExams(api.db, who())).toBe(counts.available)
  })
})
