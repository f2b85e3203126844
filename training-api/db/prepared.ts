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
