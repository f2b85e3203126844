import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseClock, databaseMs } from '../db/database-clock.ts'
import { startTestApi } from './support.ts'

const start = Date.UTC(2026, 2, 10, 2)
const minuteMs = 60_000

/** The database's clock, how long the way there and back takes, and whether it answers. */
let database: { aheadMs: number; tripMs: number; isAway: boolean; asked: number }
const ask = async () => {
  database.asked += 1
  if (database.isAway) throw new Error('away')
  const moment = start + performance.now() + database.aheadMs + database.tripMs / 2
  await new Promise((resolve) => setTimeout(resolve, database.tripMs))
  return moment
}
const begin = async () => {
  const beginning = databaseClock(ask)
  await vi.advanceTimersByTimeAsync(1_000)
  return beginning
}
const shouldBe = () => start + performance.now() + database.aheadMs
const offBy = (clock: { now(): Date }) => clock.now().getTime() - shouldBe()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'], now: start })
  database = { aheadMs: 0, tripMs: 4, isAway: false, asked: 0 }
})
afterEach(() => void vi.useRealTimers())

test('goes by the database, whatever the machine’s own clock says and becomes', async () => {
  vi.setSystemTime(start + 5 * minuteMs)
  const clock = await begin()
  expect(offBy(clock)).toBeCloseTo(0, 0)
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(offBy(clock)).toBeCloseTo(0, 0)
  for (const wrong of [-5, 5]) {
    vi.setSystemTime(Date.now() + wrong * minuteMs)
    expect(offBy(clock)).toBeCloseTo(0, 0)
  }
})

test('follows the database within ten seconds, but not what the way there may have made', async () => {
  const clock = await begin()
  database.aheadMs = -3_000
  await vi.advanceTimersByTimeAsync(10_100)
  expect(offBy(clock)).toBeCloseTo(0, 0)
  const before = clock.now().getTime() - performance.now()
  database.tripMs = 3_000
  database.aheadMs = -4_000
  await vi.advanceTimersByTimeAsync(13_100)
  expect(clock.now().getTime() - performance.now()).toBe(before)
})

test('goes on while the database is away, and asks again', async () => {
  const clock = await begin()
  database.isAway = true
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(offBy(clock)).toBeCloseTo(0, 0)
  Object.assign(database, { isAway: false, aheadMs: 2_000 })
  await vi.advanceTimersByTimeAsync(10_100)
  expect(offBy(clock)).toBeCloseTo(0, 0)
})

test('asks at once when the machine has slept, of which the time that passes here knows nothing', async () => {
  const clock = await begin()
  const { asked } = database
  database.aheadMs = 30 * minuteMs
  vi.setSystemTime(Date.now() + 30 * minuteMs)
  clock.now()
  clock.now()
  await vi.advanceTimersByTimeAsync(100)
  expect([database.asked - asked, Math.round(offBy(clock))]).toEqual([1, 0])
})

test('is none when the database cannot be asked in the beginning', async () => {
  database.isAway = true
  await expect(databaseClock(ask)).rejects.toThrow('away')
})

test('the database tells its clock in milliseconds', async () => {
  vi.useRealTimers()
  const api = await startTestApi()
  try {
    expect(Math.abs((await databaseMs(api.db)) - Date.now())).toBeLessThan(minuteMs)
  } finally {
    await api.close()
  }
})
