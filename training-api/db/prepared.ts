import { sql } from 'drizzle-orm'
import type { Placeholder } from 'drizzle-orm'
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

/**
 * The limit of a prepared query that is always the same. The builder would send it as a value, and a plan that does not know it takes a
 * tenth of all rows for granted: among a million learners that plan is a bad one, or a new one is made for each call.
 */
export function atMost(rows: number): Placeholder {
  // The builder writes any piece of SQL there; its types name numbers and placeholders only.
  return sql.raw(String(rows)) as unknown as Placeholder
}
