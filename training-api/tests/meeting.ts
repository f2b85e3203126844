import { sql } from 'drizzle-orm'
import type { TestApi } from './support.ts'

/** Whether the tests run on a PostgreSQL server. In the embedded database one transaction comes after the other: nothing meets there. */
export const onServer = Boolean(process.env.TEST_DATABASE_URL)

/**
 * What calls answer that meet: each goes as far as to its first write to the table, or to a row that another of them holds; when all
 * have come that far, all go on.
 */
export async function meeting<T>(api: TestApi, table: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await api.db.$client.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in share mode`)
    let ended = 0
    const answers = calls.map((call) => call().finally(() => (ended += 1)))
    while (ended + (await waiting(api)) < calls.length);
    await holder.query('rollback')
    return await Promise.all(answers)
  } finally {
    holder.release()
  }
}

async function waiting(api: TestApi): Promise<number> {
  const { rows } = await api.db.execute<{ n: number }>(sql`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.n ?? 0
}
