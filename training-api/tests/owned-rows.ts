import { sql } from 'drizzle-orm'
import type { TestApi } from './support.ts'

type Rows = Map<string, string>

/** One line for each of these tables with what it holds of some rows. */
async function sumsOf(api: TestApi, tables: readonly string[], where: string): Promise<Rows> {
  const sums: Rows = new Map()
  for (const name of tables) {
    const { rows } = await api.db.execute(sql.raw(`select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t where ${where}`))
    const [{ n, sum } = { n: 0, sum: '' }] = rows as { n: number; sum: string }[]
    sums.set(name, `${n} rows ${sum}`)
  }
  return sums
}

async function tablesWith(api: TestApi, column: string): Promise<string[]> {
  const { rows } = await api.db.execute(sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = ${column} order by 1`)
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** What the tables hold of a learner, those too that name only the attempt. */
export async function rowsOfLearner(api: TestApi, { tenantId, userId }: { tenantId: number; userId: number }): Promise<Rows> {
  const [ofLearners, ofAttempts] = [await tablesWith(api, 'learner_id'), await tablesWith(api, 'attempt_id')]
  const own = `tenant_id = ${tenantId} and learner_id = ${userId}`
  const byAttempt = await sumsOf(api, ofAttempts.filter((name) => !ofLearners.includes(name)), `tenant_id = ${tenantId} and attempt_id in (select attempt_id from attempts where ${own})`)
  return new Map([...(await sumsOf(api, ofLearners, own)), ...byAttempt])
}

/** What the tables hold of a tenant. */
export const rowsOfTenant = async (api: TestApi, tenantId: number): Promise<Rows> => sumsOf(api, await tablesWith(api, 'tenant_id'), `tenant_id = ${tenantId}`)

/** The tables that hold something else than before. */
export const changedTables = (before: Rows, after: Rows): string[] => [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)
