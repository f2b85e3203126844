import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { maintain } from '../db/maintenance.ts'

test('the upkeep of the embedded engine counts a table that has grown, long before its next vacuum', async () => {
  const { db, close } = await openDatabase({ memory: true })
  const notices: string[] = []
  const stop = maintain(db.$client, (notice) => notices.push(notice), 0.05)
  const figures = async (name: string) => {
    const { rows } = await db.execute<{ counted: number; vacuumed: boolean }>(
      sql`select reltuples as counted, last_vacuum is not null as vacuumed from pg_class join pg_stat_user_tables on oid = relid where pg_class.relname = ${name}`,
    )
    return rows[0]
  }
  // The first vacuum of all there is.
  await vi.waitFor(async () => expect((await figures('tenants'))?.vacuumed).toBe(true), { timeout: 60_000 })

  await db.execute(sql`create table growing as select i from generate_series(1, 1000) as i`)
  await vi.waitFor(async () => expect(await figures('growing')).toEqual({ counted: 1000, vacuumed: false }), { timeout: 60_000 })
  await db.execute(sql`insert into growing select i from generate_series(1, 2000) as i`)
  await vi.waitFor(async () => expect(await figures('growing')).toEqual({ counted: 3000, vacuumed: false }), { timeout: 60_000 })

  await stop()
  await close()
  expect(notices).toEqual([])
}, 120_000)
