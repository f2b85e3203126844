import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { troubleOf } from '../rules/troubles.ts'
import { maintain } from './maintenance.ts'
import { migrateSchema, migrateUnderLease } from './migrate.ts'
import { ownDirectory } from './owner.ts'
import { runPglite } from './pglite.ts'
import type { RunningPglite } from './pglite.ts'
import { sendTogether } from './sending-together.ts'
import { shareTurns } from './shared-turn.ts'
import { guardPool } from './tx.ts'

// Counts and sums come back as numbers: every bigint of ours fits into 53 bits.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** The opened database, or a transaction of it: what every query takes first. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** The database itself, which hands out transactions (`withTx`). */
export type Database = NodePgDatabase & { $client: pg.Pool }

/** An opened, migrated database. */
export type OpenDatabase = {
  db: Database
  /** `pglite` is the embedded one, `postgres` a server named by DATABASE_URL. */
  engine: 'pglite' | 'postgres'
  /** How often the embedded database has synced a file since it was opened; 0 with a server. */
  syncCount(): number
  /** Why the embedded engine last ended by itself, which its callers only hear of as a lost connection; undefined when it never did, and with a server. */
  failure(): string | undefined
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
  /** For a process that answers people: on a server nothing waits long for a lock, and a transaction that stands still ends. */
  serving?: boolean
  watchdogSeconds?: number
  onNotice?: (notice: string) => void
  /** Breaks off the migration of a server, for a process that is about to end. */
  signal?: AbortSignal
}

/**
 * The database, opened and migrated: PostgreSQL when `databaseUrl` is given, else PGlite in a worker thread. Throws
 * DataFolderError when the folder is taken, of another PostgreSQL, or cannot be written.
 */
export function openDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options)
}

// Statements end after 15 s by the server's own clock; one that a silent network swallowed is given up here a second later, with its connection.
const statementMs = 15_000
/**
 * What somebody else has locked is worth this wait; after it the caller hears that it did not work, and may try again. And a process that
 * stands still, or a machine that is gone, keeps nobody out of the rows that it had locked for longer than it would wait itself.
 */
const servingLimits = { lock_timeout: 4_000, idle_in_transaction_session_timeout: statementMs, query_timeout: statementMs + 1_000 }

/**
 * A statement is planned once for a connection, whatever it is given. Left to itself PostgreSQL takes lists that come as arrays for longer
 * than they are when it plans without knowing them, and so plans those statements anew each time, which costs more than they do. The embedded
 * engine does the same (pglite-worker.ts).
 */
const planOnce = '-c plan_cache_mode=force_generic_plan'

async function openServer(databaseUrl: string, options: DatabaseOptions): Promise<OpenDatabase> {
  const { poolSize = 10, serving = false } = options
  const server = { connectionString: databaseUrl, pipeline: true, keepAlive: true, application_name: 'trainhall-training-api', statement_timeout: statementMs, connectionTimeoutMillis: 10_000 }
  if (options.migrate !== false) {
    // A migration takes one connection, and the renewal of its lease another; both without the limits of what answers people.
    const migrating = openPool({ ...server, max: 2 }, options)
    await ready(migrating, options, (opened) => migrateUnderLease(opened, options), () => migrating.end())
    await migrating.end()
  }
  const pool = openPool({ ...server, ...(serving && servingLimits), options: planOnce, max: poolSize }, options)
  return { db: drizzle(pool), engine: 'postgres', syncCount: () => 0, failure: () => undefined, restart: async () => {}, close: () => pool.end() }
}

async function openEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  const { memory = false, durable = true, watchdogSeconds = 120, onNotice = () => {} } = options
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
      onRestart: (reason) => onNotice(`The embedded database is started anew: ${reason}.`),
    })
  } catch (fault) {
    release()
    throw fault
  }
  const pool = openPool(
    {
      host: port === undefined ? folder : '127.0.0.1',
      port: port ?? 5432,
      user: 'postgres',
      database: 'postgres',
      // PGlite is one session: several connections mix up each other's portals.
      max: 1,
      pipeline: true,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 30_000,
    },
    options,
    engine.absence,
  )
  shareTurns(pool)
  let stopUpkeep = async () => {}
  const close = async () => {
    await stopUpkeep()
    await pool.end()
    await engine.close()
    release()
  }
  // The folder is this process's alone: nobody else is migrating.
  const db = await ready(pool, options, (opened) => migrateSchema(opened), close).catch((fault: unknown) => {
    // A statement that only lost its connection does not know why.
    const failure = troubleOf(fault) === 'away' ? engine.failure() : undefined
    throw failure === undefined ? fault : new Error(failure)
  })
  if (directory !== undefined && durable) stopUpkeep = maintain(pool, onNotice)
  return { db, engine: 'pglite', syncCount: engine.syncCount, failure: engine.failure, restart: engine.restart, close }
}

function openPool(
  config: pg.PoolConfig,
  { onNotice }: DatabaseOptions,
  absence: () => Promise<void> | undefined = () => undefined,
): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', (fault) => onNotice?.(`A connection to the database was lost: ${fault.message}`))
  // A connection lost in the middle of a transaction: its query rejects, and the event must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', sendTogether)
  guardPool(pool, absence)
  return pool
}

async function ready(pool: pg.Pool, options: DatabaseOptions, migrate: (db: Database) => Promise<void>, close: () => Promise<void>): Promise<Database> {
  const db = drizzle(pool)
  try {
    if (options.migrate !== false) await migrate(db)
  } catch (fault) {
    // A migration that was broken off keeps its connection until the process ends.
    if (options.signal?.aborted !== true) await close()
    throw fault
  }
  return db
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
