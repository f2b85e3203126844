import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Database } from './client.ts'
import { sqlState } from './tx.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
/** So long others wait for a process that was killed while it had the lease; who is at work renews it several times meanwhile. */
const leaseSeconds = 10

type Manner = {
  onNotice?: ((notice: string) => void) | undefined
  /** Gives the lease back, for a process that is about to end: what is half done ends with its connection. */
  signal?: AbortSignal | undefined
}

/** Brings the schema of a server up to date; of several processes that start at once one does it and the others wait. */
export async function migrateUnderLease(db: Database, { onNotice, signal }: Manner = {}): Promise<void> {
  const holder = randomUUID()
  await makeLeaseTable(db)
  for (let isFirst = true; !(await takeLease(db, holder)); isFirst = false) {
    if (isFirst) onNotice?.(`Another process is bringing the schema up to date: waiting for it, or until nothing was heard of it for ${leaseSeconds} seconds.`)
    await pause(100 + Math.random() * 200, undefined, { signal })
  }
  // Rows of many years may have to be changed: that takes as long as it takes, and nobody else begins meanwhile.
  const renewal = setInterval(() => void holdLease(db, holder).catch(() => {}), (leaseSeconds * 1000) / 4)
  try {
    signal?.throwIfAborted()
    await Promise.race([migrateSchema(db, { onNotice, signal }), ...(signal ? [refusedBy(signal)] : [])])
  } finally {
    clearInterval(renewal)
    await db.execute(sql`delete from migration_lease where holder = ${holder}`)
  }
}

/**
 * A change of a table waits for everybody who reads it, a backup for one, and everybody who comes later waits behind it: this long, and
 * then they have their turn before it is tried again. So they have where one of them and the change wait for each other.
 */
const lockMs = 2_000
const [lockNotAvailable, deadlock] = ['55P03', '40P01']

/** Brings the schema up to date; where others use the tables, between them. */
export async function migrateSchema(db: Database, { onNotice, signal }: Manner = {}): Promise<void> {
  const client = await db.$client.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = ${lockMs}`)
    for (let isFirst = true; !(await migrateUnlessLocked(client)); isFirst = false) {
      if (isFirst) onNotice?.('Bringing the schema up to date waits for somebody who has been reading for long, a backup perhaps.')
      await pause(lockMs, undefined, { signal })
    }
    await client.query('reset statement_timeout; reset lock_timeout')
  } catch (fault) {
    client.release(true)
    throw fault
  }
  client.release()
}

async function migrateUnlessLocked(client: pg.PoolClient): Promise<boolean> {
  try {
    await migrate(drizzle(client), { migrationsFolder: folder })
    return true
  } catch (fault) {
    if (![lockNotAvailable, deadlock].includes(sqlState(fault) ?? '')) throw fault
    return false
  }
}

function refusedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
}

async function holdLease(db: Database, holder: string): Promise<void> {
  await db.execute(sql`update migration_lease set until = now() + ${leaseSeconds}::int * interval '1 second' where holder = ${holder}`)
}

async function makeLeaseTable(db: Database): Promise<void> {
  try {
    await db.execute(
      sql`create table if not exists migration_lease (id int primary key, holder text not null, until timestamptz not null)`,
    )
  } catch (fault) {
    // "if not exists" is no guard between two processes: the loser of the race hears of a duplicate.
    if (!['23505', '42P07', '42710'].includes(sqlState(fault) ?? '')) throw fault
  }
}

async function takeLease(db: Database, holder: string): Promise<boolean> {
  const taken = await db.execute(sql`
    insert into migration_lease (id, holder, until)
    values (1, ${holder}, now() + ${leaseSeconds}::int * interval '1 second')
    on conflict (id) do update set holder = excluded.holder, until = excluded.until
    where migration_lease.until < now()
    returning holder`)
  return taken.rows.length === 1
}
