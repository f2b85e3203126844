import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetForTenant, forgetKept, keptForTenant, spareForTenant } from '@/lib/request/tenant-cache'
import { TrainingError } from '@/lib/training/errors'

beforeEach(forgetKept)

describe('what is the same for a whole tenant', () => {
  it('is asked once a minute', async () => {
    let now = 0
    const ask = vi.fn(async () => 'banners')
    const get = () => keptForTenant('82', 'banners', ask, () => now)
    expect(await get()).toBe('banners')
    now = 59_999
    await get()
    expect(ask).toHaveBeenCalledTimes(1)
    now = 60_001
    await get()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is kept while there is room for so many characters, what was asked last in any case', async () => {
    const ask = vi.fn(async () => ['x'.repeat(20_000_000)])
    const get = (what: string) => keptForTenant('82', what, ask)
    await get('first')
    await get('second')
    await get('second')
    expect(ask).toHaveBeenCalledTimes(2)
    await get('first')
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('is not kept on after its minute, whoever else is asked for', async () => {
    const { kept } = (globalThis as unknown as { trainhallKept: { kept: Map<string, unknown> } }).trainhallKept
    let now = 0
    const get = (what: string) => keptForTenant('82', what, async () => what, () => now)
    await get('first')
    now = 30_000
    await get('second')
    now = 60_000
    await get('first')
    now = 89_999
    await get('third')
    expect([...kept.keys()]).toEqual(['82:second', '82:first', '82:third'])
    now = 120_000
    await get('fourth')
    expect([...kept.keys()]).toEqual(['82:third', '82:fourth'])
  })

  it('is never another tenant\'s, nor another thing', async () => {
    expect(await keptForTenant('82', 'banners', async () => 'of 82')).toBe('of 82')
    expect(await keptForTenant('101', 'banners', async () => 'of 101')).toBe('of 101')
    expect(await keptForTenant('82', 'floors', async () => 'floors of 82')).toBe('floors of 82')
    expect(await keptForTenant('82', 'banners', async () => 'asked again')).toBe('of 82')
  })

  it('is asked once by many at the same time', async () => {
    let answer: (value: string) => void = () => undefined
    const ask = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
    const waiting = [1, 2, 3].map(() => keptForTenant('82', 'banners', ask))
    answer('banners')
    expect(await Promise.all(waiting)).toEqual(['banners', 'banners', 'banners'])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('fails for who asked only: the next asks anew, and who waited asks alone', async () => {
    const expired = new Error('expired')
    const first = keptForTenant('82', 'banners', () => Promise.reject(expired))
    const second = keptForTenant('82', 'banners', async () => 'banners')
    await expect(first).rejects.toBe(expired)
    expect(await second).toBe('banners')
    expect(await keptForTenant('82', 'banners', async () => 'fresh')).toBe('fresh')
  })

  it.each(['timeout', 'failed', 'malformed'] as const)('fails once for all who wait when the platform itself does (%s)', async (code) => {
    const ask = vi.fn(() => Promise.reject(new TrainingError(code, '')))
    const waiting = [1, 2, 3].map(() => keptForTenant('82', 'banners', ask))
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is asked for by each who waits where a gateway says that too much was asked: that may be of one address', async () => {
    const first = keptForTenant('82', 'banners', () => Promise.reject(new TrainingError('failed', '', 429)))
    const second = keptForTenant('82', 'banners', async () => 'banners')
    await expect(first).rejects.toMatchObject({ status: 429 })
    expect(await second).toBe('banners')
  })

  it('is asked anew once it was forgotten, of that tenant alone', async () => {
    await keptForTenant('82', 'reviews', async () => 'of 82')
    await keptForTenant('101', 'reviews', async () => 'of 101')
    forgetForTenant('82', 'reviews')
    expect(await keptForTenant('82', 'reviews', async () => 'with mine')).toBe('with mine')
    expect(await keptForTenant('101', 'reviews', async () => 'with mine')).toBe('of 101')
  })

  it('is not kept when it was asked for before it was forgotten', async () => {
    let answer: (value: string) => void = () => undefined
    const before = keptForTenant('82', 'reviews', () => new Promise<string>((resolve) => (answer = resolve)))
    forgetForTenant('82', 'reviews')
    const after = keptForTenant('82', 'reviews', async () => 'with mine')
    answer('without mine')
    expect(await before).toBe('without mine')
    expect(await after).toBe('with mine')
    expect(await keptForTenant('82', 'reviews', async () => 'asked again')).toBe('with mine')
  })
})

describe('what a page can do without', () => {
  const failed = new TrainingError('timeout', '')
  const never = () => new Promise<string>(() => undefined)
  const get = (ask: () => Promise<string>) => spareForTenant('82', 'brand', ask)
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is waited for half a second by the first, and by nobody after', async () => {
    const ask = vi.fn(never)
    const first = get(ask)
    await vi.advanceTimersByTimeAsync(499)
    expect(await Promise.race([first, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toBeUndefined()
    expect(await get(ask)).toBeUndefined()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('shows once it has come, however late', async () => {
    const first = get(() => new Promise((resolve) => void setTimeout(resolve, 1_500, 'late')))
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await first).toBeUndefined()
    expect(await get(never)).toBe('late')
  })

  it('is asked for anew after a minute, while the old shows', async () => {
    await get(async () => 'old')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(await get(async () => 'too early')).toBe('old')
    await vi.advanceTimersByTimeAsync(1)
    expect(await get(async () => 'new')).toBe('old')
    expect(await get(never)).toBe('new')
  })

  it.each(['expired', 'forbidden'] as const)('is asked for again in five seconds after it was %s for somebody', async (code) => {
    expect(await get(() => Promise.reject(new TrainingError(code, '')))).toBeUndefined()
    const ask = vi.fn(async () => 'brand')
    await vi.advanceTimersByTimeAsync(4_999)
    for (let time = 0; time < 20; time += 1) expect(await get(ask)).toBeUndefined()
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await get(ask)
    expect(await get(ask)).toBe('brand')
  })

  it('is not asked for within ten minutes after a failure, and what was known stays', async () => {
    await get(async () => 'old')
    await vi.advanceTimersByTimeAsync(60_000)
    await get(() => Promise.reject(failed))
    const ask = vi.fn(async () => 'new')
    await vi.advanceTimersByTimeAsync(599_999)
    expect(await get(ask)).toBe('old')
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await get(ask)
    expect(await get(never)).toBe('new')
  })

  it('is nothing for ten minutes where the first answer fails', async () => {
    expect(await get(() => Promise.reject(failed))).toBeUndefined()
    const ask = vi.fn(async () => 'new')
    await vi.advanceTimersByTimeAsync(599_999)
    expect(await get(ask)).toBeUndefined()
    expect(ask).not.toHaveBeenCalled()
  })
})
