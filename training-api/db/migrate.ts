import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { sqlState } from './tx.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
const leaseSeconds = 120

/** Brings the schema up to date; of several processes that start at once one does it and the others wait. */
export async function migrateUnderLease(db: NodePgDatabase): Promise<void> {
  const holder = randomUUID()
  await makeLeaseTable(db)
  while (!(await takeLease(db, holder))) await pause(100 + Math.random() * 200)
  try {
    await migrate(db, { migrationsFolder: folder })
  } finally {
    await db.execute(sql`delete from migration_lease where holder = ${holder}`)
  }
}

async function makeLeaseTable(db: NodePgDatabase): Promise<void> {
  try {
    await db.execute(
      sql`create table if not exists migration_lease (id int primary key, holder text not null, until timestamptz not null)`,
    )
  } catch (fault) {
    // "if not exists" is no guard between two processes: the loser of the race hears of a duplicate.
    if (!['23505', '42P07', '42710'].includes(sqlState(fault) ?? '')) throw fault
  }
}

async function takeLease(db: NodePgDatabase, holder: string): Promise<boolean> {
  const taken = await db.execute(sql`
    insert into migration_lease (id, holder, until)
    values (1, ${holder}, now() + ${leaseSeconds}::int * interval '1 second')
    on conflict (id) do update set holder = excluded.holder, until = excluded.until
    where migration_lease.until < now()
    returning holder`)
  return taken.rows.length === 1
}
