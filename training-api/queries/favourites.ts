import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { contentTotals, courses } from '../db/schema/courses.ts'
import { favourites } from '../db/schema/favourites.ts'
import { plans } from '../db/schema/plans.ts'
import type { Titles } from '../rules/languages.ts'
import type { Who } from './who.ts'

/** A collected course or plan. */
export type Favourite = Titles & {
  contentId: number
  coverUrl: string
  oneTitle: string | null
  twoTitle: string | null
  studyHours: number
  credits: number
  joinCount: number
  rating: number
}
export type FavouriteKey = Who & { kind: 'course' | 'plan'; contentId: number }

/** What a learner has collected of one kind, newest first. */
export async function listFavourites(db: Db, { tenantId, userId, kind }: Who & { kind: 'course' | 'plan' }): Promise<Favourite[]> {
  const content = kind === 'course' ? courses : plans
  const contentId = kind === 'course' ? courses.courseId : plans.planId
  return db
    .select({
      contentId: favourites.contentId,
      title: content.title,
      titleEn: content.titleEn,
      titleJa: content.titleJa,
      coverUrl: content.coverUrl,
      oneTitle: content.oneTitle,
      twoTitle: content.twoTitle,
      studyHours: content.studyHours,
      credits: content.credits,
      joinCount: sql<number>`coalesce(${contentTotals.joinCount}, 0)`.mapWith(Number),
      rating: sql<number>`coalesce(${contentTotals.rating}, 0)`.mapWith(Number),
    })
    .from(favourites)
    .innerJoin(content, and(eq(content.tenantId, favourites.tenantId), eq(contentId, favourites.contentId)))
    .leftJoin(
      contentTotals,
      and(eq(contentTotals.tenantId, favourites.tenantId), eq(contentTotals.contentKind, kind), eq(contentTotals.contentId, favourites.contentId)),
    )
    .where(and(eq(favourites.tenantId, tenantId), eq(favourites.learnerId, userId), eq(favourites.contentKind, kind)))
    .orderBy(desc(favourites.createdAt), asc(favourites.contentId))
}

/** Whether the tenant has a course or plan of this id. */
export async function hasContent(db: Db, { tenantId, kind, contentId }: { tenantId: number; kind: 'course' | 'plan'; contentId: number }): Promise<boolean> {
  const found =
    kind === 'course'
      ? await db.select({ id: courses.courseId }).from(courses).where(and(eq(courses.tenantId, tenantId), eq(courses.courseId, contentId)))
      : await db.select({ id: plans.planId }).from(plans).where(and(eq(plans.tenantId, tenantId), eq(plans.planId, contentId)))
  return found.length > 0
}

/** Collects a course or plan, also again; false when the tenant has none of that id. */
export async function addFavourite(tx: Db, { tenantId, userId, kind, contentId, now }: FavouriteKey & { now: Date }): Promise<boolean> {
  if (!(await hasContent(tx, { tenantId, kind, contentId }))) return false
  await tx.insert(favourites).values({ tenantId, learnerId: userId, contentKind: kind, contentId, createdAt: now }).onConflictDoNothing({ target: [favourites.tenantId, favourites.learnerId, favourites.contentKind, favourites.contentId] })
  return true
}

/** Takes a course or plan out of the collection, also when it is not in it. */
export async function removeFavourite(db: Db, { tenantId, userId, kind, contentId }: FavouriteKey): Promise<void> {
  await db
    .delete(favourites)
    .where(
      and(
        eq(favourites.tenantId, tenantId),
        eq(favourites.learnerId, userId),
        eq(favourites.contentKind, kind),
        eq(favourites.contentId, contentId),
      ),
    )
}
