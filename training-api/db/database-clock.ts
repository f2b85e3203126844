import { sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from './client.ts'

const everyMs = 10_000
/** By so much the machine's own clock may move against the time that passes before the database is asked at once: it was set, or the machine slept. */
const steppedMs = 1_000

/** The moment by the database's clock, in milliseconds. */
export async function databaseMs(db: Database): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  if (rows[0] === undefined) throw new Error('The database has no clock.')
  return rows[0].ms
}

/**
 * The database's clock, carried on by the time that passes here: all servers on one database go by one clock, so that no paper ends before its
 * time on a machine whose clock is wrong. The database is asked every ten seconds; a difference that the way there may have made is none, so
 * the clock does not jump to and fro, and while nobody answers it goes on. Rejects when the database cannot be asked in the beginning.
 */
export async function databaseClock(askMs: () => Promise<number>): Promise<Clock> {
  /** The database's clock beside the time that has passed here, and how far it may be off. */
  async function ask(): Promise<{ aheadMs: number; withinMs: number }> {
    const asked = performance.now()
    const moment = await askMs()
    const heard = performance.now()
    return { aheadMs: moment - (asked + heard) / 2, withinMs: (heard - asked) / 2 }
  }
  const machineAhead = () => Date.now() - performance.now()

  // The first answer may have waited for a connection.
  await ask()
  let { aheadMs } = await ask()
  let machineAheadMs = machineAhead()
  let asking = false

  async function look(): Promise<void> {
    if (asking) return
    asking = true
    try {
      const found = await ask()
      if (Math.abs(found.aheadMs - aheadMs) > found.withinMs) aheadMs = found.aheadMs
    } catch {
      // The database is away: whoever needs it hears so, and the clock goes on.
    } finally {
      asking = false
    }
  }
  setInterval(() => void look(), everyMs).unref()
  return {
    now() {
      const ahead = machineAhead()
      if (Math.abs(ahead - machineAheadMs) > steppedMs) {
        machineAheadMs = ahead
        void look()
      }
      return new Date(performance.now() + aheadMs)
    },
  }
}
