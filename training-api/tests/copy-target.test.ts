import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import type { Database } from '../db/client.ts'
import { databaseSource, databaseTarget } from '../db/copy/database.ts'
import { CopyError, listMigrations } from '../db/copy/tables.ts'
import { openOnServer, startServer } from './copy-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const moments = listMigrations().map(({ when }) => when)
const about = { schema: listMigrations().at(-1)!.tag, tenantId: null, receiptKey: null, madeAt: '' }

/** As the migrator leaves a database: a row for each migration. */
async function noteMigrations(db: Database, applied: number[]): Promise<void> {
  await db.execute(sql`create schema drizzle`)
  await db.execute(sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  for (const moment of applied) await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${moment})`)
}

async function everythingIn(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'drizzle') order by 1`)
  return rows.map(({ name }) => name)
}

const states: [string, (db: Database) => Promise<unknown>, RegExp, RegExp][] = [
  ["somebody else's", (db) => db.execute(sql`create table theirs (id int)`), /into is none of ours, and not empty: it has public\.theirs\./, /from is none of ours/],
  ["somebody else's with migrations of the same tool", (db) => noteMigrations(db, [1]), /into is none of ours, and not empty/, /from is none of ours/],
  ["an older program's", (db) => noteMigrations(db, moments.slice(0, 2)), /into was last used by an older program \(schema 0001_/, /from was last used by an older program \(schema 0001_/],
  ["a newer program's", (db) => noteMigrations(db, [...moments, moments.at(-1)! + 1]), /into was last used by a newer program/, /from was last used by a newer program/],
]

test.for(['embedded', 'server'])('a database (%s) that is not for this program is neither copied into nor from, and nothing in it changes', async (engine, { skip }) => {
  if (engine === 'server' && !server) return skip('No PostgreSQL is installed here.')
  const { db, close } = engine === 'server' ? await openOnServer(server!.url) : await openDatabase({ memory: true, migrate: false })
  for (const [name, lay, refusedInto, refusedFrom] of states) {
    await lay(db)
    const before = await everythingIn(db)
    const copying = databaseTarget(db).fill(about, async () => {})
    await expect(copying, name).rejects.toThrow(refusedInto)
    await expect(copying, name).rejects.toBeInstanceOf(CopyError)
    await expect(databaseSource(db).read(null, async () => {}), name).rejects.toThrow(refusedFrom)
    expect(await everythingIn(db), name).toEqual(before)
    await db.execute(sql`drop schema if exists drizzle cascade`)
    await db.execute(sql`drop table if exists theirs`)
  }
  // What an interrupted start leaves is as good as an empty one.
  await noteMigrations(db, [])
  await db.execute(sql`create table migration_lease (id int primary key, holder text not null, until timestamptz not null)`)
  await databaseTarget(db).fill(about, async () => {})
  expect(await everythingIn(db)).toContain('learners')
  await close()
})

test('the lease of a migration is renewed, also for who asks for a single connection', async ({ skip }) => {
  if (!server) return skip('No PostgreSQL is installed here.')
  const database = await openOnServer(server.url)
  // Who makes a table of the same name waits for this one's end.
  const other = await database.db.$client.connect()
  await other.query('begin; create table tenants (id int)')
  const opening = openDatabase({ databaseUrl: database.url, poolSize: 1 })
  const lease = () => database.db.execute<{ until: string }>(sql`select until::text as until from migration_lease`).then(({ rows }) => rows[0]?.until)
  const first = await vi.waitFor(async () => (await lease()) ?? Promise.reject(new Error('No lease yet.')), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await lease()).not.toBe(first), { timeout: 30_000, interval: 200 })
  await other.query('rollback')
  other.release()
  const opened = await opening
  expect(opened.db.$client.options.max).toBe(1)
  await opened.close()
  expect(await lease()).toBeUndefined()
  await database.close()
})
