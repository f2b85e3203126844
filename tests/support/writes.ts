import { sql } from 'drizzle-orm'
import type { TestApi } from '../../training-api/tests/support'

type Asked = Pick<TestApi, 'db'>
const rowsOf = async <Row>({ db }: Asked, text: string) => ((await db.execute(sql.raw(text))) as unknown as { rows: Row[] }).rows

/** The number that the next transaction with something to write will have: as long as it stays, nothing was written. */
export async function nextWrite(api: Asked): Promise<number> {
  const [row] = await rowsOf<{ number: string }>(api, 'select pg_snapshot_xmax(pg_current_snapshot())::text as number')
  return Number(row!.number)
}

/** The tables of the platform's database in which something was written or locked since `nextWrite` gave a number; `?` for what is gone again. */
export async function writtenSince(api: Asked, number: number): Promise<string[]> {
  if ((await nextWrite(api)) === number) return []
  const tables = await rowsOf<{ name: string }>(api, `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const found = await rowsOf<{ name: string }>(api, tables.map(({ name }) => `(select '${name}' as name from "${name}" where greatest(xmin::text::bigint, xmax::text::bigint) >= ${number} limit 1)`).join(' union all '))
  return found.length ? found.map(({ name }) => name).sort() : ['?']
}
