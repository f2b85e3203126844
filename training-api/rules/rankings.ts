export type RankedRow = { learnerId: number; value: number }
export type Placed<T> = T & { rank: number }

/** How many rows a ranking shows before the caller's own (contract 5.9). */
export const rankingSize = 10

/**
 * The first 10 rows counted from 1, the caller's own as an 11th when it is lower, and the own row (contract 5.9). Where nobody is ranked
 * no row is listed: nobody is the first of nobody.
 */
export function trimRanking<T extends RankedRow>(top: readonly T[], own: Placed<T> | null): { rows: Placed<T>[]; own: Placed<T> | null } {
  const rows = top.slice(0, rankingSize).map((row, index) => ({ ...row, rank: index + 1 }))
  const listed = own !== null && rows.some((row) => row.learnerId === own.learnerId)
  return { rows: own !== null && !listed && rows.length > 0 ? [...rows, own] : rows, own }
}

const slowestMs = 99_999_999

/** How an attempt counts in the ranking of its exam, as one number: more points first, of as many the quicker. */
export function examValue({ score, usedMs }: { score: number; usedMs: number }): number {
  return Math.round(score * 100) * (slowestMs + 1) + slowestMs - Math.min(slowestMs, Math.max(0, usedMs))
}

/** The widths of histogram buckets by metric, in the metric's own unit; of exams one point. */
export const bucketWidths = { minutes: 10, points: 10, certificates: 1, mistakes: 1, examScore: 100 * (slowestMs + 1) } as const
export type RankingMetric = keyof typeof bucketWidths
/** The last bucket, which takes everything above. */
export const lastBucket = 100_000

/** The histogram bucket of a value; where totals are raised the database computes the same. */
export function bucketOf(metric: RankingMetric, value: number): number {
  return Math.min(lastBucket, Math.max(0, Math.floor(value / bucketWidths[metric])))
}

/** Above every value: where the first piece of a bucket begins, and where the last bucket ends. */
export const topValue = Number.MAX_SAFE_INTEGER

/** The least value of a bucket. */
export function startOfBucket(metric: RankingMetric, bucket: number): number {
  return bucket * bucketWidths[metric]
}

/** The first value above a bucket. */
export function endOfBucket(metric: RankingMetric, bucket: number): number {
  return bucket === lastBucket ? topValue : (bucket + 1) * bucketWidths[metric]
}

/** A bucket with more learners than this is counted in pieces. */
export const crowdedBucket = 512
/** No piece begins with fewer learners, and a bucket with no more than these has none. */
export const leastPiece = crowdedBucket / 2
/**
 * How many learners a piece of a crowded bucket begins with; at twice as many it is cut anew. The pieces above a place are added up and
 * what is before it in its own piece is counted, so both grow with the root of the bucket rather than one with the bucket.
 */
export function pieceSize(learners: number): number {
  return Math.max(leastPiece, Math.round(Math.sqrt(learners)))
}
