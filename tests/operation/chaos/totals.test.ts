import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judgeTotals, wrongTotals } from '@/scripts/chaos/totals.mjs'
import { worldSql } from '@/scripts/chaos/world.mjs'
import type { OpenDatabase } from '@/training-api/db/client'
import { testMoment } from '../../../training-api/tests/support'
import { openThrowaway } from '../../../training-api/tests/throwaway'

let database: OpenDatabase
beforeAll(async () => {
  database = await openThrowaway({ seed: true, now: testMoment })
  for (const statement of worldSql) await database.db.execute(sql.raw(statement))
}, 300_000)
afterAll(() => database.close())

it('the world in which learners write has no total that contradicts its rows', async () => {
  expect(await wrongTotals(database.db)).toEqual([])
})

/** One too many in a total of somebody's. */
const oneMore = (metric: string, scope: string) => `update learner_totals set value = value + 1 where (tenant_id, metric, scope, scope_id, learner_id) = (select tenant_id, metric, scope, scope_id, learner_id from learner_totals where metric = '${metric}' and scope = '${scope}' limit 1)`

it.each([
  ['stars that are not those of the reviews', "update content_totals set stars_4 = stars_4 + 1 where tenant_id = 82 and content_kind = 'course' and content_id = 3002"],
  ['reviews that are not numbered one by one', 'update reviews set number = 100000 where (tenant_id, review_id) = (select tenant_id, review_id from reviews limit 1)'],
  ['learners of a course or plan counted wrong', "update content_totals set join_count = join_count + 1 where tenant_id = 82 and content_kind = 'course' and content_id = 3001"],
  ['members of a post map counted wrong', 'update post_maps set join_count = join_count + 1 where tenant_id = 82 and post_map_id = 2101'],
  ['members of a class counted wrong', 'update school_classes set member_count = member_count + 1 where (tenant_id, class_id) = (select tenant_id, class_id from school_classes limit 1)'],
  ['minutes of a course that are not those of its sections', "update enrolments set learned_minutes = learned_minutes + 1 where tenant_id = 82 and learner_id = 820001 and content_kind = 'course' and content_id = 3001 and plan_item_id = 0"],
  ['minutes of a learner that are not those of the sections', oneMore('minutes', 'tenant')],
  ['minutes of a learner that are not those of the sections', oneMore('minutes', 'class')],
  ['minutes of a learner that are not those of the sections', oneMore('minutes', 'course')],
  ['minutes of a learner that are not those of the sections', oneMore('minutes', 'plan')],
  ['points that are not those that were given', oneMore('points', 'tenant')],
  ['points that are not those that were given', oneMore('points', 'class')],
  ['points that are not those that were given', oneMore('points', 'course')],
  ['points that are not those that were given', oneMore('points', 'plan')],
  ['certificates that are not those that were obtained', oneMore('certificates', 'tenant')],
  ['certificates that are not those that were obtained', oneMore('certificates', 'class')],
  ['wrong questions that are not those of the book', oneMore('mistakes', 'tenant')],
  ['takers of an exam whose figure is not that of the best attempt', oneMore('examScore', 'exam')],
  ['places of a ranking that nobody has', "update rank_histogram set learners = learners + 1 where (tenant_id, metric, scope, scope_id, bucket) = (select tenant_id, metric, scope, scope_id, bucket from rank_histogram limit 1)"],
])('finds %s', async (what, statement) => {
  const said: string[] = []
  const undone = new Error('undone')
  await expect(database.db.transaction(async (tx) => {
    await tx.execute(sql.raw(statement))
    expect(await judgeTotals(tx, { rounds: 3, line: (text: string) => said.push(text) })).toMatchObject({ rounds: 3, faults: 1 })
    throw undone
  })).rejects.toBe(undone)
  expect(said).toEqual([expect.stringMatching(`^${what}: 1, the first \\{`)])
})
