import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { classMembers } from '../db/schema/classes.ts'
import { examStandings } from '../db/schema/exams.ts'
import { learnerTotals, rankChunks, rankHistogram } from '../db/schema/rankings.ts'
import { withTx } from '../db/tx.ts'
import { rankTaker } from '../queries/exam-ranking.ts'
import { addToTotals, readRanking, readTotals, sweepEmptyBuckets } from '../queries/rankings.ts'
import { crowdedBucket } from '../rules/rankings.ts'
import { hoursShown } from '../rules/study.ts'
import { onServer } from './meeting.ts'
import { watchStatements } from './statements.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'
import { courses, dataOf, expectKeys, expectStatus, foreign, hostileValues, plans } from './world.ts'

type Row = { userId: number; userName: string; sortIndex: number; sumHours?: number; integralSum?: number; sum?: number }
type Ranking = { integralSort: Row[]; myself: Row | null }

let api: TestApi
let liming: TestLearner
let zhaoqiang: TestLearner
let elsewhere: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  zhaoqiang = await api.loginAs('zhaoqiang', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())

const tenantWide = [
  ['/train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', 'sumHours', 'minutes'],
  ['/train/app/plan/getAllClassIntegralSortOfMy', 'integralSum', 'points'],
  ['/train/app/plan/getClassCertificateBySortOfMy', 'sum', 'certificates'],
] as const

describe.each(tenantWide)('%s', (path, key, metric) => {
  const read = async (who: TestLearner) => dataOf(await who.get<Ranking>(path))

  test('shows ten rows in order, and the caller’s own place as an exact count says', async () => {
    const exact = await api.db.select({ learnerId: learnerTotals.learnerId, value: learnerTotals.value }).from(learnerTotals)
      .where(and(eq(learnerTotals.tenantId, 82), eq(learnerTotals.metric, metric), eq(learnerTotals.scope, 'tenant'), eq(learnerTotals.scopeId, 0)))
      .orderBy(desc(learnerTotals.value), asc(learnerTotals.learnerId))
    const shown = (value: number) => (metric === 'minutes' ? hoursShown(value) : value)
    const places = [0, 4, 9, 10, 25, 60, exact.length - 1]
    for (const place of places) {
      const row = exact[place]
      if (row === undefined) continue
      const account = row.learnerId === 820_001 ? 'liming' : row.learnerId === 820_003 ? 'zhaoqiang' : undefined
      const who = account === undefined ? await loginById(row.learnerId) : await api.loginAs(account, 82)
      const { integralSort, myself } = await read(who)
      expect(myself).toMatchObject({ userId: row.learnerId, sortIndex: place + 1, [key]: shown(row.value) })
      expect(integralSort).toHaveLength(place < 10 ? Math.min(10, exact.length) : 11)
      expect(integralSort.slice(0, 10).map(({ userId, sortIndex }) => [userId, sortIndex])).toEqual(exact.slice(0, 10).map(({ learnerId }, index) => [learnerId, index + 1]))
      if (place >= 10) expect(integralSort.at(-1)).toEqual(myself)
    }
  })

  test('has every field of a row', async () => {
    for (const row of (await read(liming)).integralSort) expectKeys(row, `userId userName workNumber headUrl ${key} sortIndex`)
  })

  test('is led by the veteran and stays within the tenant', async () => {
    expect((await read(zhaoqiang)).myself?.sortIndex).toBe(1)
    const ids = new Set((await read(liming)).integralSort.map(({ userId }) => userId))
    expect((await read(elsewhere)).integralSort.some(({ userId }) => ids.has(userId))).toBe(false)
  })
})

async function loginById(learnerId: number): Promise<TestLearner> {
  const { learners } = await import('../db/schema/learners.ts')
  const [found] = await api.db.select({ account: learners.account }).from(learners).where(and(eq(learners.tenantId, 82), eq(learners.learnerId, learnerId)))
  return api.loginAs(found?.account ?? '', 82)
}

describe('the ranking by hours', () => {
  test('has 李明 in 14th place and a row for somebody without any time', async () => {
    const path = tenantWide[0][0]
    expect(dataOf(await liming.get<Ranking>(path)).myself).toMatchObject({ userName: '李明', sortIndex: 14 })
    const wangfang = await api.loginAs('wangfang', 82)
    const { myself, integralSort } = dataOf(await wangfang.get<Ranking>(path))
    expect(myself).toMatchObject({ userName: '王芳', sumHours: 0 })
    expect(myself?.sortIndex).toBeGreaterThan(200)
    expect(integralSort).toHaveLength(11)
  })
})

describe('rankings of a course, plan or class', () => {
  const paths = [['/train/app/courseChapter/selectCourseHoursSortByCourseId', 'sumHours'], ['/train/app/plan/getClassIntegralSort', 'integralSum']] as const

  test.each(paths)('%s is of those who take part', async (path, key) => {
    for (const [integralState, curriculumId] of [[1, courses.electrical], [2, plans.onboarding]] as const) {
      const { integralSort, myself } = dataOf(await liming.get<Ranking>(path, { integralState, curriculumId }))
      expect(integralSort.length).toBeGreaterThan(0)
      const values = integralSort.slice(0, 10).map((row) => row[key] ?? -1)
      expect(values).toEqual(values.toSorted((a, b) => b - a))
      expect(myself?.userId).toBe(liming.userId)
    }
  })

  test.each(paths)('%s of a class shows more than eleven members to a member, nothing to others', async (path) => {
    const [own] = await api.db.select({ classId: classMembers.classId }).from(classMembers).where(and(eq(classMembers.tenantId, 82), eq(classMembers.learnerId, liming.userId)))
    const ofClass = { integralState: 3, curriculumId: own?.classId }
    expect(dataOf(await liming.get<Ranking>(path, ofClass)).integralSort.length).toBeGreaterThanOrEqual(10)
    const wangfang = await api.loginAs('wangfang', 82)
    expect(dataOf(await wangfang.get<Ranking>(path, ofClass))).toEqual({ integralSort: [], myself: null })
    expect(dataOf(await elsewhere.get<Ranking>(path, ofClass))).toEqual({ integralSort: [], myself: null })
  })

  test.each(paths)('%s of what nobody has begun lists nobody and answers the caller; of another tenant the same', async (path, key) => {
    for (const curriculumId of [999_999, foreign(courses.electrical)]) {
      expect(dataOf(await liming.get<Ranking>(path, { integralState: 1, curriculumId }))).toEqual({ integralSort: [], myself: expect.objectContaining({ userId: liming.userId, [key]: 0, sortIndex: 1 }) })
    }
  })

  test.each(paths)('%s never breaks on bad input', async (path) => {
    for (const value of hostileValues) expect([200, 400]).toContain((await liming.get(path, { integralState: 1, curriculumId: value })).status)
    expectStatus(await liming.get(path, { integralState: 4, curriculumId: 1 }), 400)
    expectStatus(await liming.get(path, {}), 400)
  })
})

describe('the ranking by wrong answers', () => {
  test('is a plain list that holds the caller', async () => {
    const rows = dataOf(await liming.get<Row[]>('/train/examPlan/examInstanceSort'))
    expect(Array.isArray(rows)).toBe(true)
    for (const row of rows) expectKeys(row, 'userId userName workNumber headUrl sum sortIndex')
    expect(rows.some(({ userId }) => userId === liming.userId)).toBe(true)
  })

  test('lists nobody who has none left', async () => {
    const scope = { tenantId: 991, metric: 'mistakes', scope: 'tenant', scopeId: 0 } as const
    const [some, none] = [820_001, 820_002]
    await withTx(api.db, async (tx) => {
      for (const learnerId of [some, none]) await tx.insert(learnerTotals).values({ ...scope, learnerId, value: learnerId === some ? 2 : 0, bucket: learnerId === some ? 2 : 0 })
    })
    const listed = await api.db.execute(sql`select learner_id from learner_totals where tenant_id = 991 order by 1`)
    expect(listed.rows).toHaveLength(2)
    await api.db.execute(sql`insert into learners select (jsonb_populate_record(l, jsonb_build_object('tenant_id', 991, 'account', l.account || '-991'))).* from learners l where tenant_id = 82 and learner_id in (${some}, ${none})`)
    expect((await readRanking(api.db, { ...scope, userId: some })).rows.map(({ learnerId, value }) => [learnerId, value])).toEqual([[some, 2]])
  })
})

describe('the own place in a crowd', () => {
  const tenantId = 990
  const crowd = { tenantId, metric: 'certificates', scope: 'course', scopeId: 77 } as const

  /** The places of everybody by counting all of them. */
  async function exactPlaces(): Promise<Map<number, number>> {
    const { rows } = await api.db.execute<{ learner_id: string }>(sql`select learner_id from learner_totals where tenant_id = ${tenantId} and metric = ${crowd.metric} and scope_id = ${crowd.scopeId} order by value desc, learner_id`)
    return new Map(rows.map(({ learner_id: id }, index) => [Number(id), index + 1]))
  }

  async function expectExact(): Promise<void> {
    const places = await exactPlaces()
    for (const [learnerId, rank] of [...places].filter((_place, index) => index % 397 === 0)) {
      expect([learnerId, (await readRanking(api.db, { ...crowd, userId: learnerId })).own?.rank]).toEqual([learnerId, rank])
    }
  }

  test('is exact without and with pieces, also after learners have moved', async () => {
    await api.db.execute(sql`insert into learners (tenant_id, learner_id, account, name, authorities, created_at) select ${tenantId}, n, 'crowd' || n, 'x', '[]', now() from generate_series(1, 9000) n`)
    await api.db.execute(sql`insert into learner_totals (tenant_id, metric, scope, scope_id, learner_id, value, bucket) select ${tenantId}, 'certificates', 'course', 77, n, n % 3, n % 3 from generate_series(1, 9000) n where n % 7 <> 0`)
    await api.db.execute(sql`insert into rank_histogram (tenant_id, metric, scope, scope_id, bucket, learners) select tenant_id, metric, scope, scope_id, bucket, count(*) from learner_totals where tenant_id = ${tenantId} group by 1, 2, 3, 4, 5`)
    await expectExact()
    await api.runJob('cutCrowdedBuckets')
    const pieces = await api.db.select().from(rankChunks).where(eq(rankChunks.tenantId, tenantId))
    expect(pieces.length).toBeGreaterThan(6)
    await expectExact()
    for (let learnerId = 5; learnerId < 9000; learnerId += 450) {
      await withTx(api.db, (tx) => addToTotals(tx, { tenantId, userId: learnerId, changes: [{ ...crowd, delta: 1 }] }))
    }
    await expectExact()
    const cut = await api.db.select().from(rankChunks).where(eq(rankChunks.tenantId, tenantId))
    const totals = await api.db.select().from(rankHistogram).where(eq(rankHistogram.tenantId, tenantId))
    for (const { bucket, learners: all } of totals.filter(({ learners: count }) => count > crowdedBucket)) {
      expect([bucket, cut.filter((piece) => piece.bucket === bucket).reduce((sum, piece) => sum + piece.learners, 0)]).toEqual([bucket, all])
    }
  })

  test('pieces that have gone wrong are counted anew', async () => {
    await api.db.update(rankChunks).set({ learners: 3 }).where(eq(rankChunks.tenantId, tenantId))
    await api.runJob('cutCrowdedBuckets')
    await expectExact()
  })
})

describe('the totals of one learner', () => {
  const liming82 = { tenantId: 82, userId: 820_001 }
  const examTaken = async () => {
    const [taken] = await api.db.select().from(examStandings).where(and(eq(examStandings.tenantId, 82), eq(examStandings.learnerId, liming82.userId), isNotNull(examStandings.bestScore))).limit(1)
    return taken!
  }
  const ways = [
    ['over the whole tenant', () => readTotals(api.db, liming82), `82, 'minutes', 'points', 'certificates', 'mistakes', 'tenant', 0, 820001`],
    ['at an exam', async () => rankTaker(api.db, { ...liming82, examId: (await examTaken()).examId, standings: [await examTaken()] }), `82, 'examScore', 'exam', 1, 820001`],
  ] as const

  test.each(ways)('%s are not read from the ranked index, which knows the learner only below each value', async (_name, read, values) => {
    const { sent } = await watchStatements(api, async () => void (await read()))
    const one = sent.find((statement) => /^select [^(]*"value".* from "learner_totals"/.test(statement))!
    await api.db.$client.query('vacuum (analyze) learner_totals')
    let plan = ''
    const planned = new Error('planned')
    await expect(withTx(api.db, async (tx) => {
      // With no other way than the ranked index: what it cannot tell by itself is never cheaper there.
      for (const order of ['set local enable_seqscan = off', 'set local enable_bitmapscan = off', 'alter table learner_totals drop constraint learner_totals_tenant_id_metric_scope_scope_id_learner_id_pk']) await tx.execute(sql.raw(order))
      await tx.execute(sql.raw(`prepare own_totals as ${one.slice(0, one.lastIndexOf(') [') + 1)}`))
      const { rows } = await tx.execute<Record<string, string>>(sql.raw(`explain execute own_totals(${values})`))
      await tx.execute(sql.raw('deallocate own_totals'))
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      throw planned
    })).rejects.toBe(planned)
    expect(plan).toContain('learner_totals_ranked')
    expect(plan).not.toContain('Index Only Scan')
  })
})

describe('a bucket that everybody has left', () => {
  const tenantId = 994
  const change = { metric: 'mistakes', scope: 'class', scopeId: 5 } as const
  const add = (userId: number, delta: number) => withTx(api.db, (tx) => addToTotals(tx, { tenantId, userId, changes: [{ ...change, delta }] }))
  const buckets = async () => (await api.db.select({ bucket: rankHistogram.bucket, learners: rankHistogram.learners }).from(rankHistogram).where(eq(rankHistogram.tenantId, tenantId)).orderBy(asc(rankHistogram.bucket))).map(({ bucket, learners }) => [bucket, learners])
  beforeEach(() => api.db.delete(rankHistogram).where(eq(rankHistogram.tenantId, tenantId)))
  afterEach(() => api.db.delete(learnerTotals).where(eq(learnerTotals.tenantId, tenantId)))

  test('is taken away, and made anew by who comes back', async () => {
    for (const delta of [1, 1, 1]) await add(1, delta)
    await add(2, 3)
    expect(await buckets()).toEqual([[1, 0], [2, 0], [3, 2]])
    await api.runJob('sweepEmptyBuckets')
    expect(await buckets()).toEqual([[3, 2]])
    await add(1, -2)
    expect(await buckets()).toEqual([[1, 1], [3, 1]])
  })

  test.runIf(onServer)('stays when somebody is just coming into it, and does not keep the others', async () => {
    for (const delta of [1, 1, 1]) await add(1, delta)
    await whileAnotherIsOpen(api, (tx) => addToTotals(tx, { tenantId, userId: 2, changes: [{ ...change, delta: 2 }] }), () => api.runJob('sweepEmptyBuckets'))
    expect(await buckets()).toEqual([[2, 1], [3, 1]])
  })

  test.runIf(onServer).each([['that there is', [1], [[1, 0], [3, 0], [7, 1]]], ['that is just being begun', [], [[2, 0], [6, 1]]]])('is left behind in order when two add at once to a total %s', async (_which, before, after) => {
    for (const delta of before) await add(1, delta)
    await whileAnotherIsOpen(api, (tx) => addToTotals(tx, { tenantId, userId: 1, changes: [{ ...change, delta: 2 }] }), () => add(1, 4))
    expect(await buckets()).toEqual(after)
  })

  test.runIf(onServer)('is made anew by who comes into it while it is taken away', async () => {
    for (const delta of [1, 1, 1]) await add(1, delta)
    await whileAnotherIsOpen(api, sweepEmptyBuckets, () => add(2, 2))
    expect(await buckets()).toEqual([[2, 1], [3, 1]])
  })
})
