import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'

/** What a query is about: `select`, `insert`, … and the first table it names; neither has a value of anybody's. */
export type QueryKind = { operation: string; table: string }

const operations = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'])

/** The kind of a query by its text. */
export function kindOf(text: string): QueryKind {
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  const operation = operations.has(first) ? first : 'other'
  return { operation, table: /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i.exec(text)?.[1] ?? '' }
}

/** Hears of a query that begins; what it returns hears of its end. */
export type QueryWatcher = (kind: QueryKind) => (failed: boolean) => void

const watchers: QueryWatcher[] = []

/** From now on `watcher` hears of every query of this process. */
export function watchQueries(watcher: QueryWatcher): void {
  if (watchers.length === 0) wrapQueries()
  watchers.push(watcher)
}

type Callback = (fault: unknown, ...rest: unknown[]) => void

// The driver has no place to look on from: pools and transactions all end in this one method.
function wrapQueries(): void {
  keepContext()
  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown }
  const query = client.query
  client.query = function watched(...given) {
    const [what] = given
    const text = typeof what === 'string' ? what : (what as { text?: unknown } | undefined)?.text
    const ended = watchers.map((watcher) => watcher(kindOf(typeof text === 'string' ? text : '')))
    const end = (failed: boolean) => ended.forEach((tell) => tell(failed))
    const last = given.at(-1)
    if (typeof last === 'function') {
      const callback = last as Callback
      const telling: Callback = (fault, ...rest) => {
        end(Boolean(fault))
        callback(fault, ...rest)
      }
      return query.apply(this, [...given.slice(0, -1), telling])
    }
    const answer = query.apply(this, given)
    if (answer instanceof Promise) answer.then(() => end(false), () => end(true))
    else end(false)
    return answer
  }
}

/** Who waited for a connection goes on as itself, and not as whoever gave the connection back. */
function keepContext(): void {
  const pool = pg.Pool.prototype as unknown as { connect(callback?: Callback): unknown }
  const connect = pool.connect
  pool.connect = function connectAsOneself(callback) {
    return connect.call(this, callback && AsyncResource.bind(callback))
  }
}
