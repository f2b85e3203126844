import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Db } from './client.ts'
import { named } from './named.ts'

const insideTransaction = new AsyncLocalStorage<boolean>()
const attempts = 5
const worthRepeating = new Set(['40001', '40P01'])
const IN_FAILED_TRANSACTION = '25P02'
/** What a transaction throws that has seen something which has changed under it, so that it must look again. */
export class WorthRepeating extends Error {}
/** One for each connection, so that what is prepared in one transaction (`prepared`) is there in the next. */
const onConnection = new WeakMap<pg.PoolClient, Db>()

function dbOn(client: pg.PoolClient): Db {
  const known = onConnection.get(client)
  if (known) return known
  const made = drizzle({ client: naming(client) })
  onConnection.set(client, made)
  return made
}

/** What the commit of a transaction takes along (`withCommit`). */
const takenAlong = new WeakMap<Db, Promise<unknown>[]>()

/**
 * Leaves the last writes of a transaction to be waited for with its commit, which then travels with them. They are under way already, as
 * prepared ones are once they are called, and nobody needs what they return. Of one that the database refuses nothing is committed, and
 * the caller of the transaction hears of it.
 */
export async function withCommit(tx: Db, writes: readonly Promise<unknown>[]): Promise<void> {
  const left = takenAlong.get(tx)
  // In a transaction of somebody else's they are waited for here.
  if (left === undefined) return void (await Promise.all(writes))
  for (const write of writes) {
    // It is heard of at the end, also where something else fails before.
    write.catch(() => {})
    left.push(write)
  }
}

/** Connections whose `begin` failed: what is sent there would stand for itself. They are thrown away. */
const unbegun = new WeakSet<pg.PoolClient>()

/** What the database refused first in a transaction: everything after it is refused because of it, and may be heard of sooner. */
const firstRefusals = new WeakMap<pg.PoolClient, unknown>()

/** A connection whose statements are named: a transaction asks the same few things again and again, by their keys. */
function naming(client: pg.PoolClient): pg.PoolClient {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown
  const query = (statement: unknown, ...rest: unknown[]) => {
    if (unbegun.has(client)) return Promise.reject(new Error('The transaction did not begin.'))
    const sent = send(named(client, statement), ...rest)
    if (sent instanceof Promise) sent.catch((fault: unknown) => void (firstRefusals.has(client) || firstRefusals.set(client, fault)))
    return sent
  }
  // Nothing else of a connection is asked for inside a transaction.
  return { query } as pg.PoolClient
}

/** The SQLSTATE of a failed query, also when it is wrapped; undefined for other faults. */
export function sqlState(fault: unknown): string | undefined {
  for (let at = fault; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  }
  return undefined
}

/**
 * What `body` returns, all of its writes committed or none; a serialization failure or deadlock repeats it up to five
 * times with a pause, so it must be safe to repeat. Inside, everything takes the `tx` given: going to the database
 * around it is an error, since the embedded one has a single connection and would wait for itself.
 */
export async function withTx<T>(db: Database, body: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, body)
    } catch (fault) {
      if (attempt === attempts || !(fault instanceof WorthRepeating || worthRepeating.has(sqlState(fault) ?? ''))) throw fault
      await pause(Math.random() * 2 ** attempt * 10)
    }
  }
}

/** What `body` returns, inside the transaction one stands in or, outside of any, in one of its own: for what reads need as well as writes. */
export function withinTx<T>(db: Db, body: (tx: Db) => Promise<T>): Promise<T> {
  // Outside of a transaction there is nothing else than the database itself.
  return insideTransaction.getStore() ? body(db) : withTx(db as Database, body)
}

// Not drizzle's own transaction: that one keeps the connection for ever when its `begin` fails.
async function runOnce<T>(db: Database, body: (tx: Db) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  let usable = false
  try {
    const tx = dbOn(client)
    // Sent along with the first statements: a journey to the embedded engine costs more than most statements.
    const begun = client.query('begin')
    begun.catch(() => void unbegun.add(client))
    const left: Promise<unknown>[] = []
    takenAlong.set(tx, left)
    firstRefusals.delete(client)
    try {
      // Awaited inside: a query only runs once somebody waits for it.
      const answer = await insideTransaction.run(true, async () => await body(tx))
      await Promise.all([begun, ...left, client.query('commit')])
      usable = true
      return answer
    } catch (fault) {
      await client.query('rollback').then(
        () => {
          usable = !unbegun.has(client)
        },
        () => {},
      )
      // "The transaction is aborted" says nothing of why: what is worth repeating, or a full disk, is in what came before.
      throw sqlState(fault) === IN_FAILED_TRANSACTION ? (firstRefusals.get(client) ?? fault) : fault
    }
  } finally {
    client.release(!usable)
  }
}

/**
 * Makes a pool refuse at once what would otherwise wait for the transaction it stands in, and wait with everything else
 * for an engine that is being started anew (`absence`).
 */
export function guardPool(pool: pg.Pool, absence: () => Promise<void> | undefined): void {
  const connect = pool.connect.bind(pool)
  const begin = connect as (callback?: unknown) => Promise<pg.PoolClient>
  pool.connect = ((callback?: unknown) => {
    requireOutsideTransaction()
    const pending = absence()
    if (!pending) return begin(callback)
    const waited = soonEnough(pending)
    if (typeof callback !== 'function') return waited.then(() => begin())
    // The pool's own `query` connects like this and looks at nothing that is returned.
    void waited.then(() => begin(callback), callback as (fault: unknown) => void)
  }) as typeof pool.connect
}

/** Throws where a query would wait for the transaction it stands in. */
export function requireOutsideTransaction(): void {
  if (insideTransaction.getStore()) throw new Error('A query inside withTx went around its tx: pass tx everywhere.')
}

/** The longest a caller waits for an engine that is being started anew: a database without room may need an operator. */
const patienceMs = 10_000

function soonEnough(pending: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database is being started anew.')), patienceMs).unref()
  })
  return Promise.race([pending, late])
}
