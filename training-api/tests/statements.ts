import pg from 'pg'
import { vi } from 'vitest'
import type { TestApi } from './support.ts'

/** What `work` answers, the statements it sends outside of transactions, each with its values, and how many were under way at once. */
export async function watchStatements<T>(api: TestApi, work: () => Promise<T>): Promise<{ answer: T; sent: string[]; mostAtOnce: number }> {
  const pool = api.db.$client
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const sent: string[] = []
  let underWay = 0
  let mostAtOnce = 0
  const watched = async (statement: string | { text: string }, ...rest: unknown[]) => {
    sent.push(`${typeof statement === 'string' ? statement : statement.text} ${JSON.stringify(rest)}`)
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    return query(statement, ...rest).finally(() => (underWay -= 1))
  }
  pool.query = watched as typeof pool.query
  try {
    return { answer: await work(), sent, mostAtOnce }
  } finally {
    pool.query = query as typeof pool.query
  }
}

/** Watches connections that are opened from now on, transactions too: the texts of what they send while `work` is done. */
export function watchConnections(): (work: () => Promise<unknown>) => Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  return async (work) => {
    query.mockClear()
    await work()
    return query.mock.calls.map(([statement]: unknown[]) => (typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')))
  }
}
