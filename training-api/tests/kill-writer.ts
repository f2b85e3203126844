import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { withTx } from '../db/tx.ts'

// Says what it finds in the database, then writes without end and says, line by line, what is committed. The kill loop
// ends it.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string', default: '0' }, look: { type: 'boolean', default: false } },
})
const { db, close } = await openDatabase({ dataDir: positionals[0], migrate: false })
await db.execute(sql`create table if not exists kill_left (id bigint primary key, filler text not null)`)
await db.execute(sql`create table if not exists kill_right (id bigint primary key, filler text not null)`)
await db.execute(sql`create table if not exists kill_counter (id int primary key, n bigint not null)`)
await db.execute(sql`insert into kill_counter values (1, 0) on conflict do nothing`)

const { rows: fresh } = await db.execute<{ id: number }>(sql`select id from kill_left where id > ${Number(values.since)}`)
const { rows: halves } = await db.execute<{ torn: number }>(sql`
  select (select count(*) from kill_left full join kill_right using (id) where kill_left.filler is null or kill_right.filler is null)
       + abs((select count(*) from kill_left) - (select n from kill_counter)) as torn`)
process.stdout.write(`${JSON.stringify({ ids: fresh.map((row) => row.id), torn: halves[0]?.torn ?? 0 })}\n`)
if (values.look) await close()

const filler = 'x'.repeat(200)
for (let round = 1; !values.look; round += 1) {
  const id = newId()
  await withTx(db, async (tx) => {
    await tx.execute(sql`insert into kill_left values (${id}, ${filler})`)
    await tx.execute(sql`update kill_counter set n = n + 1 where id = 1`)
    await tx.execute(sql`insert into kill_right values (${id}, ${filler})`)
  })
  process.stdout.write(`${id}\n`)
  if (round % 100 === 0) await db.execute(sql`checkpoint`)
}
