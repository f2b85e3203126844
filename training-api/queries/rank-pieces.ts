import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { withTx } from '../db/tx.ts'
import { crowdedBucket, endOfBucket, leastPiece, pieceSize, startOfBucket, topValue } from '../rules/rankings.ts'
import type { RankingMetric } from '../rules/rankings.ts'
import { troubleOf } from '../rules/troubles.ts'
import type { Who } from './who.ts'

/** Which ranking: of what, among whom. */
export type RankingKey = { metric: RankingMetric; scope: 'tenant' | 'course' | 'plan' | 'class' | 'exam'; scopeId: number }
/** A learner who leaves a place of a ranking (-1) or comes to one (1). */
export type Step = RankingKey & { bucket: number; value: number; learners: 1 | -1 }

type Bucket = { tenantId: number; bucket: number } & RankingKey
type BucketRow = Record<'tenant_id' | 'scope_id' | 'bucket' | 'learners', number> & Pick<RankingKey, 'metric' | 'scope'>

/** The rows of one bucket in a table that has buckets. */
export function inBucket({ tenantId, metric, scope, scopeId, bucket }: Record<keyof Bucket, unknown>): SQL {
  return sql`tenant_id = ${tenantId} and metric = ${metric} and scope = ${scope} and scope_id = ${scopeId} and bucket = ${bucket}`
}

/** The piece that holds a place of the ranking, the last one that begins there or before: first among equal values, then above them, since one condition for both would read every piece. */
export function pieceOf(pieces: SQL, value: unknown, learnerId: unknown): SQL {
  return sql`
    select from_value, from_learner_id from (
      (select from_value, from_learner_id from rank_chunks where ${pieces} and from_value = ${value} and from_learner_id <= ${learnerId} order by from_learner_id desc limit 1)
      union all
      (select from_value, from_learner_id from rank_chunks where ${pieces} and from_value > ${value} order by from_value asc, from_learner_id desc limit 1)) nearest
    order by from_value asc limit 1`
}

/** Counts a learner out of the pieces left and into those come to, also within one bucket; nothing where there are none. */
export async function moveInPieces(tx: Db, { steps, ...who }: Who & { steps: readonly Step[] }): Promise<void> {
  const gone = await tryInPieces(tx, { ...who, steps })
  // Where a bucket was cut anew meanwhile, its pieces are gone that this has waited for; the new ones do not count what is not committed.
  const again = steps.filter((step) => gone.some((one) => one.metric === step.metric && one.scope === step.scope && one.scopeId === step.scopeId && one.bucket === step.bucket))
  if (again.length > 0) await tryInPieces(tx, { ...who, steps: again })
}

/** Moves a learner; returns the buckets whose pieces were gone. All pieces are held in one order, and those too in which nothing changes in the end: they must not be cut meanwhile. */
async function tryInPieces(tx: Db, { tenantId, userId, steps }: Who & { steps: readonly Step[] }): Promise<(RankingKey & { bucket: number })[]> {
  const column = (name: keyof Step) => sql.param(steps.map((step) => step[name]))
  const ofStep = inBucket({ tenantId, metric: sql`step.metric`, scope: sql`step.scope`, scopeId: sql`step.scope_id`, bucket: sql`step.bucket` })
  const isPiece = (piece: SQL) => sql`c.tenant_id = ${tenantId} and (c.metric, c.scope, c.scope_id, c.bucket, c.from_value, c.from_learner_id) = (${piece}.metric, ${piece}.scope, ${piece}.scope_id, ${piece}.bucket, ${piece}.from_value, ${piece}.from_learner_id)`
  const { rows } = await tx.execute<RankingKey & { bucket: number }>(sql`
    with piece as (
      select step.metric, step.scope, step.scope_id, step.bucket, place.from_value, place.from_learner_id, sum(step.learners)::int as change
      from unnest(${column('metric')}::text[], ${column('scope')}::text[], ${column('scopeId')}::bigint[], ${column('bucket')}::int[], ${column('value')}::bigint[], ${column('learners')}::int[]) as step (metric, scope, scope_id, bucket, value, learners)
      cross join lateral (${pieceOf(ofStep, sql`step.value`, userId)}) place
      group by 1, 2, 3, 4, 5, 6),
    held as (
      select piece.* from rank_chunks c join piece on ${isPiece(sql`piece`)}
      order by c.metric, c.scope, c.scope_id, c.bucket, c.from_value desc, c.from_learner_id for no key update of c),
    moved as (update rank_chunks c set learners = c.learners + held.change from held where held.change <> 0 and ${isPiece(sql`held`)})
    select metric, scope, scope_id as "scopeId", bucket from piece except select metric, scope, scope_id, bucket from held`)
  return rows
}

/** Of how many crowded buckets whose sums are right one is counted row by row in each turn. */
const examinedOneOf = 12

/**
 * Cuts crowded buckets into pieces (`pieceSize`), and those anew whose pieces have grown or gone wrong. Sums show most of what is wrong;
 * what only one piece has too many and another too few shows where rows are counted, in a share of the buckets each time.
 */
export async function cutCrowdedBuckets(db: Database, { stopping, examined = 1 / examinedOneOf }: { stopping?: AbortSignal | undefined; examined?: number } = {}): Promise<void> {
  const { rows } = await db.execute<BucketRow & { due: boolean }>(sql`
    select * from (
      select h.tenant_id, h.metric, h.scope, h.scope_id, h.bucket, h.learners,
        h.learners <= ${leastPiece} or c.counted is distinct from h.learners or c.largest > greatest(${crowdedBucket}, 2 * sqrt(h.learners)) as due
      from rank_histogram h
      left join (select tenant_id, metric, scope, scope_id, bucket, sum(learners) as counted, max(learners) as largest from rank_chunks group by 1, 2, 3, 4, 5) c
        on c.tenant_id = h.tenant_id and c.metric = h.metric and c.scope = h.scope and c.scope_id = h.scope_id and c.bucket = h.bucket
      where h.learners > ${crowdedBucket} or c.counted is not null) known
    where due or random() < ${examined}::float8
    order by 1, 2, 3, 4, 5`)
  for (const { due, learners, ...row } of rows) {
    if (stopping?.aborted === true) return
    const key = { tenantId: row.tenant_id, metric: row.metric, scope: row.scope, scopeId: row.scope_id, bucket: row.bucket }
    try {
      if (!due && (await arePiecesRight(db, key))) continue
      await withTx(db, (tx) => cutBucket(tx, { ...key, learners }))
    } catch (fault) {
      // One that somebody has locked, or that takes too long to count, has its turn the next time, and keeps no other one waiting.
      if (troubleOf(fault) !== 'busy') throw fault
    }
  }
}

/**
 * Cuts one bucket anew. Whoever comes into the bucket or leaves it is waited for, and waits; so does whoever moves within it, by the pieces
 * there are or, before the first ones, as `addToTotals` has it.
 */
export async function cutBucket(tx: Db, { learners, ...key }: Bucket & { learners: number }): Promise<void> {
  await tx.execute(sql`select 1 from rank_histogram where ${inBucket(key)} for update`)
  // In the order of `moveInPieces`, so that neither waits for the other in a circle.
  await tx.execute(sql`select 1 from rank_chunks where ${inBucket(key)} order by from_value desc, from_learner_id for update`)
  await tx.execute(sql`delete from rank_chunks where ${inBucket(key)}`)
  // One piece is no help; the bucket has pieces again when it is crowded.
  if (learners <= leastPiece) return
  const size = pieceSize(learners)
  await tx.execute(sql`
    insert into rank_chunks (tenant_id, metric, scope, scope_id, bucket, from_value, from_learner_id, learners)
    select ${key.tenantId}::bigint, ${key.metric}::text, ${key.scope}::text, ${key.scopeId}::bigint, ${key.bucket}::int,
      case when place = 1 then ${topValue}::bigint else value end, case when place = 1 then 0 else learner_id end, least(${size}::bigint, everybody - place + 1)::int
    from (
      select value, learner_id, row_number() over (order by value desc, learner_id) as place, count(*) over () as everybody from learner_totals
      where ${inRanking(key)} and value >= ${startOfBucket(key.metric, key.bucket)} and value < ${endOfBucket(key.metric, key.bucket)}) ranked
    where (place - 1) % ${size}::bigint = 0`)
}

const inRanking = ({ tenantId, metric, scope, scopeId }: Omit<Bucket, 'bucket'>) => sql`tenant_id = ${tenantId} and metric = ${metric} and scope = ${scope} and scope_id = ${scopeId}`

/** Whether each piece of a bucket counts the rows from where it begins to where the next one does; each row is read once, in ranges of the index. */
async function arePiecesRight(db: Db, key: Bucket): Promise<boolean> {
  const countOf = (which: SQL) => sql`(select count(*) from learner_totals where ${inRanking(key)} and ${which})`
  const { rows } = await db.execute(sql`
    select 1 from (
      select from_value, from_learner_id, learners, lead(from_value, 1, ${startOfBucket(key.metric, key.bucket) - 1}::bigint) over ranked as next_value, lead(from_learner_id, 1, 0::bigint) over ranked as next_learner_id
      from rank_chunks where ${inBucket(key)} window ranked as (order by from_value desc, from_learner_id)) piece
    where learners <> case when next_value = from_value
      then ${countOf(sql`value = from_value and learner_id >= from_learner_id and learner_id < next_learner_id`)}
      else ${countOf(sql`value = from_value and learner_id >= from_learner_id`)}
        + ${countOf(sql`value < least(from_value, ${endOfBucket(key.metric, key.bucket)}::bigint) and value > next_value`)}
        + ${countOf(sql`value = next_value and learner_id < next_learner_id`)} end
    limit 1`)
  return rows.length === 0
}
