import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { prepared } from '../db/prepared.ts'
import { contentTotals } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { learners } from '../db/schema/learners.ts'
import { reviews } from '../db/schema/reviews.ts'
import type { Paging } from '../envelope.ts'
import { resultOf } from '../rules/courses.ts'
import { averageStars, checkReview } from '../rules/reviews.ts'
import type { ReviewVerdict, StarCounts } from '../rules/reviews.ts'
import { hasContent } from './favourites.ts'
import type { Who } from './who.ts'

type Content = { kind: 'course' | 'plan'; contentId: number }

/** A review as its readers see it. */
export type Review = {
  reviewId: number
  learnerId: number
  learnerName: string
  avatarUrl: string | null
  stars: number
  text: string
  createdAt: Date
  replyText: string | null
}

const ofContent = (tenantId: number, { kind, contentId }: Content) =>
  and(eq(reviews.tenantId, tenantId), eq(reviews.contentKind, kind), eq(reviews.contentId, contentId))

const ofAsked = and(eq(reviews.tenantId, sql.placeholder('tenantId')), eq(reviews.contentKind, sql.placeholder('kind')), eq(reviews.contentId, sql.placeholder('contentId')))

const newestNumber = sql<number | null>`(select max(${reviews.number}) from ${reviews} where ${ofAsked})`

const reviewsOfContent = prepared((db) =>
  db
    .select({
      reviewId: reviews.reviewId,
      learnerId: reviews.learnerId,
      learnerName: learners.name,
      avatarUrl: learners.avatarUrl,
      stars: reviews.stars,
      text: reviews.text,
      createdAt: reviews.createdAt,
      replyText: reviews.replyText,
      total: newestNumber.mapWith(Number),
    })
    .from(reviews)
    .innerJoin(learners, and(eq(learners.tenantId, reviews.tenantId), eq(learners.learnerId, reviews.learnerId)))
    // Numbers have no gaps: both ends of the page are known, and a plan needs no limit it would have to guess.
    .where(and(
      ofAsked,
      sql`${reviews.number} <= ${newestNumber} - ${sql.placeholder('before')}::int`,
      sql`${reviews.number} > ${newestNumber} - ${sql.placeholder('before')}::int - ${sql.placeholder('size')}::int`,
    ))
    .orderBy(desc(reviews.number))
    .prepare('reviews_of_content'),
)

/** A page of the reviews of a course or plan, newest first, with how many there are in all. */
export async function listReviews(
  db: Db,
  { tenantId, kind, contentId, current, size }: { tenantId: number } & Content & Paging,
): Promise<{ found: Review[]; total: number }> {
  const rows = await reviewsOfContent(db).execute({ tenantId, kind, contentId, before: (current - 1) * size, size })
  const found = rows.map(({ total: _, ...review }) => review)
  if (rows[0] !== undefined) return { found, total: rows[0].total }
  // A page behind the last: how many there are stands in the first.
  return current === 1 ? { found, total: 0 } : { found, total: (await listReviews(db, { tenantId, kind, contentId, current: 1, size: 1 })).total }
}

export type Ratings = { counts: StarCounts; average: number; own: { stars: number; text: string; createdAt: Date } | null }

const ratingsOfContent = prepared((db) =>
  db
    .select({
      counts: { one: contentTotals.stars1, two: contentTotals.stars2, three: contentTotals.stars3, four: contentTotals.stars4, five: contentTotals.stars5 },
      average: contentTotals.rating,
      own: { stars: reviews.stars, text: reviews.text, createdAt: reviews.createdAt },
    })
    .from(contentTotals)
    .leftJoin(reviews, and(ofAsked, eq(reviews.learnerId, sql.placeholder('userId'))))
    .where(and(eq(contentTotals.tenantId, sql.placeholder('tenantId')), eq(contentTotals.contentKind, sql.placeholder('kind')), eq(contentTotals.contentId, sql.placeholder('contentId'))))
    .prepare('ratings_of_content'),
)

/** How the stars of a course or plan are shared out, and the learner's own review; null without any. */
export async function readRatings(db: Db, asked: Who & Content): Promise<Ratings | null> {
  const [found] = await ratingsOfContent(db).execute(asked)
  if (found === undefined) return null
  const { one, two, three, four, five } = found.counts
  const counts: StarCounts = [one, two, three, four, five]
  if (counts.every((count) => count === 0)) return null
  return { counts, average: found.average, own: found.own }
}

/**
 * Adds a learner's review and counts its stars, once and for all; the very same review again is told what the first was told.
 * `missing`: the tenant has no such course or plan.
 */
export async function addReview(
  tx: Db,
  { tenantId, userId, kind, contentId, stars, text, now }: Who & Content & { stars: 1 | 2 | 3 | 4 | 5; text: string; now: Date },
): Promise<ReviewVerdict | 'missing'> {
  if (!(await hasContent(tx, { tenantId, kind, contentId }))) return 'missing'
  const [enrolment] = await tx
    .select({ state: enrolments.state })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.tenantId, tenantId),
        eq(enrolments.learnerId, userId),
        eq(enrolments.contentKind, kind),
        eq(enrolments.contentId, contentId),
        eq(enrolments.planItemId, 0),
      ),
    )
  const rated = await tx
    .select({ stars: reviews.stars, text: reviews.text })
    .from(reviews)
    .where(and(ofContent(tenantId, { kind, contentId }), eq(reviews.learnerId, userId)))
  if (rated[0]?.stars === stars && rated[0].text === text) return 'allowed'
  const verdict = checkReview(resultOf(enrolment?.state ?? 'notStarted'), rated.length > 0)
  if (verdict !== 'allowed') return verdict

  const place = and(eq(contentTotals.tenantId, tenantId), eq(contentTotals.contentKind, kind), eq(contentTotals.contentId, contentId))
  await tx.insert(contentTotals).values({ tenantId, contentKind: kind, contentId }).onConflictDoNothing({ target: [contentTotals.tenantId, contentTotals.contentKind, contentTotals.contentId] })
  // Whoever holds the totals gives the next number.
  await tx.select({ contentId: contentTotals.contentId }).from(contentTotals).where(place).for('update')
  const [newest] = await tx.select({ number: reviews.number }).from(reviews).where(ofContent(tenantId, { kind, contentId })).orderBy(desc(reviews.number)).limit(1)
  const added = await tx
    .insert(reviews)
    .values({ tenantId, reviewId: newId(), contentKind: kind, contentId, learnerId: userId, number: (newest?.number ?? 0) + 1, stars, text, createdAt: now })
    .onConflictDoNothing({ target: [reviews.tenantId, reviews.contentKind, reviews.contentId, reviews.learnerId] })
    .returning({ reviewId: reviews.reviewId })
  // The same learner was quicker from another window: looked at anew.
  if (added.length === 0) return addReview(tx, { tenantId, userId, kind, contentId, stars, text, now })
  const column = ([contentTotals.stars1, contentTotals.stars2, contentTotals.stars3, contentTotals.stars4, contentTotals.stars5] as const)[stars - 1]
  const [totals] = await tx
    .update(contentTotals)
    .set({ [`stars${stars}`]: sql`${column} + 1` })
    .where(place)
    .returning()
  if (totals === undefined) return 'missing'
  await rate(tx, totals)
  return 'allowed'
}

/** Takes a learner's reviews away, with their stars; those that were written after them move up by one, so that pages have no gaps. How many there were. */
export async function removeReviews(tx: Db, { tenantId, userId }: Who): Promise<number> {
  const own = await tx
    .select({ kind: reviews.contentKind, contentId: reviews.contentId })
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.learnerId, userId)))
    .orderBy(asc(reviews.contentKind), asc(reviews.contentId))
  for (const { kind, contentId } of own) await removeReview(tx, { tenantId, userId, kind, contentId })
  return own.length
}

async function removeReview(tx: Db, { tenantId, userId, kind, contentId }: Who & Content): Promise<void> {
  const place = and(eq(contentTotals.tenantId, tenantId), eq(contentTotals.contentKind, kind), eq(contentTotals.contentId, contentId))
  await tx.select({ contentId: contentTotals.contentId }).from(contentTotals).where(place).for('update')
  const [gone] = await tx.delete(reviews).where(and(ofContent(tenantId, { kind, contentId }), eq(reviews.learnerId, userId))).returning({ number: reviews.number, stars: reviews.stars })
  if (gone === undefined) return
  // In two steps: no two reviews of a course or plan may have one number, not even for a moment.
  await tx.update(reviews).set({ number: sql`-${reviews.number}` }).where(and(ofContent(tenantId, { kind, contentId }), gt(reviews.number, gone.number)))
  await tx.update(reviews).set({ number: sql`-${reviews.number} - 1` }).where(and(ofContent(tenantId, { kind, contentId }), lt(reviews.number, 0)))
  const column = ([contentTotals.stars1, contentTotals.stars2, contentTotals.stars3, contentTotals.stars4, contentTotals.stars5] as const)[gone.stars - 1]
  const [totals] = await tx.update(contentTotals).set({ [`stars${gone.stars}`]: sql`greatest(0, ${column} - 1)` }).where(place).returning()
  if (totals !== undefined) await rate(tx, totals)
}

async function rate(tx: Db, { tenantId, contentKind, contentId, ...totals }: typeof contentTotals.$inferSelect): Promise<void> {
  const rating = averageStars([totals.stars1, totals.stars2, totals.stars3, totals.stars4, totals.stars5])
  await tx.update(contentTotals).set({ rating }).where(and(eq(contentTotals.tenantId, tenantId), eq(contentTotals.contentKind, contentKind), eq(contentTotals.contentId, contentId)))
}
