import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { makeCluster } from '../../scripts/chaos/cluster.mjs'
import { openDatabase } from '../db/client.ts'
import type { OpenDatabase } from '../db/client.ts'

/** A PostgreSQL server: the one the suite runs on, else one of our own; null where none is installed. */
export async function startServer(): Promise<{ url: string; close(): Promise<void> } | null> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  const cluster = await makeCluster()
  await cluster?.part.start()
  return cluster
}

/** A new database on a server, with nothing in it, which is dropped when it is closed. */
export async function openOnServer(serverUrl: string): Promise<OpenDatabase & { url: string }> {
  const name = `trainhall_copy_${randomUUID().replaceAll('-', '')}`
  await administer(serverUrl, `create database ${name}`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: address.href, migrate: false })
  return {
    ...database,
    url: address.href,
    async close() {
      await database.close()
      await administer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: url, poolSize: 1, migrate: false })
  await db.execute(sql.raw(statement)).finally(close)
}
