// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { download, downloadDirectly } from '@/lib/queries/download'

const clicked = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
})
afterEach(() => {
  clicked.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it.each([['made by a door', 300_000, () => download('account/record')], ['of the platform', 60_000, () => downloadDirectly('/api/files/x/y.pdf', 'y.pdf')]] as const)('a file %s that does not begin is given up after %i ms, and not before', async (_what, limitMs, bring) => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))))
  const over = vi.fn()
  void bring().catch(over)
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledWith(expect.objectContaining({ name: 'BffError', code: 'timeout', reached: false }))
  expect(clicked).not.toHaveBeenCalled()
})

it('a file that has begun is taken to its end, however long that is', async () => {
  let end = () => {}
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        end = () => {
          controller.enqueue(new Uint8Array(3))
          controller.close()
        }
      },
    })
    return new Response(body, { headers: { 'content-disposition': "attachment; filename*=UTF-8''a.zip" } })
  })
  const brought = download('account/record')
  await vi.advanceTimersByTimeAsync(900_000)
  end()
  await brought
  expect(clicked).toHaveBeenCalledWith('a.zip')
})
