import type pg from 'pg'
import { sqlState } from './tx.ts'

const undefinedTable = '42P01'
const checkpointSeconds = 60
const checkpointBytes = 32 * 1024 * 1024
const vacuumSeconds = 600
const hasChanged = `last_vacuum is null
  or n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`
// Twice the rows that plans were made for, which may be none.
const hasGrown = 'n_live_tup > 50 + 2 * greatest(reltuples, 0)'

/**
 * Does what PostgreSQL's background workers would do and PGlite has none for: a checkpoint every minute or 32 MB of log,
 * a vacuum of the tables that changed as much as its autovacuum waits for, one by one, at the start and every ten
 * minutes, and within `everySeconds` a count of those that have twice the rows, since plans are kept. Without it tables and log
 * grow without end, and a table that was empty is read from end to end when it is full. Returns how to stop it.
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
    await pool.query('select pg_stat_force_next_flush()')
    if (performance.now() >= nextVacuum) {
      nextVacuum = performance.now() + vacuumSeconds * 1000
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
