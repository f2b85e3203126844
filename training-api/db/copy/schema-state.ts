import { sql } from 'drizzle-orm'
import type { Database, Db } from '../client.ts'
import { migrateUnderLease } from '../migrate.ts'
import { sqlState } from '../tx.ts'
import { CopyError, listMigrations } from './tables.ts'

/** Refuses what was made under another schema than this program's. */
export function requireSchema({ schema }: { schema: string }): void {
  const known = listMigrations().map(({ tag }) => tag)
  if (schema === known.at(-1)) return
  throw new CopyError(
    known.includes(schema)
      ? `It was made by an older program (schema ${schema}, this one has ${known.at(-1)}): copy with that program, then start this one on the copy.`
      : `It was made by a newer program (schema ${schema}, this one has ${known.at(-1)}): copy with that one.`,
  )
}

/** The schema of a database to copy from, which must be this program's. */
export async function requireNewestSchema(db: Db): Promise<string> {
  const state = await stateOf(db)
  if (state.kind === 'newest') return state.tag
  if (state.kind === 'older') throw new CopyError(`The database to copy from was last used by an older program (schema ${state.tag}): start this one on it once, or copy with that one.`)
  if (state.kind === 'newer') throw new CopyError('The database to copy from was last used by a newer program: copy with that one.')
  throw new CopyError('The database to copy from is none of ours: it has no tables that a training API has made.')
}

/** Gives an empty database to copy into its tables. One that is somebody else's, or another program's of ours, is refused as it is. */
export async function prepareTarget(database: Database): Promise<void> {
  const state = await stateOf(database)
  if (state.kind === 'newest') return
  if (state.kind === 'older') throw new CopyError(`The database to copy into was last used by an older program (schema ${state.tag}): start this one on it once, or name an empty one.`)
  if (state.kind === 'newer') throw new CopyError('The database to copy into was last used by a newer program: copy with that one, or name an empty one.')
  const stranger = state.kind === 'foreign' ? 'drizzle.__drizzle_migrations' : await someTable(database)
  if (stranger !== undefined) throw new CopyError(`The database to copy into is none of ours, and not empty: it has ${stranger}. Name an empty one.`)
  await migrateUnderLease(database)
}

/** Whether a newer program than this one has brought the schema up to date. */
export async function isSchemaNewer(db: Db): Promise<boolean> {
  return (await stateOf(db)).kind === 'newer'
}

type State = { kind: 'none' | 'foreign' | 'newer' } | { kind: 'older' | 'newest'; tag: string }

async function stateOf(db: Db): Promise<State> {
  const applied = await appliedMigrations(db)
  if (applied.size === 0) return { kind: 'none' }
  const migrations = listMigrations()
  const [first, newest] = [migrations[0], migrations.at(-1)]
  if (!first || !newest || !applied.has(first.when)) return { kind: 'foreign' }
  const known = new Set(migrations.map(({ when }) => when))
  if ([...applied].some((when) => !known.has(when))) return { kind: 'newer' }
  const last = migrations.findLast(({ when }) => applied.has(when)) ?? first
  return { kind: last === newest ? 'newest' : 'older', tag: last.tag }
}

async function appliedMigrations(db: Db): Promise<Set<number>> {
  try {
    const { rows } = await db.execute<{ at: number }>(sql`select created_at as at from drizzle.__drizzle_migrations`)
    return new Set(rows.map(({ at }) => at))
  } catch (fault) {
    if (['42P01', '3F000'].includes(sqlState(fault) ?? '')) return new Set()
    throw fault
  }
}

/** Something that stands in a database besides what the engine and its extensions bring along, and what an interrupted start of ours leaves. */
async function someTable(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname !~ '^(pg_|information_schema$|crdb_internal$)'
      and n.nspname <> 'drizzle' and c.relname <> 'migration_lease'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`)
  return rows[0]?.name
}
