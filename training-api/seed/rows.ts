import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'

const rowsPerStatement = 2000

/** Rows of the world on their way to the database: collected per table, written in statements of many rows. */
export class Rows {
  readonly #waiting = new Map<PgTable, Record<string, unknown>[]>()
  readonly counts = new Map<string, number>()

  /** Rows of one table, in the order in which they shall be written. */
  put<T extends PgTable>(table: T, ...rows: T['$inferInsert'][]): void {
    const waiting = this.#waiting.get(table)
    if (waiting) for (const row of rows) waiting.push(row)
    else this.#waiting.set(table, [...rows])
    this.counts.set(getTableName(table), (this.counts.get(getTableName(table)) ?? 0) + rows.length)
  }

  /** How many rows have been put since the beginning. */
  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Writes what waits: everything, or only full statements so that few large ones are sent. */
  async write(db: Db, what: 'everything' | 'fullStatements'): Promise<void> {
    for (const { table, rows } of this.take(what)) await insert(db, table, rows)
  }

  /** Takes out what waits, a statement's worth of one table at a time. */
  *take(what: 'everything' | 'fullStatements'): Generator<{ table: PgTable; rows: Record<string, unknown>[] }> {
    for (const [table, waiting] of this.#waiting) {
      while (waiting.length >= rowsPerStatement || (what === 'everything' && waiting.length > 0)) yield { table, rows: waiting.splice(0, rowsPerStatement) }
    }
  }
}

/** One statement with a single value, a JSON list of rows: several times faster than one value per field. */
async function insert(db: Db, table: PgTable, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
  const records = rows.map((row) => Object.fromEntries(columns.map(([key, column]) => [column.name, valueOf(column, row[key])])))
  const names = sql.join(columns.map(([, column]) => sql.identifier(column.name)), sql`, `)
  await db.execute(sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`)
}

const valueOf = (column: PgColumn, value: unknown): unknown => (value === undefined ? (column.default ?? null) : value)
