import { sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/**
 * A query that is built once per database and then only filled in: building costs as much as running a small one.
 * `make` ends with `.prepare('name')`, and the name is its own.
 */
export function prepared<Query>(make: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<Db, Query>()
  return (db) => {
    const known = made.get(db)
    if (known) return known
    const query = make(db)
    made.set(db, query)
    return query
  }
}

/** The same for a query of which parts are there or not: one for each variant. `key` tells them apart, and belongs to the name. */
export function preparedVariants<Variant extends Record<string, string | boolean>, Query>(make: (db: Db, variant: Variant, key: string) => Query): (db: Db, variant: Variant) => Query {
  const made = prepared(() => new Map<string, Query>())
  return (db, variant) => {
    const key = Object.values(variant).join('_')
    const known = made(db).get(key)
    if (known) return known
    const query = make(db, variant, key)
    made(db).set(key, query)
    return query
  }
}

const dialect = new PgDialect()

/** The same for a statement that is written out, its values as placeholders, also lists. Rows come as the database tells them: moments are texts. */
export function preparedRows<Row extends object>(name: string, statement: SQL): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const query = prepared((db) => db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(dialect.sqlToQuery(statement), undefined, name, false))
  return async (db, values) => (await query(db).execute(values)).rows
}

/** Rows that a prepared statement is given: its text reads them from `unnested`, filled in with the lists of their columns. */
export function givenRows<Name extends string>(types: Record<Name, string>): { unnested: SQL; listsOf(rows: readonly Record<Name, unknown>[]): Record<Name, unknown[]> } {
  const names = Object.keys(types) as Name[]
  return {
    unnested: sql`unnest(${sql.join(names.map((name) => sql`${sql.placeholder(name)}::${sql.raw(types[name])}[]`), sql`, `)})`,
    listsOf: (rows) => Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Record<Name, unknown[]>,
  }
}

/**
 * The limit of a prepared query that is always the same. The builder would send it as a value, and a plan that does not know it takes a
 * tenth of all rows for granted: among a million learners that plan is a bad one, or a new one is made for each call.
 */
export function atMost(rows: number): Placeholder {
  // The builder writes any piece of SQL there; its types name numbers and placeholders only.
  return sql.raw(String(rows)) as unknown as Placeholder
}

/**
 * What a prepared query is given when it runs, as the driver takes it. Unlike a bare placeholder it may also be written into a column
 * whose value may be missing: a column turns a moment into text before it is looked at whether there is one.
 */
export function given(name: string): SQL {
  return sql`${sql.placeholder(name)}`
}
