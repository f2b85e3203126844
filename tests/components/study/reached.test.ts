import { afterEach, describe, expect, it, vi } from 'vitest'
import { bff } from '@/lib/queries/bff'

afterEach(() => vi.unstubAllGlobals())

describe('a door that fails', () => {
  it('tells a server that was not reached from one that cannot answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(bff.post('study/start')).rejects.toMatchObject({ code: 'failed', reached: false })
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: { code: 'failed' } }, { status: 502 })))
    await expect(bff.post('study/start')).rejects.toMatchObject({ code: 'failed', reached: true })
  })

  it.each([['a proxy whose server is away', 502], ['a network that wants a login of its own', 200], ['a gateway', 401]])('has not been reached where %s answers with a page', async (_who, status) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status, headers: { 'content-type': 'text/html' } })))
    await expect(bff.post('study/start')).rejects.toMatchObject({ reached: false })
  })
})
