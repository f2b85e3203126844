import { afterEach, describe, expect, it, vi } from 'vitest'
import { bff } from '@/lib/queries/bff'

afterEach(() => vi.unstubAllGlobals())

describe('a door that fails', () => {
  it('tells a server that was not reached from one that cannot answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(bff.post('study/start')).rejects.toMatchObject({ code: 'failed', reached: false })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })))
    await expect(bff.post('study/start')).rejects.toMatchObject({ code: 'failed', reached: true })
  })
})
