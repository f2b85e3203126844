import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { banners, floorItems, floors } from '../db/schema/home.ts'

type Terminal = { tenantId: number; terminal: 'web' | 'app' }
export type Banner = typeof banners.$inferSelect
export type Floor = typeof floors.$inferSelect & { items: (typeof floorItems.$inferSelect)[] }

const bannersInOrder = prepared((db) =>
  db
    .select()
    .from(banners)
    .where(and(eq(banners.tenantId, sql.placeholder('tenantId')), eq(banners.terminal, sql.placeholder('terminal'))))
    .orderBy(asc(banners.position), asc(banners.bannerId))
    .prepare('banners_in_order'),
)

/** The slides of the home page, in order. */
export async function listBanners(db: Db, { tenantId, terminal }: Terminal): Promise<Banner[]> {
  return bannersInOrder(db).execute({ tenantId, terminal })
}

const floorsInOrder = prepared((db) =>
  db
    .select({ floor: floors, item: floorItems })
    .from(floors)
    .leftJoin(floorItems, and(eq(floorItems.tenantId, floors.tenantId), eq(floorItems.floorId, floors.floorId)))
    .where(and(eq(floors.tenantId, sql.placeholder('tenantId')), eq(floors.terminal, sql.placeholder('terminal'))))
    .orderBy(asc(floors.position), asc(floors.floorId), asc(floorItems.position), asc(floorItems.itemId))
    .prepare('floors_in_order'),
)

/** The floors of the home page with their items, in order. */
export async function listFloors(db: Db, { tenantId, terminal }: Terminal): Promise<Floor[]> {
  const rows = await floorsInOrder(db).execute({ tenantId, terminal })
  const found: Floor[] = []
  for (const { floor, item } of rows) {
    if (found.at(-1)?.floorId !== floor.floorId) found.push({ ...floor, items: [] })
    if (item !== null) found.at(-1)?.items.push(item)
  }
  return found
}
