import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { migrateUnderLease } from './migrate.ts'
import { ownDirectory } from './owner.ts'
import { runPglite } from './pglite.ts'
import type { RunningPglite } from './pglite.ts'
import { guardPool } from './tx.ts'

// Counts and sums come back as numbers: every bigint of ours fits into 53 bits.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** The opened database, or a transaction of it: what every query takes first. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** An opened, migrated database. */
export type OpenDatabase = {
  db: NodePgDatabase
  /** `pglite` is the embedded one, `postgres` a server named by DATABASE_URL. */
  engine: 'pglite' | 'postgres'
  /** How often the embedded database has synced a file since it was opened; 0 with a server. */
  syncCount(): number
  /** Ends the embedded engine's thread and starts another; nothing with a server. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Where the database lives: a server, a folder, or (neither given, or `memory`) nowhere but in memory. */
export type DatabaseOptions = {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  memory?: boolean
  /** Connections to a server; the embedded database always has one. */
  poolSize?: number
  /** False only for throw-away databases of tests: nothing is synced. */
  durable?: boolean
  /** False when the schema is known to be there already. */
  migrate?: boolean
  watchdogSeconds?: number
  onNotice?: (notice: string) => void
}

/**
 * The database, opened and migrated: PostgreSQL when `databaseUrl` is given, else PGlite in a worker thread. Throws
 * DataFolderError when the folder is taken, of another PostgreSQL, or cannot be written.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const opened = options.databaseUrl ? openServer(options.databaseUrl, options) : await openEmbedded(options)
  if (options.migrate !== false) {
    try {
      await migrateUnderLease(opened.db)
    } catch (fault) {
      await opened.close()
      throw fault
    }
  }
  return opened
}

function openServer(databaseUrl: string, { poolSize = 10, onNotice }: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'trainhall-training-api',
    statement_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', (fault) => onNotice?.(`A connection to the database was lost: ${fault.message}`))
  guardPool(pool)
  return {
    db: drizzle(pool),
    engine: 'postgres',
    syncCount: () => 0,
    restart: async () => {},
    close: () => pool.end(),
  }
}

async function openEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  const { memory = false, durable = true, watchdogSeconds = 120, onNotice } = options
  const directory = memory || options.dataDir === undefined ? undefined : path.resolve(options.dataDir, 'postgres')
  const ownership = directory === undefined ? undefined : ownDirectory(directory)
  const folder = socketFolder()
  ownership?.remember(folder)
  const release = () => {
    rmSync(folder, { recursive: true, force: true })
    ownership?.release()
  }
  // Windows has no socket files a PostgreSQL client could name.
  const port = process.platform === 'win32' ? await freePort() : undefined
  const socketFile = path.join(folder, '.s.PGSQL.5432')
  let engine: RunningPglite
  try {
    engine = await runPglite({
      dataDir: directory,
      durable,
      socket: port === undefined ? { path: socketFile } : { port },
      watchdogSeconds,
      beforeStart: () => rmSync(socketFile, { force: true }),
      onRestart: (reason) => onNotice?.(`The embedded database was started anew because ${reason}.`),
    })
  } catch (fault) {
    release()
    throw fault
  }
  // One connection only: PGlite is one session, and its portals get mixed up between several.
  const pool = new pg.Pool({
    host: port === undefined ? folder : '127.0.0.1',
    port: port ?? 5432,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  })
  pool.on('error', (fault) => onNotice?.(`The connection to the embedded database was lost: ${fault.message}`))
  guardPool(pool)
  const stopMaintenance = directory === undefined ? () => {} : maintain(pool, onNotice)
  return {
    db: drizzle(pool),
    engine: 'pglite',
    syncCount: engine.syncCount,
    restart: engine.restart,
    async close() {
      stopMaintenance()
      await pool.end()
      await engine.close()
      release()
    },
  }
}

/** PGlite has no background workers: without this its tables and its log grow without end. */
function maintain(pool: pg.Pool, onNotice: DatabaseOptions['onNotice']): () => void {
  const run = (statement: string) =>
    void pool.query(statement).catch((fault: Error) => onNotice?.(`Maintenance failed (${statement}): ${fault.message}`))
  run('vacuum (analyze)')
  const timers = [
    setInterval(() => run('checkpoint'), 60_000),
    setInterval(() => run('vacuum (analyze)'), 600_000),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

function socketFolder(): string {
  const base = os.tmpdir().length < 70 ? os.tmpdir() : '/tmp'
  return mkdtempSync(path.join(base, 'trainhall-'))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
