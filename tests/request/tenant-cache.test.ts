import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetForTenant, forgetKept, keptForTenant } from '@/lib/request/tenant-cache'

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
