// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePictures } from '@/components/attempts/pictures'
import type { PaperQuestion } from '@/lib/domain/attempts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a picture that is not there is asked for a few times, one that fails until it comes, within eight seconds', async () => {
  vi.useFakeTimers()
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  const asked = new Map<string, number>()
  let isDown = true
  vi.stubGlobal('fetch', async (address: string) => {
    asked.set(address, (asked.get(address) ?? 0) + 1)
    if (address === '/gone.png' || (address === '/missed.png' && asked.get(address) === 1)) return new Response(null, { status: 404 })
    return isDown ? new Response(null, { status: 502 }) : new Response('picture')
  })
  const questions = [{ content: '<img src="/gone.png"><img src="/missed.png"><img src="/late.png">', options: [] }] as unknown as PaperQuestion[]
  const { result, unmount } = renderHook(() => usePictures(questions))
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked.get('/gone.png')).toBe(4)
  isDown = false
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect([...result.current.keys()].sort()).toEqual(['/late.png', '/missed.png'])
  unmount()
})

it('a picture that stands in the text is there already, and asked of nobody', async () => {
  const fetched = vi.fn(async () => new Response('picture'))
  vi.stubGlobal('fetch', fetched)
  URL.createObjectURL = () => 'blob:x'
  const questions = [{ content: '<img src="data:image/png;base64,iVBO"><img src="/a.png">', options: [{ content: '<img alt="" src="data:image/gif;base64,R0lG">' }] }] as unknown as PaperQuestion[]
  const { result, unmount } = renderHook(() => usePictures(questions))
  await vi.waitFor(() => expect([...result.current.keys()]).toEqual(['/a.png']), { timeout: 10_000 })
  expect(fetched).toHaveBeenCalledOnce()
  unmount()
})
