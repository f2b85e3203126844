import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, vi } from 'vitest'
import type { Db } from '../db/client.ts'
import type { TestApi } from './support.ts'

/**
 * What `work` answers while another transaction has done `first` and is still open; that one is committed once somebody waits for it,
 * or when `work` is over without waiting. On a server only.
 */
export async function whileAnotherIsOpen<T>(api: TestApi, first: (tx: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const client = await api.db.$client.connect()
  try {
    await client.query('begin')
    await first(drizzle({ client }))
    const under = work()
    await Promise.race([under.catch(() => undefined), untilSomebodyWaits(api)])
    await client.query('commit')
    return await under
  } finally {
    // Rolls back what is not committed.
    client.release(true)
  }
}

/** What `work` answers when `act` happens right after its first query outside of a transaction whose text has these words. */
export async function whenSomethingHappensAfter<T>(api: TestApi, words: string, act: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const pool = api.db.$client
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  let happened = false
  const watched = async (...given: unknown[]) => {
    const answer = await query(...given)
    if (!happened && JSON.stringify(given[0]).includes(JSON.stringify(words).slice(1, -1))) {
      happened = true
      await act()
    }
    return answer
  }
  pool.query = watched as typeof pool.query
  try {
    const answer = await work()
    expect(happened, `nothing asked: ${words}`).toBe(true)
    return answer
  } finally {
    pool.query = query as typeof pool.query
  }
}

function untilSomebodyWaits(api: TestApi): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await api.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      if (rows.length === 0) throw new Error('nobody waits')
    },
    { timeout: 25_000, interval: 20 },
  )
}
