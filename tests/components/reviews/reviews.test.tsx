// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import RatingDialog from '@/components/reviews/rating-dialog'
import { ReviewsView } from '@/components/reviews/reviews-view'
import { Providers } from '@/components/shell/providers'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { Reviews } from '@/lib/domain/reviews'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }), useSearchParams: () => new URLSearchParams(address) }))

let address = 'id=3003'

const door = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
const toasts: ToastOrder[] = []
let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  stop = serveToasts((order) => toasts.push(order))
  door.mockResolvedValue(Response.json(null))
  vi.stubGlobal('fetch', door)
})
afterEach(() => {
  address = 'id=3003'
  stop()
  toasts.length = 0
  door.mockReset()
})

const target = { kind: 'course', id: '3003' } as const
const review = (id: string, reply: string | null = null) => ({ id, learnerId: id, learnerName: `学员${id}`, avatarUrl: null, stars: 4, text: `讲得好${id}`, writtenAt: '2026-03-01T09:00:00+08:00', reply })
const given: Reviews = { ratings: { average: 4.6, shares: [1, 2, 6, 19, 72], own: null }, page: { items: [review('1', '谢谢'), review('2')], total: 12, page: 1, size: 5 } }
const view = (more: Partial<Reviews> = {}, result: 'passed' | 'unfinished' = 'passed') => <Providers><ReviewsView target={target} name="焊接工艺基础" learnerId="9" result={result} given={{ ...given, ...more }} /></Providers>

describe('the reviews of a course', () => {
  it('show the score, the shares from five stars down, the reply and how many pages there are', () => {
    show(view())
    expect(screen.getAllByRole('listitem').slice(0, 5).map((item) => item.textContent)).toEqual(['5 星72%', '4 星19%', '3 星6%', '2 星2%', '1 星1%'])
    expect(screen.getByRole('img', { name: '4.6 分，满分 5 分' })).toBeTruthy()
    expect(screen.getByText('谢谢')).toBeTruthy()
    expect(screen.getByText('1 / 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: '上一页' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('have the own one with words and day also where the ratings say its stars only, or nothing', () => {
    const mine = { ...review('9'), text: '讲得很清楚' }
    for (const own of [{ stars: 4, text: '', writtenAt: null }, null]) {
      show(view({ ratings: { ...given.ratings!, own }, page: { ...given.page, items: [review('1'), mine] } }))
      const part = screen.getByRole('heading', { name: '我的评价' }).closest('div')!.parentElement!
      expect([within(part).getByText('讲得很清楚').textContent, part.querySelector('time')?.dateTime, screen.queryByRole('button', { name: '写评价' })]).toEqual(['讲得很清楚', mine.writtenAt, null])
      cleanup()
    }
  })

  it('have the own one, once it was seen on a page, on all others', async () => {
    const pages = [[review('1'), review('2')], [{ ...review('9'), text: '讲得很清楚' }], [review('11')]]
    door.mockImplementation(async (url) => Response.json(url.includes('/list?') ? { items: pages[Number(/page=(\d)/.exec(url)![1]) - 1], total: 12, page: 1, size: 5 } : given.ratings))
    const { rerender } = show(view())
    for (const page of [2, 3]) {
      address = `id=3003&reviews=${page}`
      rerender(view())
      await screen.findAllByText(pages[page - 1]![0]!.text)
      expect([screen.queryByRole('heading', { name: '我的评价' }), screen.queryByRole('button', { name: '写评价' })]).toEqual([expect.anything(), null])
    }
  })

  it('past the last page are those of the last one, which the address does not know', async () => {
    address = 'id=3003&reviews=99'
    door.mockImplementation(async (url) => Response.json(url.includes('/list?') ? { items: [review('11'), review('12')], total: 12, page: 3, size: 5 } : null))
    show(view({ page: { items: [review('11'), review('12')], total: 12, page: 3, size: 5 } }))
    await waitFor(() => expect(screen.getByText('讲得好12')).toBeTruthy())
    expect(screen.getByText('3 / 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: '下一页' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '上一页' }))
    expect(window.location.search).toContain('reviews=2')
    window.history.replaceState(null, '', '/')
  })

  it('begin at the first page where an address names none that can be', () => {
    address = 'id=3003&reviews=99999999'
    show(view())
    expect(screen.getByText('1 / 3')).toBeTruthy()
    expect(door).not.toHaveBeenCalled()
  })

  it('say that there are none', () => {
    show(view({ ratings: null, page: { items: [], total: 0, page: 1, size: 5 } }))
    expect(screen.getByText('还没有评价').parentElement!.textContent).toContain('空空如也')
    expect(screen.queryByRole('list', { name: '全部评价' })).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('cannot be written before completion, and say so', () => {
    show(view({}, 'unfinished'))
    fireEvent.click(screen.getByRole('button', { name: '写评价' }))
    expect(toasts).toEqual([expect.objectContaining({ kind: 'warning', text: '您还没有完成课程，不能进行评价' })])
    expect(screen.getByText('您还没有完成课程，不能进行评价')).toBeTruthy()
  })

  it('no longer say that they cannot be written once the course is passed', () => {
    const { rerender } = show(view({}, 'unfinished'))
    fireEvent.click(screen.getByRole('button', { name: '写评价' }))
    rerender(view({}, 'passed'))
    expect(screen.queryByText('您还没有完成课程，不能进行评价')).toBeNull()
  })

  it('take the focus when the button that began one is gone with it', async () => {
    const own = { stars: 5, text: '', writtenAt: null }
    door.mockImplementation(async (url, init) => Response.json(url.includes('/list?') ? given.page : init?.method === 'POST' ? null : { ...given.ratings, own }))
    show(view())
    const write = screen.getByRole('button', { name: '写评价' })
    write.focus()
    fireEvent.click(write)
    fireEvent.click(await screen.findByRole('radio', { name: '5 星' }))
    fireEvent.click(screen.getByRole('button', { name: '提交' }))
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '写评价' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '课程评价' })))
  })

  it('show what I wrote, which stays as it is', () => {
    show(view({ ratings: { ...given.ratings!, own: { stars: 5, text: '受益匪浅', writtenAt: null } } }))
    expect(screen.getByText('受益匪浅')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '写评价' })).toBeNull()
  })
})

describe('the rating dialog', () => {
  const open = (learnerId = '1', onRefused = vi.fn(), onDone = vi.fn()) => {
    show(<Providers><RatingDialog target={target} name="焊接工艺基础" learnerId={learnerId} onClose={vi.fn()} onDone={onDone} onRefused={onRefused} /></Providers>)
    return { dialog: within(screen.getByRole('dialog')), onRefused, onDone }
  }
  const submit = () => fireEvent.click(screen.getByRole('button', { name: '提交' }))

  it.each([[1, '非常差'], [2, '不太好'], [3, '一般'], [4, '好'], [5, '非常好']])('calls %i stars %s', (stars, word) => {
    const { dialog } = open()
    fireEvent.click(dialog.getByRole('radio', { name: `${stars} 星` }))
    expect(dialog.getByText(word)).toBeTruthy()
  })

  it('is kept while it is being written, for its writer, until it is sent', async () => {
    const words = () => screen.getByRole<HTMLTextAreaElement>('textbox')
    open()
    fireEvent.click(screen.getByRole('radio', { name: '4 星' }))
    fireEvent.change(words(), { target: { value: '写到一半' } })
    cleanup()
    open('2')
    expect(words().value).toBe('')
    cleanup()
    const { onDone } = open()
    expect(words().value).toBe('写到一半')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 星' }).checked).toBe(true)
    submit()
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    cleanup()
    open()
    expect(words().value).toBe('')
  })

  it('wants stars, and at most 200 characters', () => {
    const { dialog } = open()
    submit()
    const stars = dialog.getByRole('radiogroup', { name: '评分' })
    expect(document.getElementById(stars.getAttribute('aria-describedby')!)!.textContent).toBe('请选择 1 到 5 星')
    expect(stars.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: '1 星' }))
    fireEvent.click(dialog.getByRole('radio', { name: '4 星' }))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '字'.repeat(201) } })
    expect(stars.hasAttribute('aria-invalid') || stars.hasAttribute('aria-describedby')).toBe(false)
    expect(dialog.getByText('201 / 200')).toBeTruthy()
    submit()
    expect(document.activeElement).toBe(dialog.getByRole('textbox'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(door).not.toHaveBeenCalled()
  })

  it('asks before it sends, and sends once', async () => {
    const { dialog, onDone } = open()
    fireEvent.click(dialog.getByRole('radio', { name: '5 星' }))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 讲得很清楚 ' } })
    submit()
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getByText(/提交后不能修改/)).toBeTruthy()
    expect(door).not.toHaveBeenCalled()
    fireEvent.click(question.getByRole('button', { name: '确定' }))
    fireEvent.click(question.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(door.mock.calls.map(([url, init]) => [url, init?.method, JSON.parse(String(init?.body))])).toEqual([['/api/reviews/item', 'POST', { kind: 'course', id: '3003', stars: 5, text: '讲得很清楚' }]])
  })

  it('keeps what was written when it is refused, and says why', async () => {
    door.mockResolvedValue(Response.json({ error: { code: 'rejected', message: '您已评价，不能修改' } }, { status: 409 }))
    const { dialog, onRefused } = open()
    fireEvent.click(dialog.getByRole('radio', { name: '5 星' }))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '再来一次' } })
    submit()
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(onRefused).toHaveBeenCalled())
    expect(screen.getByText('您已评价，不能修改')).toBeTruthy()
    expect((dialog.getByRole('textbox') as HTMLTextAreaElement).value).toBe('再来一次')
  })
})
