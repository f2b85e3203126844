import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { appVersions } from '../db/schema/downloads.ts'

export type AppVersion = typeof appVersions.$inferSelect
export type AppKey = { tenantId: number } & Pick<AppVersion, 'client' | 'system'>

/** The newest version of a client for a system; null when the tenant offers none. */
export async function findAppVersion(db: Db, { tenantId, client, system }: AppKey): Promise<AppVersion | null> {
  const [found] = await db.select().from(appVersions).where(and(eq(appVersions.tenantId, tenantId), eq(appVersions.client, client), eq(appVersions.system, system)))
  return found ?? null
}
