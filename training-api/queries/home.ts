import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { courses } from '../db/schema/courses.ts'
import { banners, floorItems, floors } from '../db/schema/home.ts'
import { plans } from '../db/schema/plans.ts'
import { itemTitles } from '../rules/languages.ts'
import type { Titles } from '../rules/languages.ts'

type Terminal = { tenantId: number; terminal: 'web' | 'app' }
export type Banner = typeof banners.$inferSelect & Titles
export type FloorItem = typeof floorItems.$inferSelect & Titles
export type Floor = typeof floors.$inferSelect & { items: FloorItem[] }

const ofCourse = { title: courses.title, titleEn: courses.titleEn, titleJa: courses.titleJa }
const ofPlan = { title: plans.title, titleEn: plans.titleEn, titleJa: plans.titleJa }
/** The course and the plan that a slide or a tile leads to. */
const courseOf = (lead: typeof banners | typeof floorItems) => and(eq(lead.leadsTo, 'course'), eq(courses.tenantId, lead.tenantId), eq(courses.courseId, lead.contentId))
const planOf = (lead: typeof banners | typeof floorItems) => and(eq(lead.leadsTo, 'plan'), eq(plans.tenantId, lead.tenantId), eq(plans.planId, lead.contentId))

const bannersInOrder = prepared((db) =>
  db
    .select({ banner: banners, course: ofCourse, plan: ofPlan })
    .from(banners)
    .leftJoin(courses, courseOf(banners))
    .leftJoin(plans, planOf(banners))
    .where(and(eq(banners.tenantId, sql.placeholder('tenantId')), eq(banners.terminal, sql.placeholder('terminal'))))
    .orderBy(asc(banners.position), asc(banners.bannerId))
    .prepare('banners_in_order'),
)

/** The slides of the home page, in order; one that is called as the course or plan that it leads to is so in all languages. */
export async function listBanners(db: Db, { tenantId, terminal }: Terminal): Promise<Banner[]> {
  const rows = await bannersInOrder(db).execute({ tenantId, terminal })
  return rows.map(({ banner, course, plan }) => ({ ...banner, ...itemTitles(banner.title, course ?? plan) }))
}

const floorsInOrder = prepared((db) =>
  db
    .select({ floor: floors, item: floorItems, course: ofCourse, plan: ofPlan })
    .from(floors)
    .leftJoin(floorItems, and(eq(floorItems.tenantId, floors.tenantId), eq(floorItems.floorId, floors.floorId)))
    .leftJoin(courses, courseOf(floorItems))
    .leftJoin(plans, planOf(floorItems))
    .where(and(eq(floors.tenantId, sql.placeholder('tenantId')), eq(floors.terminal, sql.placeholder('terminal'))))
    .orderBy(asc(floors.position), asc(floors.floorId), asc(floorItems.position), asc(floorItems.itemId))
    .prepare('floors_in_order'),
)

/** The floors of the home page with their items, in order, titled as slides are. */
export async function listFloors(db: Db, { tenantId, terminal }: Terminal): Promise<Floor[]> {
  const rows = await floorsInOrder(db).execute({ tenantId, terminal })
  const found: Floor[] = []
  for (const { floor, item, course, plan } of rows) {
    if (found.at(-1)?.floorId !== floor.floorId) found.push({ ...floor, items: [] })
    if (item !== null) found.at(-1)?.items.push({ ...item, ...itemTitles(item.caption, course ?? plan) })
  }
  return found
}
