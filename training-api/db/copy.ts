import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asc, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { openDatabase } from './client.ts'
import type { Database, OpenDatabase } from './client.ts'
import { DataFolderError } from './owner.ts'

const rowsPerPage = 5000
const filesPerPage = 10

/** A copy that cannot be made; the message is a sentence for the operator. */
export class CopyError extends Error {}

/** Every table of the schema, by name. */
export async function listTables(): Promise<PgTable[]> {
  const folder = new URL('./schema/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable))
  return tables.toSorted((a, b) => getTableName(a).localeCompare(getTableName(b)))
}

/**
 * Copies every row of one database into another, empty one, in pages of 5,000 by primary key; returns the rows per table.
 * It is the way from the embedded database to a server and back, to a new PostgreSQL release, and to a backup.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  onTable: (table: string, rows: number) => void = () => {},
): Promise<Map<string, number>> {
  const tables = await listTables()
  for (const table of tables) {
    const { rows } = await to.execute(sql`select 1 from ${table} limit 1`)
    if (rows.length > 0) throw new CopyError(`The database to copy into is not empty: its table ${getTableName(table)} has rows.`)
  }
  const counts = new Map<string, number>()
  for (const table of tables) {
    const rows = await copyTable(from, to, table)
    counts.set(getTableName(table), rows)
    onTable(getTableName(table), rows)
  }
  return counts
}

async function copyTable(from: Database, to: Database, table: PgTable): Promise<number> {
  const { columns, primaryKeys } = getTableConfig(table)
  const keyNames = primaryKeys[0]?.columns.map((column) => column.name) ?? []
  const key = keyNames.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  if (key.length === 0) throw new CopyError(`The table ${getTableName(table)} has no primary key to copy it by.`)
  const limit = columns.some((column) => column.getSQLType() === 'bytea') ? filesPerPage : rowsPerPage
  const keyList = sql.join(key.map((column) => sql.identifier(column.name)), sql`, `)
  let copied = 0
  let last: unknown[] | undefined
  for (;;) {
    // The rows stay JSON text on their way: nothing of ours reads them, so nothing can be rounded or shifted.
    const page = await from.execute<{ rows: string | null; n: number; last: unknown[] | null }>(sql`
      with page as (select * from ${table} ${last ? after(key, last) : sql``} order by ${keyOrder(key)} limit ${limit})
      select (select json_agg(page) from page)::text as rows, (select count(*) from page) as n,
        (select json_build_array(${sql.join(key.map((column) => sql`${sql.identifier(column.name)}::text`), sql`, `)})
         from page order by ${sql.join(key.map((column) => sql`${sql.identifier(column.name)} desc`), sql`, `)} limit 1) as last`)
    const [found] = page.rows
    if (!found?.rows || !found.last) return copied
    await to.execute(
      sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${found.rows}::json) order by ${keyList}`,
    )
    copied += found.n
    last = found.last
    if (found.n < limit) return copied
  }
}

function keyOrder(key: PgColumn[]) {
  return sql.join(key.map((column) => asc(column)), sql`, `)
}

function after(key: PgColumn[], last: unknown[]) {
  const columns = sql.join(key.map((column) => sql`${column}`), sql`, `)
  const values = sql.join(
    key.map((column, at) => sql`${last[at]}::${sql.raw(column.getSQLType())}`),
    sql`, `,
  )
  return sql`where (${columns}) > (${values})`
}

function open(place: string): Promise<OpenDatabase> {
  return openDatabase(/^postgres(ql)?:\/\//.test(place) ? { databaseUrl: place, poolSize: 1 } : { dataDir: place })
}

async function main(places: string[]): Promise<void> {
  const [source, target] = places
  if (!source || !target || places.length > 2) {
    throw new CopyError('Say from where to where: each is a data folder or an address that begins with postgres://')
  }
  const from = await open(source)
  try {
    const to = await open(target)
    try {
      const counts = await copyDatabase(from.db, to.db, (table, rows) => process.stdout.write(`${table}: ${rows}\n`))
      const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
      process.stdout.write(`${total} rows in ${counts.size} tables copied.\n`)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((fault: unknown) => {
    const known = fault instanceof CopyError || fault instanceof DataFolderError
    process.stderr.write(`${known ? fault.message : fault instanceof Error ? fault.stack : String(fault)}\n`)
    process.exitCode = 1
  })
}
