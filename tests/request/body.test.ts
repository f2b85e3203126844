import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bodyOf } from '@/lib/request/body'

/** A request whose body comes in pieces, with how many were taken out of it. */
function inPieces(pieces: number, { bytes = 1_000, breaksOff = false, headers = {} as Record<string, string> } = {}) {
  const taken = { pieces: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken.pieces === pieces) return breaksOff ? controller.error(new Error('aborted')) : controller.close()
      taken.pieces += 1
      controller.enqueue(new Uint8Array(bytes).fill(97))
    },
  }, { highWaterMark: 0 })
  return { taken, request: new Request('http://localhost/api/x', { method: 'POST', body, headers, duplex: 'half' } as RequestInit) }
}

describe('a body', () => {
  it('is read whole up to the most it may have', async () => {
    expect(await bodyOf(inPieces(3).request, 3_000)).toEqual(Buffer.from('a'.repeat(3_000)))
    expect(await bodyOf(new Request('http://localhost/', { method: 'POST' }), 10)).toEqual(Buffer.alloc(0))
  })

  it('without end is given up as soon as it is too large', async () => {
    const { taken, request } = inPieces(Number.POSITIVE_INFINITY)
    expect(await bodyOf(request, 3_000)).toBe('tooLarge')
    expect(taken.pieces).toBeLessThanOrEqual(5)
  })

  it('that is announced too large is not read at all', async () => {
    const { taken, request } = inPieces(3, { headers: { 'content-length': '3001' } })
    expect(await bodyOf(request, 3_000)).toBe('tooLarge')
    expect(taken.pieces).toBe(0)
  })

  it('that breaks off, or is shorter than announced, is cut', async () => {
    expect(await bodyOf(inPieces(2, { breaksOff: true }).request, 3_000)).toBe('cut')
    expect(await bodyOf(inPieces(2, { headers: { 'content-length': '2500' } }).request, 3_000)).toBe('cut')
  })

  it('that passes the middleware is held there up to what a package may want kept, and hardly more', () => {
    const megabytes = /proxyClientMaxBodySize: '(\d+)mb'/.exec(readFileSync('next.config.mjs', 'utf8'))?.[1]
    const factors = /MOST_BYTES = ([\d *]+)\n/.exec(readFileSync('app/content/[ticket]/commit/route.ts', 'utf8'))?.[1]?.split('*').map(Number)
    const [held, commit] = [Number(megabytes) * 1024 * 1024, factors!.reduce((product, factor) => product * factor, 1)]
    expect(commit).toBeGreaterThan(1_000_000)
    expect(held).toBeGreaterThan(commit)
    expect(held).toBeLessThan(1.5 * commit)
  })
})
