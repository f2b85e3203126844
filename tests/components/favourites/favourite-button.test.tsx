// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FavouriteButton } from '@/components/favourites/favourite-button'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { bff, BffError } from '@/lib/queries/bff'
import { show } from '../../support/render'

const refresh = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }))

const client = new QueryClient()
const heart = (isFavourite: boolean) => <QueryClientProvider client={client}><FavouriteButton target={{ kind: 'course', id: '3001' }} isFavourite={isFavourite} /></QueryClientProvider>
const toasts: ToastOrder[] = []
let stop = () => {}
beforeEach(() => {
  stop = serveToasts((order) => toasts.push(order))
})
afterEach(() => {
  stop()
  toasts.length = 0
  vi.restoreAllMocks()
  refresh.mockReset()
})
const name = () => screen.getByRole('button').getAttribute('aria-label')

const operationId: unknown = expect.stringMatching(/^\w{32}$/)

describe('the heart', () => {
  it('fills at the press, before the platform answers', async () => {
    let answer = (_done: null) => {}
    vi.spyOn(bff, 'put').mockReturnValue(new Promise((resolve) => { answer = resolve }) as never)
    show(heart(false))
    expect(name()).toBe('收藏')
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(name()).toBe('取消收藏'))
    expect(refresh).not.toHaveBeenCalled()
    answer(null)
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce())
    expect(toasts.map(({ text }) => text)).toEqual(['已加入我的收藏'])
    expect(bff.put).toHaveBeenCalledWith('favourites/item', { kind: 'course', id: '3001', operationId })
  })

  it('empties again when the platform could not be told', async () => {
    vi.spyOn(bff, 'put').mockRejectedValue(new BffError('failed'))
    show(heart(false))
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(bff.put).toHaveBeenCalled())
    await waitFor(() => expect(name()).toBe('收藏'))
    expect(toasts).toEqual([])
  })

  it('asks again under the same id while nobody heard that it was done, and under another afterwards', async () => {
    const put = vi.spyOn(bff, 'put').mockRejectedValueOnce(new BffError('failed')).mockResolvedValue(null)
    vi.spyOn(bff, 'delete').mockResolvedValue(null)
    show(heart(false))
    const press = async (expected: string) => {
      fireEvent.click(screen.getByRole('button'))
      await waitFor(() => expect(name()).toBe(expected))
    }
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(put).toHaveBeenCalledOnce())
    await waitFor(() => expect(name()).toBe('收藏'))
    await press('取消收藏')
    await press('收藏')
    await press('取消收藏')
    await waitFor(() => expect(put).toHaveBeenCalledTimes(3))
    const ids = put.mock.calls.map(([, fields]) => (fields as { operationId: string }).operationId)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[1])
  })

  it('says beside itself why it is as before, until it is pressed again', async () => {
    vi.spyOn(bff, 'put').mockRejectedValueOnce(new BffError('timeout')).mockResolvedValue(null)
    show(heart(false))
    fireEvent.click(screen.getByRole('button'))
    expect((await screen.findByRole('alert')).textContent).toBe('网络请求超时')
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect([name(), screen.queryByRole('alert')]).toEqual(['取消收藏', null]))
  })

  it('says nothing any more once it has become what was wanted', async () => {
    vi.spyOn(bff, 'put').mockRejectedValue(new BffError('timeout'))
    const { rerender } = show(heart(false))
    fireEvent.click(screen.getByRole('button'))
    await screen.findByRole('alert')
    rerender(heart(true))
    expect([name(), screen.queryByRole('alert')]).toEqual(['取消收藏', null])
  })

  it('fills again when it could not be taken out', async () => {
    vi.spyOn(bff, 'delete').mockRejectedValue(new BffError('failed'))
    show(heart(true))
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(bff.delete).toHaveBeenCalledWith('favourites/item', { kind: 'course', id: '3001', operationId }))
    await waitFor(() => expect(name()).toBe('取消收藏'))
  })

  it('sends two quick presses one after the other', async () => {
    const order: string[] = []
    let first = (_done: null) => {}
    vi.spyOn(bff, 'put').mockImplementation(() => new Promise((resolve) => { order.push('put'); first = resolve as typeof first }) as never)
    vi.spyOn(bff, 'delete').mockImplementation(() => { order.push('delete'); return Promise.resolve(null) as never })
    show(heart(false))
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(name()).toBe('取消收藏'))
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(name()).toBe('收藏'))
    expect(order).toEqual(['put'])
    first(null)
    await waitFor(() => expect(order).toEqual(['put', 'delete']))
    expect(name()).toBe('收藏')
  })

  it('follows what the server says anew', () => {
    const { rerender } = show(heart(false))
    rerender(heart(true))
    expect(name()).toBe('取消收藏')
  })

  it.each([['en', 'Add to collection', 'Remove from collection'], ['ja', 'お気に入りに追加', '解除']] as const)('has both names in %s', (locale, add, remove) => {
    const { unmount } = show(heart(false), locale)
    expect(name()).toBe(add)
    unmount()
    show(heart(true), locale)
    expect(name()).toBe(remove)
  })
})
