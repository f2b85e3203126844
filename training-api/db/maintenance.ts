import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './client.ts'
import { sqlState } from './tx.ts'

const undefinedTable = '42P01'
const checkpointSeconds = 60
const checkpointBytes = 32 * 1024 * 1024
const vacuumSeconds = 600
// An empty table is left uncounted, and planned for as one that may fill.
const hasChanged = `(last_vacuum is null and pg_relation_size(relid) > 0)
  or n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`
// More than twice the pages that plans were made for, which may be none.
const hasGrown = 'pg_relation_size(relid) > 8192 * (1 + 2 * greatest(relpages, 0))'

/** Counts the tables that hold something. Those that do not are planned for as tables that may fill, until somebody counts them. */
export async function analyzeFilled(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`select relid::regclass::text as name from pg_stat_user_tables where schemaname = current_schema() and pg_relation_size(relid) > 0 order by 1`)
  if (rows.length > 0) await db.execute(sql.raw(`analyze ${rows.map(({ name }) => name).join(', ')}`))
}

/**
 * Does what PostgreSQL's background workers would do and PGlite has none for: a checkpoint every minute or 32 MB of log,
 * a vacuum of the tables that changed as much as its autovacuum waits for, one by one, at the start and every ten
 * minutes, and every `everySeconds`, unless a vacuum is going on, a count of those that have more than doubled, since
 * plans are kept (client.ts). Without it tables and log grow without end, and one that was nearly empty is read from end
 * to end when it is full. Returns how to stop it.
 */
export function maintain(pool: pg.Pool, onNotice: (notice: string) => void, everySeconds = 10): () => Promise<void> {
  let lastCheckpoint = { at: performance.now(), position: 0 }
  let nextVacuum = 0
  let running: Promise<void> = Promise.resolve()
  let busy = false
  let stopped = false

  async function work(): Promise<void> {
    const { rows } = await pool.query<{ position: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position`,
    )
    const position = rows[0]?.position ?? 0
    const grown = position - lastCheckpoint.position
    const elapsedSeconds = (performance.now() - lastCheckpoint.at) / 1000
    if (grown > checkpointBytes || (grown > 0 && elapsedSeconds >= checkpointSeconds)) {
      await pool.query('checkpoint')
      lastCheckpoint = { at: performance.now(), position }
    }
    if (performance.now() >= nextVacuum) {
      nextVacuum = performance.now() + vacuumSeconds * 1000
      await pool.query('select pg_stat_force_next_flush()')
      await ofTables('vacuum (analyze)', hasChanged)
    }
    await ofTables('analyze', hasGrown)
  }

  async function ofTables(command: string, condition: string): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, t.relname) as name from pg_stat_user_tables t join pg_class on oid = relid where ${condition} order by 1`,
    )
    for (const { name } of rows) {
      if (stopped) return
      await pool.query(`${command} ${name}`).catch((fault: unknown) => {
        if (sqlState(fault) !== undefinedTable) throw fault
      })
    }
  }

  function tick(): void {
    if (busy || stopped) return
    busy = true
    running = work()
      .catch((fault: unknown) => onNotice(`The upkeep of the database failed: ${String(fault)}`))
      .finally(() => {
        busy = false
      })
  }

  const timer = setInterval(tick, everySeconds * 1000)
  timer.unref()
  tick()
  return () => {
    stopped = true
    clearInterval(timer)
    return running
  }
}
