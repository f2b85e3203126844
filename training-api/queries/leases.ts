import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { leases } from '../db/schema/tenants.ts'

const wholePlatform = 0

/**
 * Whether this holder may do the named work for the next seconds; the database's clock decides, not the machines'. What was taken while that
 * was far ahead would be held long after it was put right, perhaps by nobody who lives: it is anybody's.
 */
export async function takeLease(
  db: Db,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Promise<boolean> {
  const after = (some: number) => sql`now() + ${some}::int * interval '1 second'`
  const expiresAt = after(seconds)
  const taken = await db
    .insert(leases)
    .values({ tenantId: wholePlatform, name, holder, expiresAt })
    .onConflictDoUpdate({
      target: [leases.tenantId, leases.name],
      set: { holder, expiresAt },
      // Twice the time, so that a clock which is put back by a little takes nobody's work away.
      setWhere: sql`${leases.expiresAt} < now() or ${leases.expiresAt} > ${after(2 * seconds)} or ${leases.holder} = ${holder}`,
    })
    .returning({ holder: leases.holder })
  return taken.length === 1
}
