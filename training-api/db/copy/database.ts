import { getTableName, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { addFormerReceiptKey, publicReceiptKey } from '../../queries/receipt-keys.ts'
import type { Database, Db } from '../client.ts'
import { sqlState } from '../tx.ts'
import type { About, Source, Target } from './copy.ts'
import { CopyError, differing, digestsOf, hasRows, insertPage, listMigrations, listTables, pagesOf } from './tables.ts'

/** A database as it is at one moment, also while it is being written to. */
export function databaseSource(database: Database): Source {
  return {
    read: (tenantId, work) =>
      inTransaction(database, 'begin isolation level repeatable read, read only', async (db) => {
        const schema = await requireNewestSchema(db)
        const tables = await listTables()
        return work({
          about: { schema, tenantId, receiptKey: await publicReceiptKey(db), madeAt: new Date().toISOString() },
          async *pages() {
            for (const table of tables) yield* pagesOf(db, table, tenantId)
          },
          digests: () => digestsOf(db, tables, tenantId),
        })
      }),
  }
}

/** A migrated database: an empty one for everything, one that does not know the tenant for a tenant. */
export function databaseTarget(database: Database): Target {
  return {
    fill: (about, work) =>
      inTransaction(database, 'begin', async (db) => {
        requireSchema(about)
        const tables = await listTables()
        const byName = new Map(tables.map((table) => [getTableName(table), table]))
        for (const table of tables) if (await hasRows(db, table, about.tenantId)) throw new CopyError(notEmpty(getTableName(table), about))
        return work({
          write: async (page) => {
            const table = byName.get(page.table)
            if (table === undefined) throw new CopyError(`There is no table ${page.table} here.`)
            await insertPage(db, table, page)
          },
          seal: async (digests) => {
            const wrong = differing(digests, await digestsOf(db, tables, about.tenantId))
            if (wrong.length) throw new CopyError(`What arrived is not what was sent, in ${wrong.join(', ')}: nothing was kept.`)
            if (about.tenantId === null) return
            await requireOwnDomains(db, about.tenantId)
            if (about.receiptKey !== null) await addFormerReceiptKey(db, { tenantId: about.tenantId, publicKey: about.receiptKey, now: new Date() })
          },
        })
      }),
  }
}

function notEmpty(table: string, { tenantId }: About): string {
  return tenantId === null
    ? `The database to copy into is not empty: its table ${table} has rows. Name an empty one.`
    : `The database to copy into has tenant ${tenantId} already: its table ${table} has rows of it.`
}

async function requireOwnDomains(db: Db, tenantId: number): Promise<void> {
  const { rows } = await db.execute<{ domain: string; other: number }>(sql`
    select own.domain, other.tenant_id as other from tenant_domains own
    join tenant_domains other on other.domain = own.domain and other.tenant_id <> own.tenant_id
    where own.tenant_id = ${tenantId} order by own.domain limit 1`)
  const [taken] = rows
  if (taken) throw new CopyError(`The domain ${taken.domain} belongs to tenant ${taken.other} there: a domain belongs to one tenant.`)
}

/** Refuses what was made under another schema than this program's. */
export function requireSchema({ schema }: Pick<About, 'schema'>): void {
  const known = listMigrations().map(({ tag }) => tag)
  if (schema === known.at(-1)) return
  throw new CopyError(
    known.includes(schema)
      ? `It was made by an older program (schema ${schema}, this one has ${known.at(-1)}): copy with that program, then start this one on the copy.`
      : `It was made by a newer program (schema ${schema}, this one has ${known.at(-1)}): copy with that one.`,
  )
}

async function requireNewestSchema(db: Db): Promise<string> {
  const migrations = listMigrations()
  const newest = migrations.at(-1)
  const found = await db
    .execute<{ at: number | null }>(sql`select max(created_at) as at from drizzle.__drizzle_migrations`)
    .catch((fault: unknown) => {
      if (['42P01', '3F000'].includes(sqlState(fault) ?? '')) throw new CopyError('The database to copy from is none of ours: it has no tables that a training API has made.')
      throw fault
    })
  const at = found.rows[0]?.at ?? 0
  const tag = migrations.find(({ when }) => when === at)?.tag
  if (newest && at < newest.when) throw new CopyError(`The database to copy from was last used by an older program (schema ${tag}): start this one on it once, or copy with that one.`)
  if (tag === undefined) throw new CopyError('The database to copy from was last used by a newer program: copy with that one.')
  return tag
}

async function inTransaction<T>(database: Database, begin: string, body: (db: Db) => Promise<T>): Promise<T> {
  const client = await database.$client.connect()
  let usable = false
  try {
    await client.query(begin)
    // Copying a large table takes its time, and moments must look alike on both sides.
    await client.query(`set local statement_timeout = 0; set local timezone = 'UTC'`)
    const answer = await body(drizzle(client))
    await client.query('commit')
    usable = true
    return answer
  } catch (fault) {
    await client.query('rollback').then(() => (usable = true), () => {})
    throw fault
  } finally {
    client.release(!usable)
  }
}
