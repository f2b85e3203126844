import { getTableName, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { addFormerReceiptKey, publicReceiptKey } from '../../queries/receipt-keys.ts'
import type { Database, Db } from '../client.ts'
import { analyzeFilled } from '../maintenance.ts'
import { tenants } from '../schema/tenants.ts'
import type { About, Source, Target } from './copy.ts'
import { prepareTarget, requireNewestSchema, requireSchema } from './schema-state.ts'
import { CopyError, differing, digestsOf, hasRows, insertPage, listTables, noTenant, notWhatWasSent, pagesOf } from './tables.ts'

/** A database as it is at one moment, also while it is being written to. */
export function databaseSource(database: Database): Source {
  return {
    read: (tenantId, work) =>
      inTransaction(database, 'begin isolation level repeatable read, read only', async (db) => {
        const schema = await requireNewestSchema(db)
        if (tenantId !== null && !(await hasRows(db, tenants, tenantId))) throw noTenant(tenantId)
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

/** An empty database for everything, one that does not know the tenant for a tenant; without tables it is given them first. */
export function databaseTarget(database: Database): Target {
  return {
    async fill(about, work) {
      requireSchema(about)
      await prepareTarget(database)
      const copied = await inTransaction(database, 'begin', async (db) => {
        const tables = await listTables()
        const byName = new Map(tables.map((table) => [getTableName(table), table]))
        for (const table of tables) if (await hasRows(db, table, about.tenantId)) throw new CopyError(notEmpty(getTableName(table), about))
        return work({
          write: async (page) => {
            const table = byName.get(page.table)
            if (table === undefined) throw new CopyError(`There is no table ${page.table} here.`)
            await insertPage(db, table, page, about.tenantId)
          },
          seal: async (digests) => {
            const wrong = differing(digests, await digestsOf(db, tables, about.tenantId))
            if (wrong.length) throw notWhatWasSent(wrong)
            if (about.tenantId === null) return
            await requireOwnDomains(db, about.tenantId)
            if (about.receiptKey !== null) await addFormerReceiptKey(db, { tenantId: about.tenantId, publicKey: about.receiptKey, now: new Date() })
          },
        })
      })
      // The first visitors come before a server counts by itself, and until then queries are planned for empty tables. The copy stands without it.
      await analyzeFilled(database).catch(() => {})
      return copied
    },
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
