import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { analyzeFilled, maintain } from '../db/maintenance.ts'

async function open() {
  const { db, close } = await openDatabase({ memory: true })
  onTestFinished(close)
  const figures = async (name: string) => {
    const { rows } = await db.execute<{ rows: number; vacuums: number; counts: number }>(
      sql`select reltuples as rows, vacuum_count as vacuums, analyze_count as counts from pg_class join pg_stat_user_tables on oid = relid where pg_class.relname = ${name}`,
    )
    return rows[0]
  }
  return { db, figures }
}

test('the upkeep of the embedded engine counts a table that has grown, once, and long before its next vacuum', async () => {
  const { db, figures } = await open()
  const fill = (name: string, rows: number) => db.execute(sql`insert into ${sql.identifier(name)} select i from generate_series(1, ${rows}::int) as i`)
  await db.execute(sql`create table growing (i int)`)
  await db.execute(sql`create table afterwards (i int)`)
  await fill('growing', 500)
  const notices: string[] = []
  onTestFinished(maintain(db.$client, (notice) => notices.push(notice), 0.05))
  const becomes = (name: string, rows: number, counts: number) => vi.waitFor(async () => expect(await figures(name)).toMatchObject({ rows, counts }), { timeout: 60_000 })

  await vi.waitFor(async () => expect(await figures('growing')).toEqual({ rows: 500, vacuums: 1, counts: 1 }), { timeout: 60_000 })
  expect(await figures('afterwards')).toEqual({ rows: -1, vacuums: 0, counts: 0 })
  await fill('growing', 2_000)
  await becomes('growing', 2_500, 2)
  await fill('growing', 500)
  await fill('afterwards', 500)
  await becomes('afterwards', 500, 1)
  expect(await figures('growing')).toEqual({ rows: 2_500, vacuums: 1, counts: 2 })
  expect(notices).toEqual([])
}, 180_000)

test('a world that has been filled is counted, but for what it leaves empty', async () => {
  const { db, figures } = await open()
  await db.execute(sql`create table filled as select i from generate_series(1, 500) as i`)
  await db.execute(sql`create table "left Empty" (i int)`)
  await analyzeFilled(db)
  expect([await figures('filled'), await figures('left Empty')]).toEqual([expect.objectContaining({ rows: 500 }), expect.objectContaining({ rows: -1 })])
})
