import { and, asc, desc, eq, gt, inArray, lt, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { classMembers } from '../db/schema/classes.ts'
import { learners } from '../db/schema/learners.ts'
import { learnerTotals, rankHistogram } from '../db/schema/rankings.ts'
import { bucketOf, bucketWidths, lastBucket, rankingSize, trimRanking } from '../rules/rankings.ts'
import type { Placed, RankingMetric } from '../rules/rankings.ts'
import type { Who } from './who.ts'

export type RankingScope = { scope: 'tenant' | 'course' | 'plan' | 'class' | 'exam'; scopeId: number }
export type TotalChange = RankingScope & { metric: RankingMetric; delta: number }
export type RankingRow = { learnerId: number; value: number; name: string; workNumber: string | null; avatarUrl: string | null }
export type Ranking = { rows: Placed<RankingRow>[]; own: Placed<RankingRow> | null }

/** The whole tenant as a ranking's scope. */
export const wholeTenant: RankingScope = { scope: 'tenant', scopeId: 0 }

type Key = { metric: RankingMetric; scope: RankingScope['scope']; scopeId: number }
const keyText = ({ metric, scope, scopeId }: Key) => `${metric} ${scope} ${String(scopeId).padStart(16, '0')}`

/**
 * Adds to a learner's totals and moves the learner within the histograms, in the transaction of the record that caused
 * it; keys are written in ascending order, so that two learners never wait for each other in a circle.
 */
export async function addToTotals(tx: Db, { tenantId, userId, changes }: Who & { changes: TotalChange[] }): Promise<void> {
  const merged = new Map<string, TotalChange>()
  for (const change of changes) {
    const before = merged.get(keyText(change))
    merged.set(keyText(change), { ...change, delta: change.delta + (before?.delta ?? 0) })
  }
  const wanted = [...merged.entries()].filter(([, { delta }]) => delta !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change)
  if (wanted.length === 0) return

  const fresh = await tx
    .insert(learnerTotals)
    .values(wanted.map(({ metric, scope, scopeId }) => ({ tenantId, metric, scope, scopeId, learnerId: userId, value: 0, bucket: 0 })))
    .onConflictDoNothing()
    .returning({ metric: learnerTotals.metric, scope: learnerTotals.scope, scopeId: learnerTotals.scopeId })
  const steps = new Map<string, Key & { bucket: number; learners: number }>()
  const step = (key: Key, bucket: number, count: number) => {
    const name = `${keyText(key)} ${String(bucket).padStart(9, '0')}`
    const before = steps.get(name)
    steps.set(name, { ...key, bucket, learners: count + (before?.learners ?? 0) })
  }
  for (const key of fresh) if (key.metric !== 'examScore') step({ ...key, metric: key.metric }, 0, 1)
  const moves: (Key & { bucket: number })[] = []

  for (const { metric, scope, scopeId, value, bucket: before } of await raiseTotals(tx, { tenantId, userId, wanted })) {
    const bucket = bucketOf(metric, value)
    if (bucket === before) continue
    step({ metric, scope, scopeId }, before, -1)
    step({ metric, scope, scopeId }, bucket, 1)
    moves.push({ metric, scope, scopeId, bucket })
  }
  if (moves.length > 0) await moveTotals(tx, { tenantId, userId, moves })
  const moved = [...steps.entries()].filter(([, { learners: count }]) => count !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => ({ tenantId, ...row }))
  if (moved.length === 0) return
  await tx
    .insert(rankHistogram)
    .values(moved)
    .onConflictDoUpdate({
      target: [rankHistogram.tenantId, rankHistogram.metric, rankHistogram.scope, rankHistogram.scopeId, rankHistogram.bucket],
      set: { learners: sql`${rankHistogram.learners} + excluded.learners` },
    })
}

async function raiseTotals(
  tx: Db,
  { tenantId, userId, wanted }: Who & { wanted: TotalChange[] },
): Promise<(Key & { value: number; bucket: number })[]> {
  const deltas = sql.join(wanted.map(({ metric, scope, scopeId, delta }) => sql`(${metric}::text, ${scope}::text, ${scopeId}::bigint, ${delta}::bigint)`), sql`, `)
  const raised = await tx.execute<Key & { value: number; bucket: number }>(sql`
    update learner_totals as t set value = greatest(0, t.value + d.delta)
    from (values ${deltas}) as d (metric, scope, scope_id, delta)
    where t.tenant_id = ${tenantId} and t.learner_id = ${userId} and t.metric = d.metric and t.scope = d.scope and t.scope_id = d.scope_id
    returning t.metric, t.scope, t.scope_id as "scopeId", t.value, t.bucket`)
  return raised.rows
}

async function moveTotals(tx: Db, { tenantId, userId, moves }: Who & { moves: (Key & { bucket: number })[] }): Promise<void> {
  const buckets = sql.join(moves.map(({ metric, scope, scopeId, bucket }) => sql`(${metric}::text, ${scope}::text, ${scopeId}::bigint, ${bucket}::int)`), sql`, `)
  await tx.execute(sql`
    update learner_totals as t set bucket = m.bucket
    from (values ${buckets}) as m (metric, scope, scope_id, bucket)
    where t.tenant_id = ${tenantId} and t.learner_id = ${userId} and t.metric = m.metric and t.scope = m.scope and t.scope_id = m.scope_id`)
}

/** The scopes in which something a learner does counts: the tenant, the learner's classes, and what is named. */
export async function scopesOf(
  db: Db,
  { tenantId, userId, courseId, planId }: Who & { courseId?: number | null; planId?: number | null },
): Promise<RankingScope[]> {
  const classes = await db
    .select({ classId: classMembers.classId })
    .from(classMembers)
    .where(and(eq(classMembers.tenantId, tenantId), eq(classMembers.learnerId, userId)))
    .orderBy(asc(classMembers.classId))
  return [
    wholeTenant,
    ...(courseId ? [{ scope: 'course' as const, scopeId: courseId }] : []),
    ...(planId ? [{ scope: 'plan' as const, scopeId: planId }] : []),
    ...classes.map(({ classId }) => ({ scope: 'class' as const, scopeId: classId })),
  ]
}

const person = { name: learners.name, workNumber: learners.workNumber, avatarUrl: learners.avatarUrl }
const topOfRanking = prepared((db) =>
  db
    .select({ learnerId: learnerTotals.learnerId, value: learnerTotals.value, ...person })
    .from(learnerTotals)
    .innerJoin(learners, and(eq(learners.tenantId, learnerTotals.tenantId), eq(learners.learnerId, learnerTotals.learnerId)))
    .where(
      and(
        eq(learnerTotals.tenantId, sql.placeholder('tenantId')),
        eq(learnerTotals.metric, sql.placeholder('metric')),
        eq(learnerTotals.scope, sql.placeholder('scope')),
        eq(learnerTotals.scopeId, sql.placeholder('scopeId')),
      ),
    )
    .orderBy(desc(learnerTotals.value), asc(learnerTotals.learnerId))
    .limit(rankingSize)
    .prepare('top_of_ranking'),
)

/** The first rows of a ranking and the caller's own, from totals and histogram only (contract 5.9). */
export async function readRanking(db: Db, who: Who & RankingScope & { metric: RankingMetric }): Promise<Ranking> {
  const { tenantId, userId, metric, scope, scopeId } = who
  const inScope = and(
    eq(learnerTotals.tenantId, tenantId),
    eq(learnerTotals.metric, metric),
    eq(learnerTotals.scope, scope),
    eq(learnerTotals.scopeId, scopeId),
  )
  const top = await topOfRanking(db).execute({ tenantId, metric, scope, scopeId })
  if (top.length === 0 && scope !== 'tenant') return { rows: [], own: null }
  const place = top.findIndex(({ learnerId }) => learnerId === userId)
  const listed = top[place]
  if (listed !== undefined) return trimRanking(top, { ...listed, rank: place + 1 })

  const [self] = await db
    .select({ learnerId: learners.learnerId, value: learnerTotals.value, bucket: learnerTotals.bucket, ...person })
    .from(learners)
    .leftJoin(learnerTotals, and(inScope, eq(learnerTotals.learnerId, learners.learnerId)))
    .where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId)))
  if (self === undefined) return trimRanking(top, null)
  const value = self.value ?? 0
  const rank = await rankOf(db, { ...who, value, bucket: self.bucket })
  return trimRanking(top, { learnerId: self.learnerId, value, name: self.name, workNumber: self.workNumber, avatarUrl: self.avatarUrl, rank })
}

async function rankOf(
  db: Db,
  { tenantId, userId, metric, scope, scopeId, value, bucket }: Who & RankingScope & { metric: RankingMetric; value: number; bucket: number | null },
): Promise<number> {
  const inHistogram = and(
    eq(rankHistogram.tenantId, tenantId),
    eq(rankHistogram.metric, metric),
    eq(rankHistogram.scope, scope),
    eq(rankHistogram.scopeId, scopeId),
  )
  const [above] = await db
    .select({ learners: sum(rankHistogram.learners).mapWith(Number) })
    .from(rankHistogram)
    .where(bucket === null ? inHistogram : and(inHistogram, gt(rankHistogram.bucket, bucket)))
  if (bucket === null) return (above?.learners ?? 0) + 1
  const inBucket = [
    eq(learnerTotals.tenantId, tenantId),
    eq(learnerTotals.metric, metric),
    eq(learnerTotals.scope, scope),
    eq(learnerTotals.scopeId, scopeId),
  ]
  // Values from here to the end of the bucket: an index range, however many learners there are.
  const [within] = await db
    .select({ learners: sql<number>`count(*)`.mapWith(Number) })
    .from(learnerTotals)
    .where(and(...inBucket, gt(learnerTotals.value, value), bucket === lastBucket ? undefined : lt(learnerTotals.value, (bucket + 1) * bucketWidths[metric])))
  const [equal] = await db
    .select({ learners: sql<number>`count(*)`.mapWith(Number) })
    .from(learnerTotals)
    .where(and(...inBucket, eq(learnerTotals.value, value), lt(learnerTotals.learnerId, userId)))
  return (above?.learners ?? 0) + (within?.learners ?? 0) + (equal?.learners ?? 0) + 1
}

/** A learner's totals over the whole tenant, 0 where there are none. */
export async function readTotals(db: Db, { tenantId, userId }: Who): Promise<Record<'minutes' | 'points' | 'certificates' | 'mistakes', number>> {
  const rows = await db
    .select({ metric: learnerTotals.metric, value: learnerTotals.value })
    .from(learnerTotals)
    .where(
      and(
        eq(learnerTotals.tenantId, tenantId),
        inArray(learnerTotals.metric, ['minutes', 'points', 'certificates', 'mistakes']),
        eq(learnerTotals.scope, 'tenant'),
        eq(learnerTotals.scopeId, 0),
        eq(learnerTotals.learnerId, userId),
      ),
    )
  const value = (metric: string) => rows.find((row) => row.metric === metric)?.value ?? 0
  return { minutes: value('minutes'), points: value('points'), certificates: value('certificates'), mistakes: value('mistakes') }
}
