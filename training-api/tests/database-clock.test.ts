import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseClock, databaseMs } from '../db/database-clock.ts'
import { startTestApi } from './support.ts'

const start = Date.UTC(2026, 2, 10, 2)
const minuteMs = 60_000
const calls = new AsyncLocalStorage<string>()

/** The database's clock, how long the way there and back takes, whether it answers, and who asked. */
let database: { aheadMs: number; thereMs: number; backMs: number; isAway: boolean; asked: (string | undefined)[] }
let jumps: number[]
const passes = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const ask = async () => {
  database.asked.push(calls.getStore())
  if (database.isAway) throw new Error('away')
  await passes(database.thereMs)
  const moment = start + performance.now() + database.aheadMs
  await passes(database.backMs)
  return moment
}
const begin = async () => {
  const beginning = databaseClock(ask, (ms) => jumps.push(ms))
  await vi.advanceTimersByTimeAsync(1_500)
  return beginning
}
const offBy = (clock: { now(): Date }) => clock.now().getTime() - (start + performance.now() + database.aheadMs)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'], now: start })
  database = { aheadMs: 0, thereMs: 2, backMs: 2, isAway: false, asked: [] }
  jumps = []
})
afterEach(() => void vi.useRealTimers())

test('goes by the database, whatever the machine’s own clock says and becomes', async () => {
  vi.setSystemTime(start + 5 * minuteMs)
  const clock = await begin()
  expect(offBy(clock)).toBeCloseTo(0, 0)
  await vi.advanceTimersByTimeAsync(minuteMs)
  for (const wrong of [-5, 5]) {
    vi.setSystemTime(Date.now() + wrong * minuteMs)
    expect(offBy(clock)).toBeCloseTo(0, 0)
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(offBy(clock)).toBeCloseTo(0, 0)
  }
  expect(jumps).toEqual([])
})

test('begins by the fastest of several answers', async () => {
  database.thereMs = 600
  const beginning = databaseClock(ask)
  await vi.advanceTimersByTimeAsync(601)
  database.thereMs = 2
  await vi.advanceTimersByTimeAsync(100)
  expect(offBy(await beginning)).toBeCloseTo(0, 0)
  expect(database.asked).toHaveLength(2)
})

test('follows the database within ten seconds, and says when that was far', async () => {
  const clock = await begin()
  database.aheadMs = -3_000
  await vi.advanceTimersByTimeAsync(10_100)
  expect(Math.abs(offBy(clock))).toBeLessThanOrEqual(3)
  expect(jumps).toEqual([expect.closeTo(-3_000, -1)])
})

test.each([
  { wrongBy: 3, thereMs: 6_000, backMs: 0 },
  { wrongBy: 3, thereMs: 0, backMs: 6_000 },
  { wrongBy: -3, thereMs: 6_000, backMs: 0 },
  { wrongBy: -3, thereMs: 0, backMs: 6_000 },
])('an answer that was long on its way makes no good clock worse: %o', async ({ wrongBy, ...way }) => {
  const clock = await begin()
  Object.assign(database, way, { aheadMs: wrongBy })
  await vi.advanceTimersByTimeAsync(17_000)
  expect(Math.abs(offBy(clock))).toBeLessThanOrEqual(4)
})

test('goes on while the database is away, and asks again', async () => {
  const clock = await begin()
  database.isAway = true
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(offBy(clock)).toBeCloseTo(0, 0)
  Object.assign(database, { isAway: false, aheadMs: 1_000 })
  await vi.advanceTimersByTimeAsync(10_100)
  expect(Math.abs(offBy(clock))).toBeLessThanOrEqual(3)
})

test('asks soon, outside of the call that notices, when the machine has slept, of which the time that passes here knows nothing', async () => {
  const clock = await begin()
  database.asked = []
  database.aheadMs = 30 * minuteMs
  database.isAway = true
  vi.setSystemTime(Date.now() + 30 * minuteMs)
  for (let times = 0; times < 3; times += 1) calls.run('a transaction', () => clock.now())
  await vi.advanceTimersByTimeAsync(1_100)
  database.isAway = false
  calls.run('a transaction', () => clock.now())
  await vi.advanceTimersByTimeAsync(100)
  expect(database.asked).toEqual([undefined, undefined])
  expect(Math.abs(offBy(clock))).toBeLessThanOrEqual(3)
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
