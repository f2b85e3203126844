import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { resources } from '../db/schema/courses.ts'

/** Where the package of a courseware resource lies; null when the tenant has no such courseware. */
export async function findCourseware(db: Db, { tenantId, resourceId }: { tenantId: number; resourceId: number }): Promise<{ packageUrl: string | null } | null> {
  const [found] = await db
    .select({ packageUrl: resources.packageUrl })
    .from(resources)
    .where(and(eq(resources.tenantId, tenantId), eq(resources.resourceId, resourceId), eq(resources.kind, 'courseware')))
  return found ?? null
}
