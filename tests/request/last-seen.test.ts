import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lastSeen } from '@/lib/request/last-seen'

const DAY = 86_400_000
let number = 0
const fresh = (freshMs = 1_000, maxKeys = 3) => lastSeen({ name: `of a test ${(number += 1)}`, freshMs, maxKeys })
const fails = async () => {
  throw new Error('away')
}

const shared = globalThis as unknown as { trainhallLate: { until: number } }
beforeEach(() => {
  vi.useFakeTimers()
  shared.trainhallLate.until = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what was last seen', () => {
  it('is asked for anew when it is no longer fresh', async () => {
    const get = fresh()
    expect(await get('a', async () => 1)).toBe(1)
    expect(await get('a', async () => 2)).toBe(1)
    vi.advanceTimersByTime(1_001)
    expect(await get('a', async () => 2)).toBe(2)
  })

  it('is asked for anew in time, and a platform that failed too, also when the clock is set back an hour meanwhile', async () => {
    const get = fresh()
    await get('a', async () => 1)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(1_001)
    expect(await get('a', async () => 2)).toBe(2)
    vi.advanceTimersByTime(1_001)
    expect(await get('a', fails)).toBe(2)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(5_001)
    expect(await get('a', async () => 3)).toBe(3)
  })

  it('stands for a day while the platform is away, and no longer', async () => {
    const get = fresh()
    await get('a', async () => 1)
    vi.advanceTimersByTime(DAY - 10_000)
    expect(await get('a', fails)).toBe(1)
    vi.advanceTimersByTime(10_001)
    await expect(get('a', fails)).rejects.toThrow('away')
  })

  it('is shown when the platform is late, and nobody waits after that', async () => {
    const get = fresh()
    await get('a', async () => 1)
    vi.advanceTimersByTime(1_001)
    const late = get('a', () => new Promise<number>(() => undefined))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await late).toBe(1)
    expect(await get('a', fails)).toBe(1)
  })

  it('is waited for once while the platform hangs, not for each thing that a page needs', async () => {
    const [first, second] = [fresh(), fresh()]
    await first('a', async () => 1)
    await second('b', async () => 2)
    vi.advanceTimersByTime(1_001)
    const hangs = vi.fn(() => new Promise<number>(() => undefined))
    const waited = first('a', hangs)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await waited).toBe(1)
    // What was slow may be one call only: others are asked for, and shown when they are there.
    const answers = vi.fn(async () => 3)
    expect(await second('b', answers)).toBe(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(await second('b', answers)).toBe(3)
    expect(answers).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_001)
    for (let time = 0; time < 20; time += 1) expect(await second('b', hangs)).toBe(3)
    expect(hangs).toHaveBeenCalledTimes(2)
  })

  it('leaves a platform that failed alone for five seconds, then is asked for again', async () => {
    const get = fresh()
    await get('a', async () => 1)
    vi.advanceTimersByTime(1_001)
    await get('a', fails)
    const ask = vi.fn(async () => 2)
    expect(await get('a', ask)).toBe(1)
    vi.advanceTimersByTime(5_001)
    expect(await get('a', ask)).toBe(2)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is the asker’s failure when nothing was ever seen', async () => {
    const get = fresh()
    await expect(get('a', fails)).rejects.toThrow('away')
    vi.advanceTimersByTime(2_001)
    expect(await get('a', async () => 1)).toBe(1)
  })

  it('is nobody’s question for two seconds after that failure, and only what failed', async () => {
    const get = fresh()
    await expect(get('a', fails)).rejects.toThrow('away')
    const ask = vi.fn(async () => 1)
    for (let time = 0; time < 20; time += 1) await expect(get('a', ask)).rejects.toThrow('away')
    expect(await get('b', async () => 2)).toBe(2)
    expect(ask).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_001)
    expect(await get('a', ask)).toBe(1)
  })

  it('is asked for once by many at a time', async () => {
    const get = fresh()
    const ask = vi.fn(async () => 1)
    await Promise.all(Array.from({ length: 20 }, () => get('a', ask)))
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is not pushed out by what is not there, and what went away is gone', async () => {
    const get = fresh()
    await get('a', async () => 1)
    for (let index = 0; index < 2_000; index += 1) await get(`made up ${index}`, async () => null)
    vi.advanceTimersByTime(1_001)
    expect(await get('a', fails)).toBe(1)
    vi.advanceTimersByTime(5_001)
    expect(await get('a', async () => null)).toBe(null)
    vi.advanceTimersByTime(1_001)
    await expect(get('a', fails)).rejects.toThrow('away')
  })

  it('goes, where one word is not enough, when that is said again after two seconds', async () => {
    const get = lastSeen({ name: `of a test ${(number += 1)}`, freshMs: 60_000, maxKeys: 3, goesWhenSaidTwice: true })
    const gone = vi.fn(async () => null)
    await get('a', async () => 1)
    vi.advanceTimersByTime(60_001)
    expect(await get('a', gone)).toBe(1)
    expect(await get('a', gone)).toBe(1)
    expect(gone).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2_001)
    expect(await get('a', async () => 2)).toBe(2)
    vi.advanceTimersByTime(60_001)
    expect(await get('a', gone)).toBe(2)
    vi.advanceTimersByTime(2_001)
    expect(await get('a', gone)).toBe(null)
    expect(await get('never seen', gone)).toBe(null)
  })

  it('is no more than a day old where its going is doubted', async () => {
    const get = lastSeen({ name: `of a test ${(number += 1)}`, freshMs: 60_000, maxKeys: 3, goesWhenSaidTwice: true })
    await get('a', async () => 1)
    vi.advanceTimersByTime(DAY + 1)
    expect(await get('a', async () => null)).toBe(null)
  })

  it('keeps so many characters, what was seen last, and nothing that is too long', async () => {
    const get = lastSeen({ name: `of a test ${(number += 1)}`, freshMs: 0, maxKeys: 9, characters: 250, longest: 150 })
    for (const key of ['a', 'b', 'c']) await get(key, async () => ({ text: 'x'.repeat(80) }))
    await get('d', async () => 'x'.repeat(200))
    for (const key of ['a', 'd']) await expect(get(key, fails)).rejects.toThrow('away')
    for (const key of ['b', 'c']) expect(await get(key, fails)).toEqual({ text: 'x'.repeat(80) })
  })

  it('lets go of what was seen longer ago than a day, whatever else is seen', async () => {
    const get = fresh()
    const { kept } = (globalThis as unknown as { trainhallSeen: Map<string, { kept: Map<string, unknown> }> }).trainhallSeen.get(`of a test ${number}`)!
    await get('a', async () => 1)
    vi.advanceTimersByTime(DAY - 1_000)
    await get('b', async () => 1)
    expect([...kept.keys()]).toEqual(['a', 'b'])
    vi.advanceTimersByTime(1_001)
    await get('c', async () => 1)
    expect([...kept.keys()]).toEqual(['b', 'c'])
  })

  it('keeps so many things, the ones used last', async () => {
    const get = fresh()
    for (const key of ['a', 'b', 'c']) await get(key, async () => key)
    vi.advanceTimersByTime(1_001)
    await get('a', async () => 'a')
    await get('d', async () => 'd')
    await expect(get('b', fails)).rejects.toThrow('away')
    vi.advanceTimersByTime(1_001)
    expect(await get('a', fails)).toBe('a')
  })
})
