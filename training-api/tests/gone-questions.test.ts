import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongTotals } from '../../scripts/chaos/totals.mjs'
import { mistakes } from '../db/schema/mistakes.ts'
import { learnerTotals } from '../db/schema/rankings.ts'
import { questions } from '../db/schema/questions.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

let api: TestApi
let liming: TestLearner
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
}, 300_000)
afterAll(() => api.close())

const own = () => api.db.select({ questionId: mistakes.questionId }).from(mistakes).where(and(eq(mistakes.tenantId, 82), eq(mistakes.learnerId, liming.userId), isNull(mistakes.removedAt)))
const total = async () => (await api.db.select({ value: learnerTotals.value }).from(learnerTotals).where(and(eq(learnerTotals.tenantId, 82), eq(learnerTotals.learnerId, liming.userId), eq(learnerTotals.metric, 'mistakes'))))[0]?.value
const take = (questionId: number) => api.db.delete(questions).where(and(eq(questions.tenantId, 82), eq(questions.questionId, questionId))).returning()
const run = () => api.runJob('sweepGoneQuestions')

test('a question that has left its bank leaves the books and the ranking, once the bank has stood still', async () => {
  const [before, counted] = [await own(), await total()]
  const [gone, back] = before.map(({ questionId }) => questionId)
  await run()
  await run()
  expect(await own()).toHaveLength(before.length)

  const taken = await take(back!)
  await run()
  await api.db.insert(questions).values(taken)
  await run()
  await run()
  expect(await own()).toHaveLength(before.length)

  const entries = before.filter(({ questionId }) => questionId === gone).length
  await take(gone!)
  await run()
  expect(await own()).toHaveLength(before.length)
  await run()
  expect((await own()).map(({ questionId }) => questionId).toSorted()).toEqual(before.map(({ questionId }) => questionId).filter((id) => id !== gone).toSorted())
  expect(await total()).toBe(counted! - entries)
  expect((await wrongTotals(api.db)).filter((one) => /^(wrong questions|places)/.test(one))).toEqual([])
  expect((await api.db.execute(sql`select 1 from mistakes m where removed_at is null and not exists (select 1 from questions q where q.tenant_id = m.tenant_id and q.question_id = m.question_id)`)).rows).toEqual([])
})
