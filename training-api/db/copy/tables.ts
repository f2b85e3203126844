import { readdirSync, readFileSync } from 'node:fs'
import { getTableName, is, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { PlainError } from '../../explain.ts'
import type { Db } from '../client.ts'

const rowsPerPage = 5000
/** A page is one string on its way: rows are taken until they are about so large, and one in any case. */
const bytesPerPage = 8_000_000

/** A copy that cannot be made; the message is a sentence for the operator. */
export class CopyError extends PlainError {}

/** What is said of a tenant that is not there to be copied. */
export const noTenant = (tenantId: number) => new CopyError(`There is no tenant ${tenantId} in what is to be copied.`)

/** What is said when something else has arrived in some tables than was sent. */
export const notWhatWasSent = (tables: string[]) => new CopyError(`What arrived is not what was sent, in ${tables.join(', ')}: nothing was kept.`)

/** How many rows a tenant has in a table, and the sum over them that is the same only if they are. */
export type Digest = { tenantId: number; rows: number; sum: string }

/** The digests of every table, by its name. */
export type Digests = Record<string, Digest[]>

/** Rows of one table as JSON, one a line: nothing of ours reads them on their way, so nothing can be rounded or shifted. */
export type Page = { table: string; count: number; rows: string }

/** Every table of the schema, by name. */
export async function listTables(): Promise<PgTable[]> {
  const folder = new URL('../schema/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable))
  return tables.toSorted((a, b) => getTableName(a).localeCompare(getTableName(b)))
}

type Migration = { tag: string; when: number }

/** The migrations of this program, oldest first. */
export function listMigrations(): Migration[] {
  const journal = readFileSync(new URL('../migrations/meta/_journal.json', import.meta.url), 'utf8')
  return (JSON.parse(journal) as { entries: Migration[] }).entries
}

/** The rows of a table in pages by primary key, of one tenant or (null) of all. */
export async function* pagesOf(db: Db, table: PgTable, tenantId: number | null): AsyncGenerator<Page> {
  const key = keyOf(table)
  const inOrder = sql.join(key.map((column) => sql.identifier(column.name)), sql`, `)
  const keyTexts = sql.join(key.map((column) => sql`${sql.identifier(column.name)}::text`), sql`, `)
  const backwards = sql.join(key.map((column) => sql`${sql.identifier(column.name)} desc`), sql`, `)
  let last: unknown[] | undefined
  for (;;) {
    const where = allOf([tenantId === null ? undefined : ofTenant(tenantId), last && after(key, last)])
    const page = await db.execute<{ rows: string | null; n: number; last: unknown[] | null }>(sql`
      with page as (
        select * from (select * from ${table} ${where} order by ${inOrder} limit ${rowsPerPage}) ahead order by ${inOrder} limit (
          select greatest(1, count(*)) from (
            select sum(bytes) over (order by ${inOrder} rows unbounded preceding) as so_far
            from (select ${inOrder}, ${bytesOf(table)} as bytes from ${table} ${where} order by ${inOrder} limit ${rowsPerPage}) sizes
          ) sums where so_far <= ${bytesPerPage}))
      select (select string_agg(row_to_json(page)::text, chr(10)) from page) as rows, (select count(*) from page) as n,
        (select json_build_array(${keyTexts}) from page order by ${backwards} limit 1) as last`)
    const [found] = page.rows
    if (!found?.rows || !found.last) return
    yield { table: getTableName(table), count: found.n, rows: found.rows }
    last = found.last
  }
}

/** Puts a page into its table; one with a row of another tenant than the wanted one, or with more or fewer rows than it says, is refused. */
export async function insertPage(db: Db, table: PgTable, { count, rows }: Page, tenantId: number | null): Promise<void> {
  // A line feed inside a value is written \n in JSON: each one here stands between two rows.
  const list = `[${rows.replaceAll('\n', ',')}]`
  const order = sql.join(keyOf(table).map((column) => sql.identifier(column.name)), sql`, `)
  // Whose a row is, and how many there are, the database says that has read them: a backup may come from strangers.
  const { rows: [told] } = await db.execute<{ given: number; put: number }>(sql`
    with given as materialized (select * from json_populate_recordset(null::${table}, ${list}::json)),
      put as (insert into ${table} select * from given ${allOf([tenantId === null ? undefined : ofTenant(tenantId)])} order by ${order} returning 1)
    select (select count(*) from given) as given, (select count(*) from put) as put`)
  if (told?.given !== count || told.put !== count) throw notWhatWasSent([getTableName(table)])
}

/** Whether a table has any row, of one tenant or (null) of any. */
export async function hasRows(db: Db, table: PgTable, tenantId: number | null): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${table} ${allOf([tenantId === null ? undefined : ofTenant(tenantId)])} limit 1`)
  return rows.length > 0
}

/** The digests of some tables, of one tenant or (null) of all. */
export async function digestsOf(db: Db, tables: PgTable[], tenantId: number | null): Promise<Digests> {
  const digests: Digests = {}
  for (const table of tables) {
    const { rows } = await db.execute<{ tenant_id: number; n: number; sum: string }>(sql`
      select tenant_id, count(*) as n, sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint)::text as sum
      from ${table} t ${allOf([tenantId === null ? undefined : ofTenant(tenantId)])} group by tenant_id order by tenant_id`)
    digests[getTableName(table)] = rows.map(({ tenant_id, n, sum }) => ({ tenantId: tenant_id, rows: n, sum }))
  }
  return digests
}

/** The digests of one tenant alone. */
export function digestsOfTenant(digests: Digests, tenantId: number): Digests {
  return Object.fromEntries(Object.entries(digests).map(([table, all]) => [table, all.filter((one) => one.tenantId === tenantId)]))
}

/** The tables in which two sets of digests differ. */
export function differing(one: Digests, other: Digests): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.filter((name) => JSON.stringify(one[name] ?? []) !== JSON.stringify(other[name] ?? []))
}

function keyOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const names = primaryKeys[0]?.columns.map((column) => column.name) ?? []
  const key = names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  if (key.length === 0) throw new CopyError(`The table ${getTableName(table)} has no primary key to copy it by.`)
  return key
}

/** About how many bytes a row has as JSON, told by lengths alone: what is large is not fetched for it. */
function bytesOf(table: PgTable): SQL {
  const bytes = getTableConfig(table).columns.map((column) => {
    const name = sql.identifier(column.name)
    if (column.getSQLType() === 'text') return sql`coalesce(octet_length(${name}), 0)`
    // Two letters a byte.
    if (column.getSQLType() === 'bytea') return sql`coalesce(octet_length(${name}), 0) * 2`
    // As it is stored: numbers are longer as text, and JSON may be packed.
    return sql`coalesce(pg_column_size(${name}), 0) * 4`
  })
  return sql.join(bytes, sql` + `)
}

const ofTenant = (tenantId: number) => sql`tenant_id = ${tenantId}`

function after(key: PgColumn[], last: unknown[]): SQL {
  const columns = sql.join(key.map((column) => sql`${column}`), sql`, `)
  const values = sql.join(key.map((column, at) => sql`${last[at]}::${sql.raw(column.getSQLType())}`), sql`, `)
  return sql`(${columns}) > (${values})`
}

function allOf(conditions: (SQL | undefined)[]): SQL {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length ? sql`where ${sql.join(given, sql` and `)}` : sql``
}
