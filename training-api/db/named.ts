import type pg from 'pg'

/** A connection keeps a plan of each named statement: enough for all that are written out, and no more of those made of lists. */
const mostNames = 500
/** What is longer writes many rows at once, as filling a world does, and hardly comes again. */
const longestText = 6_000
const namesOf = new WeakMap<pg.PoolClient, Map<string, string>>()

/**
 * A statement with a name made for its text, so that the connection reads and plans it once and only runs it from then on: planning
 * costs the embedded engine more than running. Plain text, and what has a name already, stays as it is.
 */
export function named(client: pg.PoolClient, statement: unknown): unknown {
  if (!isUnnamed(statement)) return statement
  const names = namesOf.get(client) ?? new Map<string, string>()
  namesOf.set(client, names)
  const known = names.get(statement.text)
  if (known === undefined && names.size >= mostNames) return statement
  const name = known ?? `text_${names.size + 1}`
  names.set(statement.text, name)
  return { ...statement, name }
}

function isUnnamed(statement: unknown): statement is { text: string } {
  return typeof statement === 'object' && statement !== null && 'text' in statement && typeof statement.text === 'string' && statement.text.length <= longestText && !('name' in statement && statement.name !== undefined)
}
