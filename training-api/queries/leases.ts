import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { leases } from '../db/schema/tenants.ts'

const wholePlatform = 0

/** Whether this holder may do the named work for the next seconds; the database's clock decides, not the machines'. */
export async function takeLease(
  db: Db,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Promise<boolean> {
  const expiresAt = sql`now() + ${seconds}::int * interval '1 second'`
  const taken = await db
    .insert(leases)
    .values({ tenantId: wholePlatform, name, holder, expiresAt })
    .onConflictDoUpdate({
      target: [leases.tenantId, leases.name],
      set: { holder, expiresAt },
      setWhere: sql`${leases.expiresAt} < now() or ${leases.holder} = ${holder}`,
    })
    .returning({ holder: leases.holder })
  return taken.length === 1
}
