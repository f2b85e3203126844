import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOverdue } from '../queries/overdue-attempts.ts'
import { listQuestionsBeingAnswered } from '../queries/running-papers.ts'
import { rowsRead } from './statements.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// Every look at exams, the book and draws asks for the learner's own open papers: those of a crowd are not read for it.

let api: TestApi
let learner: TestLearner
const [crowd, own] = [5_000, 40]

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  learner = await api.loginAs('learner151', 82)
}, 300_000)
afterAll(() => api.close())

/** So many attempts, each at a place of its own. */
const add = (count: number, { firstId, learnerId, status, submittedBy = null }: { firstId: number; learnerId: ReturnType<typeof sql>; status: string; submittedBy?: string | null }) =>
  api.db.execute(sql`
    insert into attempts (tenant_id, attempt_id, answer_id, learner_id, exam_id, place_id, plan_item_id, paper_id, number, status, started_at, deadline_at, submitted_at, submitted_by, sealed)
    select 82, ${firstId}::bigint + n, ${firstId}::bigint + n, ${learnerId}, 8001, n, 0, 1, 1, ${status}, now(), now(), case when ${submittedBy}::text is not null then now() end, ${submittedBy}::text, ${submittedBy === 'learner'}
    from generate_series(1, ${count}::int) n`)

test('also where the statements were planned while nobody had a paper open', async () => {
  await add(40_000, { firstId: 8_000_000, learnerId: sql`900000 + n`, status: 'finished', submittedBy: 'learner' })
  await add(own, { firstId: 8_100_000, learnerId: sql`${learner.userId}::bigint`, status: 'finished', submittedBy: 'learner' })
  await api.db.$client.query('analyze attempts')
  await add(crowd, { firstId: 8_200_000, learnerId: sql`910000 + n`, status: 'running' })
  await add(crowd, { firstId: 8_300_000, learnerId: sql`920000 + n`, status: 'finished', submittedBy: 'deadline' })
  const who = { tenantId: 82, userId: learner.userId, now: api.clock.now() }
  const read = [...(await rowsRead(api, 'attempts', () => listOverdue(api.db, { who, now: who.now, limit: 500 }))), ...(await rowsRead(api, 'attempts', () => listQuestionsBeingAnswered(api.db, who)))]
  expect(read).toHaveLength(2)
  expect(Math.max(...read)).toBeLessThan(2 * own)
}, 120_000)
