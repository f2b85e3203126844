import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from './client.ts'

const everyMs = 10_000
/** An answer that came so fast is good enough to begin with. */
const fastMs = 20
const firstTries = 5
/** By so much the machine's own clock may move against the time that passes before the database is asked at once: it was set, or the machine slept. */
const steppedMs = 1_000
/** So seldom at the most it is asked for that reason. */
const againMs = 1_000
/** Clocks that are further apart are worth a line in the log. */
export const noticedMs = 2_000

/** The moment by the database's clock, in milliseconds. */
export async function databaseMs(db: Database): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`select date_part('epoch', clock_timestamp()) * 1000 as ms`)
  if (rows[0] === undefined) throw new Error('The database has no clock.')
  return rows[0].ms
}

/** The database's clock beside the time that has passed here, by how much that may be wrong, and the machine's own clock when it was asked. */
type Found = { aheadMs: number; withinMs: number; machineAheadMs: number }

const machineAhead = () => Date.now() - performance.now()

async function find(askMs: () => Promise<number>): Promise<Found> {
  const machineAheadMs = machineAhead()
  const asked = performance.now()
  const moment = await askMs()
  const heard = performance.now()
  return { aheadMs: moment - (asked + heard) / 2, withinMs: (heard - asked) / 2, machineAheadMs }
}

/**
 * The database's clock, carried on by the time that passes here: all servers on one database go by one clock, so that no paper ends before its
 * time on a machine whose clock is wrong. The database is asked every ten seconds, and the clock moved no further than the answer makes sure,
 * however long that was on its way; while nobody answers it goes on. `onJump` hears, in milliseconds, when it had to be moved by more than two
 * seconds. Rejects when the database cannot be asked in the beginning.
 */
export async function databaseClock(askMs: () => Promise<number>, onJump: (ms: number) => void = () => {}): Promise<Clock> {
  // Whoever asks for the time may be in a transaction, which is no concern of the asking.
  const outside = AsyncLocalStorage.snapshot()
  let best = await find(askMs)
  for (let tries = 1; tries < firstTries && best.withinMs > fastMs; tries += 1) {
    const other = await find(askMs)
    if (other.withinMs < best.withinMs) best = other
  }
  let { aheadMs, machineAheadMs } = best
  let asking = false
  let lookedAt = performance.now()

  async function look(): Promise<void> {
    if (asking) return
    asking = true
    lookedAt = performance.now()
    try {
      const found = await find(askMs)
      const next = Math.min(Math.max(aheadMs, found.aheadMs - found.withinMs), found.aheadMs + found.withinMs)
      if (Math.abs(next - aheadMs) > noticedMs) onJump(Math.round(next - aheadMs))
      aheadMs = next
      machineAheadMs = found.machineAheadMs
    } catch {
      // The database is away: whoever needs it hears so, and the clock goes on.
    } finally {
      asking = false
    }
  }
  setInterval(() => void look(), everyMs).unref()
  return {
    now() {
      if (Math.abs(machineAhead() - machineAheadMs) > steppedMs && performance.now() - lookedAt > againMs) void outside(look)
      return new Date(performance.now() + aheadMs)
    },
  }
}
