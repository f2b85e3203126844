import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { atMost, givenRows, prepared, preparedRows } from '../db/prepared.ts'
import { classMembers } from '../db/schema/classes.ts'
import { learners } from '../db/schema/learners.ts'
import { learnerTotals } from '../db/schema/rankings.ts'
import { bucketOf, bucketWidths, crowdedBucket, lastBucket, leastPiece, rankingSize, topValue, trimRanking } from '../rules/rankings.ts'
import type { Placed, RankingMetric } from '../rules/rankings.ts'
import { inBucket, moveInPieces, pieceOf } from './rank-pieces.ts'
import type { RankingKey, Step } from './rank-pieces.ts'
import type { Who } from './who.ts'

export type RankingScope = Omit<RankingKey, 'metric'>
export type TotalChange = RankingScope & { metric: RankingMetric; delta: number }
export type RankingRow = { learnerId: number; value: number; name: string; workNumber: string | null; avatarUrl: string | null }
export type Ranking = { rows: Placed<RankingRow>[]; own: Placed<RankingRow> | null }

/** The whole tenant as a ranking's scope. */
export const wholeTenant: RankingScope = { scope: 'tenant', scopeId: 0 }

const keyText = ({ metric, scope, scopeId }: RankingKey) => `${metric} ${scope} ${String(scopeId).padStart(16, '0')}`
const stepText = (step: RankingKey & { bucket: number }) => `${keyText(step)} ${String(step.bucket).padStart(9, '0')}`
const inOrder = <T>(rows: readonly T[], textOf: (row: T) => string): T[] => rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))

/**
 * Adds to a learner's totals and moves the learner within histograms and pieces: once in the transaction of the records that caused it, and
 * last, so that rows many share are held for a moment only; keys in ascending order, so that two learners never wait for each other in a circle.
 */
export async function addToTotals(tx: Db, { tenantId, userId, changes }: Who & { changes: readonly TotalChange[] }): Promise<void> {
  const wanted = inOrder(mergeChanges(changes), keyText)
  if (wanted.length === 0) return

  const raised = await raiseTotals(tx, { tenantId, userId, wanted })
  const isKnown = new Set(raised.map(keyText))
  const missing = wanted.filter((change) => !isKnown.has(keyText(change)))
  if (missing.length > 0) raised.push(...(await beginTotals(tx, { tenantId, userId, missing })))

  const counted = raised.flatMap((row) => (row.oldBucket === row.bucket ? [] : stepsOf(row)))
  const crowded = counted.length === 0 ? new Set<string>() : await countInHistogram(tx, { tenantId, steps: inOrder(counted, stepText) })
  // Also who stays in the bucket: there the place is counted in pieces. A crowded bucket may have been cut while it was waited for.
  const inPieces = raised.flatMap((row) => stepsOf(row).filter((step) => row.inPieces || crowded.has(stepText(step))))
  if (inPieces.length > 0) await moveInPieces(tx, { tenantId, userId, steps: inPieces })
}

/** Takes a learner out of every ranking, with the totals by which they stood there; how many those were. */
export async function leaveRankings(tx: Db, { tenantId, userId }: Who): Promise<number> {
  const left = await tx.delete(learnerTotals).where(and(eq(learnerTotals.tenantId, tenantId), eq(learnerTotals.learnerId, userId))).returning()
  const steps = left.map(({ metric, scope, scopeId, bucket, value }): Step => ({ metric, scope, scopeId, bucket, value, learners: -1 }))
  if (steps.length === 0) return 0
  await countInHistogram(tx, { tenantId, steps: inOrder(steps, stepText) })
  await moveInPieces(tx, { tenantId, userId, steps })
  return steps.length
}

/** The changes of one ranking as one; none that comes to nothing. */
function mergeChanges(changes: readonly TotalChange[]): TotalChange[] {
  const merged = new Map<string, TotalChange>()
  for (const change of changes) {
    const before = merged.get(keyText(change))
    merged.set(keyText(change), { ...change, delta: change.delta + (before?.delta ?? 0) })
  }
  return [...merged.values()].filter(({ delta }) => delta !== 0)
}

/** Where a learner stands now, where before (null: nowhere), and whether one of these buckets is in pieces. */
type Raised = RankingKey & { value: number; bucket: number; oldValue: number | null; oldBucket: number | null; inPieces: boolean }

function stepsOf({ metric, scope, scopeId, value, bucket, oldValue, oldBucket }: Raised): Step[] {
  const to: Step = { metric, scope, scopeId, bucket, value, learners: 1 }
  return oldValue === null || oldBucket === null ? [to] : [{ ...to, bucket: oldBucket, value: oldValue, learners: -1 }, to]
}

const asRanking = { metric: 'text', scope: 'text', scopeId: 'bigint' }
const [givenTenant, givenLearner] = [sql.placeholder('tenantId'), sql.placeholder('userId')]
const isInPieces = (row: SQL, bucket: SQL) => sql`exists (select 1 from rank_chunks c where c.tenant_id = ${row}.tenant_id and c.metric = ${row}.metric and c.scope = ${row}.scope and c.scope_id = ${row}.scope_id and c.bucket ${bucket})`

const counts = givenRows({ ...asRanking, bucket: 'int', learners: 'int' })
const moveInHistogram = preparedRows<RankingKey & { bucket: number; learners: number }>('histogram_moved', sql`
  insert into rank_histogram (tenant_id, metric, scope, scope_id, bucket, learners)
  select ${givenTenant}::bigint, step.* from ${counts.unnested} as step
  on conflict (tenant_id, metric, scope, scope_id, bucket) do update set learners = rank_histogram.learners + excluded.learners
  returning metric, scope, scope_id as "scopeId", bucket, learners`)

/** Counts learners out of buckets and into others; those of them that are so full that they may be in pieces. */
async function countInHistogram(tx: Db, { tenantId, steps }: { tenantId: number; steps: Step[] }): Promise<Set<string>> {
  const rows = await moveInHistogram(tx, { tenantId, ...counts.listsOf(steps) })
  return new Set(rows.filter((row) => row.learners > leastPiece).map(stepText))
}

const additions = givenRows({ ...asRanking, delta: 'bigint', width: 'bigint' })
const newValue = sql`greatest(0, t.value + d.delta)`
const addToThose = preparedRows<Raised>('totals_raised', sql`
  with held as (
    select t.metric, t.scope, t.scope_id, t.value as old_value, t.bucket as old_bucket, ${newValue} as value, least(${lastBucket}::bigint, ${newValue} / d.width)::int as bucket
    from learner_totals t
    join ${additions.unnested} as d (metric, scope, scope_id, delta, width)
      on t.metric = d.metric and t.scope = d.scope and t.scope_id = d.scope_id
    where t.tenant_id = ${givenTenant} and t.learner_id = ${givenLearner}
    order by t.metric, t.scope, t.scope_id for no key update of t),
  watched as (
    select h.metric, h.scope, h.scope_id from held
    join rank_histogram h on h.tenant_id = ${givenTenant} and h.metric = held.metric and h.scope = held.scope and h.scope_id = held.scope_id and h.bucket = held.bucket
    where held.bucket = held.old_bucket and h.learners > ${leastPiece}::int and not ${isInPieces(sql`h`, sql`= h.bucket`)}
    order by h.metric, h.scope, h.scope_id for key share of h)
  update learner_totals as t set value = held.value, bucket = held.bucket from held
  where t.tenant_id = ${givenTenant} and t.learner_id = ${givenLearner} and t.metric = held.metric and t.scope = held.scope and t.scope_id = held.scope_id
  returning t.metric, t.scope, t.scope_id as "scopeId", t.value, t.bucket, held.old_value as "oldValue", held.old_bucket as "oldBucket", ${isInPieces(sql`t`, sql`in (held.old_bucket, held.bucket)`)}
    or exists (select 1 from watched w where w.metric = t.metric and w.scope = t.scope and w.scope_id = t.scope_id) as "inPieces"`)

/**
 * Adds to those totals that there are, and tells of them. Rows are held before it is read what they say, so that nobody's addition is lost.
 * Who stays in a bucket that is crowded and has no pieces yet holds its count as well: it must not be cut while this is not committed.
 */
function raiseTotals(tx: Db, { tenantId, userId, wanted }: Who & { wanted: readonly TotalChange[] }): Promise<Raised[]> {
  return addToThose(tx, { tenantId, userId, ...additions.listsOf(wanted.map((change) => ({ ...change, width: bucketWidths[change.metric] }))) })
}

const beginnings = givenRows({ ...asRanking, value: 'bigint', bucket: 'int' })
const beginThose = preparedRows<Raised>('totals_begun', sql`
  insert into learner_totals as t (tenant_id, metric, scope, scope_id, learner_id, value, bucket)
  select ${givenTenant}::bigint, n.metric, n.scope, n.scope_id, ${givenLearner}::bigint, n.value, n.bucket
  from ${beginnings.unnested} as n (metric, scope, scope_id, value, bucket)
  on conflict (tenant_id, metric, scope, scope_id, learner_id) do nothing
  returning t.metric, t.scope, t.scope_id as "scopeId", t.value, t.bucket, null as "oldValue", null as "oldBucket", ${isInPieces(sql`t`, sql`= t.bucket`)} as "inPieces"`)

/** Writes totals that there were none of; what another transaction has written meanwhile is added to. */
async function beginTotals(tx: Db, { tenantId, userId, missing }: Who & { missing: readonly TotalChange[] }): Promise<Raised[]> {
  const fresh = missing.map((change) => ({ ...change, value: Math.max(0, change.delta), bucket: bucketOf(change.metric, Math.max(0, change.delta)) }))
  const rows = await beginThose(tx, { tenantId, userId, ...beginnings.listsOf(fresh) })
  const begun = new Set(rows.map(keyText))
  const others = missing.filter((change) => !begun.has(keyText(change)))
  return others.length === 0 ? rows : [...rows, ...(await raiseTotals(tx, { tenantId, userId, wanted: others }))]
}

const classesOf = prepared((db) =>
  db
    .select({ classId: classMembers.classId })
    .from(classMembers)
    .where(and(eq(classMembers.tenantId, sql.placeholder('tenantId')), eq(classMembers.learnerId, sql.placeholder('userId'))))
    .orderBy(asc(classMembers.classId))
    .prepare('classes_of'),
)

/** The scopes in which something a learner does counts: the tenant, the learner's classes, and what is named. */
export async function scopesOf(
  db: Db,
  { tenantId, userId, courseId, planId }: Who & { courseId?: number | null; planId?: number | null },
): Promise<RankingScope[]> {
  const classes = await classesOf(db).execute({ tenantId, userId })
  return [
    wholeTenant,
    ...(courseId ? [{ scope: 'course' as const, scopeId: courseId }] : []),
    ...(planId ? [{ scope: 'plan' as const, scopeId: planId }] : []),
    ...classes.map(({ classId }) => ({ scope: 'class' as const, scopeId: classId })),
  ]
}

const person = { name: learners.name, workNumber: learners.workNumber, avatarUrl: learners.avatarUrl }
const inScope = and(
  eq(learnerTotals.tenantId, sql.placeholder('tenantId')),
  eq(learnerTotals.metric, sql.placeholder('metric')),
  eq(learnerTotals.scope, sql.placeholder('scope')),
  eq(learnerTotals.scopeId, sql.placeholder('scopeId')),
)
// Whoever has come back to nothing, as by taking the last wrong question out, stands on no list.
// The ten are found before their names: a plan that joins first seems cheaper with each ranking's own numbers, and is made anew for each call.
const topOfRanking = prepared((db) => {
  const top = db.select({ learnerId: learnerTotals.learnerId, value: learnerTotals.value }).from(learnerTotals).where(and(inScope, gt(learnerTotals.value, 0))).orderBy(desc(learnerTotals.value), asc(learnerTotals.learnerId)).limit(atMost(rankingSize)).as('top')
  return db
    .select({ learnerId: top.learnerId, value: top.value, ...person })
    .from(top)
    .innerJoin(learners, and(eq(learners.tenantId, sql.placeholder('tenantId')), eq(learners.learnerId, top.learnerId)))
    .orderBy(desc(top.value), asc(top.learnerId))
    .prepare('top_of_ranking')
})
/** The first rows of a ranking and the caller's own, from totals and histogram only (contract 5.9). */
export async function readRanking(db: Db, who: Who & RankingScope & { metric: RankingMetric }): Promise<Ranking> {
  const { tenantId, userId, metric, scope, scopeId } = who
  const top = await topOfRanking(db).execute({ tenantId, metric, scope, scopeId })
  const place = top.findIndex(({ learnerId }) => learnerId === userId)
  const listed = top[place]
  if (listed !== undefined) return trimRanking(top, { ...listed, rank: place + 1 })

  const self = await findStanding(db, who)
  return trimRanking(top, self && { ...self, value: self.value ?? 0 })
}

const [askedTenant, askedMetric, askedScope, askedId, self] = ['tenantId', 'metric', 'scope', 'scopeId', 'userId'].map((name) => sql.placeholder(name))
const ownBucket = inBucket({ tenantId: askedTenant, metric: askedMetric, scope: askedScope, scopeId: askedId, bucket: sql`own.bucket` })
const inAsked = sql`tenant_id = ${askedTenant} and metric = ${askedMetric} and scope = ${askedScope} and scope_id = ${askedId}`
const countOf = (which: SQL) => sql`(select count(*) from learner_totals where ${inAsked} and ${which})`
const [ownValue, isPieceOfTie] = [sql`own.value`, sql`piece.from_value = own.value`]

/**
 * A learner and the place in a ranking, read at once: how many stand in buckets above, of a crowded bucket in the pieces above, and up to
 * the beginning of the piece or the end of the bucket in ranges of the index, however many learners there are.
 */
const ownStanding = prepared((db) =>
  db
    .select({
      learnerId: learners.learnerId, ...person, value: sql<number | null>`own.value`.mapWith(learnerTotals.value),
      rank: sql<number>`(1 + counted.above
        + (select coalesce(sum(learners), 0) from rank_chunks where ${ownBucket} and (from_value > piece.from_value or (from_value = piece.from_value and from_learner_id < piece.from_learner_id)))
        + ${countOf(sql`value > ${ownValue} and value < least(piece.from_value, case when own.bucket = ${lastBucket}::int then ${topValue}::bigint else (own.bucket + 1) * ${sql.placeholder('width')}::bigint end)`)}
        + ${countOf(sql`value = ${ownValue} and learner_id < ${self} and learner_id >= case when ${isPieceOfTie} then piece.from_learner_id else 0 end`)}
        + ${countOf(sql`value = case when ${isPieceOfTie} then null else piece.from_value end and learner_id >= piece.from_learner_id`)})::int`,
    })
    .from(learners)
    .leftJoin(sql`learner_totals own`, sql`own.tenant_id = ${askedTenant} and own.metric = ${askedMetric} and own.scope = ${askedScope} and own.scope_id = ${askedId} and own.learner_id = ${learners.learnerId}`)
    .crossJoin(sql`lateral (
      select coalesce(sum(learners) filter (where bucket > coalesce(own.bucket, -1)), 0)::int as above, coalesce(max(learners) filter (where bucket = own.bucket), 0)::int as here
      from rank_histogram where ${inAsked} and bucket >= coalesce(own.bucket, -1)) counted`)
    .leftJoin(sql`lateral (${pieceOf(sql`${ownBucket} and counted.here > ${crowdedBucket}::int`, ownValue, self)}) piece`, sql`true`)
    .where(and(eq(learners.tenantId, askedTenant!), eq(learners.learnerId, self!)))
    .prepare('own_standing'),
)

/** A learner with figure and place in a ranking; without a figure (null) behind everybody who has one. Null: no such learner. */
async function findStanding(db: Db, { tenantId, userId, metric, scope, scopeId }: Who & RankingKey): Promise<Placed<Omit<RankingRow, 'value'> & { value: number | null }> | null> {
  const [found] = await ownStanding(db).execute({ tenantId, userId, metric, scope, scopeId, width: bucketWidths[metric] })
  return found ?? null
}

/** The place of a learner who has a figure in a ranking, counted from 1; 0 without one. */
export async function findPlaceIn(db: Db, who: Who & RankingScope & { metric: RankingMetric }): Promise<number> {
  const own = await findStanding(db, who)
  return own?.value == null ? 0 : own.rank
}

/**
 * Takes away buckets that everybody has left, which each own place would count with. What somebody writes just now is left out, and
 * so this waits for nobody; who comes into a bucket meanwhile waits, finds none and makes it anew, and nobody can leave an empty one.
 */
export async function sweepEmptyBuckets(db: Db, { stopping }: { stopping?: AbortSignal | undefined } = {}): Promise<void> {
  const key = sql`tenant_id, metric, scope, scope_id, bucket`
  await deleteInBatches((most) => db.execute(sql`
    delete from rank_histogram where (${key}) in (select ${key} from rank_histogram where learners = 0 limit ${most} for update skip locked)`), stopping)
}

/**
 * What is read of one learner's total. The bucket goes along because the ranked index lacks it: an index that could answer alone looks
 * cheaper to the database than the key with the table, and in that one it goes through a whole ranking, or through every value of it.
 */
export const ownTotal = { value: learnerTotals.value, bucket: learnerTotals.bucket }

/** A learner's totals over the whole tenant, 0 where there are none. */
export async function readTotals(db: Db, { tenantId, userId }: Who): Promise<Record<'minutes' | 'points' | 'certificates' | 'mistakes', number>> {
  const rows = await db
    .select({ metric: learnerTotals.metric, ...ownTotal })
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
