import { afterEach, describe, expect, it, vi } from 'vitest'
import { bff } from '@/lib/queries/bff'
import { endVisit, startVisit } from '@/lib/queries/study'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A network that gives this answer. */
const answering = (answer: (init: RequestInit) => Promise<Response>) => vi.stubGlobal('fetch', (_: string, init: RequestInit) => answer(init))

describe('our own doors', () => {
  it('give what they answer, also nothing', async () => {
    answering(async () => Response.json(null))
    expect(await bff.get('x')).toBeNull()
  })

  it.each([
    ['a page of something in between', () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } })],
    ['half an answer', () => new Response('{"items":[')],
    ['an answer that breaks off', () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) }))],
    ['no content', () => new Response(null, { status: 204 })],
  ])('have not done what they were asked when %s comes with 200', async (_, answer) => {
    answering(async () => answer())
    await expect(bff.post('x', {})).rejects.toMatchObject({ name: 'BffError', code: 'failed' })
  })

  it('are given up when the network says nothing', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('late', 'TimeoutError')), ms)
      return limit.signal
    })
    vi.useFakeTimers()
    answering((init) => new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))))
    const given = new AbortController()
    const outcomes = [bff.get('x'), bff.get('x', {}, { signal: given.signal }), startVisit({ id: 'v' } as never, 'x', false), endVisit({ id: 'v' } as never, 1, true)].map((call) => call.catch((error: unknown) => error))
    const study: unknown[] = []
    for (const outcome of outcomes.slice(2)) void outcome.then((error) => study.push(error))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(study).toEqual(Array(2).fill(expect.objectContaining({ code: 'timeout', reached: false })))
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await Promise.all(outcomes)).toEqual(Array(4).fill(expect.objectContaining({ code: 'timeout', reached: false })))
    const stopped = bff.get('x', {}, { signal: given.signal }).catch((error: unknown) => error)
    given.abort()
    expect(await stopped).toMatchObject({ name: 'AbortError' })
    vi.restoreAllMocks()
  })
})
