import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withTx } from '../db/tx.ts'
import { cutBucket, cutCrowdedBuckets } from '../queries/rank-pieces.ts'
import { addToTotals, findPlaceIn } from '../queries/rankings.ts'
import { bucketWidths, crowdedBucket, examValue } from '../rules/rankings.ts'
import { onServer } from './meeting.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'

type Metric = 'minutes' | 'mistakes' | 'examScore'

const tenantId = 990
const everybody = 1_200
const course = { scope: 'course', scopeId: 77 } as const

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.db.execute(sql`insert into learners (tenant_id, learner_id, account, name, authorities, created_at) select ${tenantId}, n, 'crowd' || n, 'x', '[]', now() from generate_series(1, ${everybody}) n`)
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['learner_totals', 'rank_histogram', 'rank_chunks']) await api.db.execute(sql.raw(`delete from ${table}`))
})

/** So many learners with these figures, counted in pieces. */
async function crowd(metric: Metric, values: readonly number[]): Promise<void> {
  await api.db.execute(sql`insert into learner_totals (tenant_id, metric, scope, scope_id, learner_id, value, bucket)
    select ${tenantId}, ${metric}, 'course', 77, n, v, v / ${bucketWidths[metric]}::bigint from unnest(${sql.param(values)}::bigint[]) with ordinality as given (v, n)`)
  await api.db.execute(sql`insert into rank_histogram (tenant_id, metric, scope, scope_id, bucket, learners) select tenant_id, metric, scope, scope_id, bucket, count(*) from learner_totals group by 1, 2, 3, 4, 5`)
  await cutCrowdedBuckets(api.db)
}

/** Adds to the figures of learners, one after the other. */
async function add(metric: Metric, given: readonly { learnerId: number; delta: number }[]): Promise<void> {
  await withTx(api.db, async (tx) => {
    for (const { learnerId, delta } of given) await addToTotals(tx, { tenantId, userId: learnerId, changes: [{ ...course, metric, delta }] })
  })
}

const from = (first: number, last: number, delta: number) => Array.from({ length: last - first + 1 }, (_none, at) => ({ learnerId: first + at, delta }))
const place = (metric: Metric, learnerId: number) => findPlaceIn(api.db, { tenantId, userId: learnerId, ...course, metric })
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
const numbers = async (query: ReturnType<typeof sql>) => (await api.db.execute<Record<string, number>>(query)).rows.map((row) => Object.values(row))
const pieceCount = async () => (await numbers(sql`select count(*) from rank_chunks`))[0]?.[0]

/** That each piece counts the rows from its own beginning to where the next one begins. */
async function expectExactPieces(): Promise<void> {
  const pieces = await numbers(sql`select from_value, from_learner_id, learners, bucket from rank_chunks order by metric, bucket desc, from_value desc, from_learner_id`)
  const totals = await numbers(sql`select value, learner_id, bucket from learner_totals`)
  const exact = pieces.map(([value, learnerId, , bucket]) => [value, learnerId, 0, bucket])
  for (const [value, learnerId, bucket] of totals) {
    const piece = exact.findLast((one) => one[3] === bucket && (one[0]! > value! || (one[0] === value && one[1]! <= learnerId!)))
    if (piece) piece[2]! += 1
  }
  expect(pieces).toEqual(exact)
}

async function expectExactPlaces(metric: Metric): Promise<void> {
  const ranked = await numbers(sql`select learner_id from learner_totals where metric = ${metric} order by value desc, learner_id`)
  for (const [at, [learnerId]] of [...ranked.entries()].filter(([at]) => at % 97 === 0)) expect([learnerId, await place(metric, learnerId!)]).toEqual([learnerId, at + 1])
}

describe('the own place in a crowded bucket', () => {
  test('counts those who passed by within the bucket', async () => {
    await crowd('minutes', times(600, 41))
    expect(await place('minutes', 300)).toBe(300)
    await add('minutes', from(301, 500, 5))
    expect(await place('minutes', 300)).toBe(500)
  })

  test('counts those who were quicker with as many points', async () => {
    await crowd('examScore', Array.from({ length: 600 }, (_none, at) => examValue({ score: 80, usedMs: 60_000 + at })))
    // 2 seconds are more than lies between the first and the last.
    await add('examScore', from(590, 600, 2_000))
    expect(await place('examScore', 400)).toBe(411)
    expect(await place('examScore', 590)).toBe(1)
  })

  test('is what a plain count says after whatever learners do, newcomers too', async () => {
    const move = fc.record({ learnerId: fc.integer({ min: 1, max: everybody }), delta: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 30, max: 49 })) })
    const values = fc.array(fc.integer({ min: 38, max: 51 }), { minLength: 950, maxLength: 1_100 })
    await fc.assert(
      fc.asyncProperty(values, fc.array(move, { minLength: 40, maxLength: 80 }), async (given, moves) => {
        for (const table of ['learner_totals', 'rank_histogram', 'rank_chunks']) await api.db.execute(sql.raw(`delete from ${table}`))
        await crowd('minutes', given)
        expect(await pieceCount()).toBeGreaterThan(1)
        await add('minutes', moves)
        await expectExactPieces()
        await expectExactPlaces('minutes')
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  test('stays exact when the bucket is not crowded for a while', async () => {
    await crowd('mistakes', times(crowdedBucket + 8, 3))
    await add('mistakes', from(1, 20, 2))
    await add('mistakes', from(601, 620, 3))
    await expectExactPieces()
    await expectExactPlaces('mistakes')
  })

  test('is without pieces again when few are left', async () => {
    await crowd('mistakes', times(crowdedBucket + 1, 3))
    await api.db.execute(sql`delete from learner_totals where learner_id > 200`)
    await api.db.execute(sql`update rank_histogram set learners = 200`)
    await cutCrowdedBuckets(api.db)
    expect(await pieceCount()).toBe(0)
    await expectExactPlaces('mistakes')
  })
})

describe('pieces whose sum is right', () => {
  const swap = (by: number) => api.db.execute(sql`update rank_chunks set learners = learners + case when from_learner_id = 0 then ${by}::int else ${-by}::int end where from_learner_id in (0, (select max(from_learner_id) from rank_chunks))`)

  test('are counted anew where rows say otherwise', async () => {
    await crowd('minutes', [...times(300, 47), ...times(300, 41), ...times(300, 45)])
    await swap(7)
    await cutCrowdedBuckets(api.db, { examined: 1 })
    await expectExactPieces()
    await expectExactPlaces('minutes')
  })

  test('are left alone where rows say the same, below, within and above others’ buckets', async () => {
    await crowd('minutes', [...times(300, 41), ...times(300, 55), ...times(300, 49), ...times(300, 39)])
    const before = await numbers(sql`select ctid::text, learners from rank_chunks order by 1`)
    await cutCrowdedBuckets(api.db, { examined: 1 })
    expect(await numbers(sql`select ctid::text, learners from rank_chunks order by 1`)).toEqual(before)
  })

  test('are looked at in a share of the buckets each time', async () => {
    await crowd('minutes', times(600, 41))
    await swap(7)
    await cutCrowdedBuckets(api.db, { examined: 0 })
    await expect(expectExactPieces()).rejects.toThrow()
    for (let turn = 0; turn < 300; turn += 1) await api.runJob('cutCrowdedBuckets')
    await expectExactPieces()
  })

  describe.runIf(onServer).each([['within it', 3], ['out of it', 20]])('of a bucket that had none', (_where, delta) => {
    const key = { tenantId, ...course, metric: 'minutes', bucket: 4 } as const
    beforeEach(async () => {
      await crowd('minutes', times(600, 41))
      await api.db.execute(sql`delete from rank_chunks`)
    })
    const exact = async () => {
      expect(await pieceCount()).toBeGreaterThan(1)
      await expectExactPieces()
      await expectExactPlaces('minutes')
    }

    test(`are not cut while somebody is just moving ${_where}`, async () => {
      await whileAnotherIsOpen(api, (tx) => addToTotals(tx, { tenantId, userId: 300, changes: [{ ...course, metric: 'minutes', delta }] }), () => cutCrowdedBuckets(api.db))
      await exact()
    })

    test(`count who moves ${_where} while they are just being cut`, async () => {
      await whileAnotherIsOpen(api, (tx) => cutBucket(tx, { ...key, learners: 600 }), () => add('minutes', [{ learnerId: 300, delta }]))
      await exact()
    })
  })

  test.runIf(onServer)('are not cut while somebody is just moving in them', async () => {
    await crowd('minutes', times(600, 41))
    await api.db.execute(sql`update rank_chunks set learners = 1`)
    await whileAnotherIsOpen(api, (tx) => addToTotals(tx, { tenantId, userId: 600, changes: [{ ...course, metric: 'minutes', delta: 3 }] }), () => cutCrowdedBuckets(api.db))
    await expectExactPieces()
    expect(await place('minutes', 600)).toBe(1)
  })
})
