// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MessageArticle } from '@/components/messages/message-article'
import { MessageList } from '@/components/messages/message-list'
import { UnreadBadge } from '@/components/messages/unread-badge'
import { Bell } from '@/components/shell/bell'
import type { MessageSummary } from '@/lib/domain/messages'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { unreadCountQuery } from '@/lib/queries/messages'
import { show } from '../../support/render'

const refresh = vi.fn()
vi.mock('next/navigation', () => {
  // One for all renders, as Next's is.
  const router = { push: () => {}, refresh: () => refresh() as unknown }
  return { useRouter: () => router }
})
const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  refresh.mockReset()
  door.mockReset()
  vi.stubGlobal('fetch', door)
})

const message = (id: string, unread: boolean): MessageSummary => ({ id, title: `消息${id}`, sender: '培训中心', sentAt: '2026-03-01T08:00:00+08:00', unread, hasAttachment: id === '1' })
const view = { state: 'all', page: 1, size: 10 } as const
const listOf = (items: MessageSummary[]) => ({ items, total: items.length, page: 1, size: 10 })

function within(element: ReactElement, unread: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(unreadCountQuery.queryKey, unread)
  show(<QueryClientProvider client={client}><Bell /><UnreadBadge />{element}</QueryClientProvider>)
  return client
}
const bell = () => screen.getByRole('link', { name: /^消息(，|$)/ }).getAttribute('aria-label')
const unreadRows = () => screen.queryAllByRole('link', { name: /^未读 ?消息/ })

describe('messages', () => {
  it('show which are unread, by words too, and keep the place in their addresses', () => {
    within(<MessageList view={{ ...view, state: 'unread', page: 2 }} list={listOf([message('1', true), message('2', false)])} pager={null} />, 1)
    expect(unreadRows()).toHaveLength(1)
    expect(screen.getAllByText('2026/03/01 08:00')).toHaveLength(2)
    expect(unreadRows()[0]!.getAttribute('href')).toBe('/MyStudy?thisId=1&state=unread&page=2&message=1')
    expect(screen.getByRole('img', { name: '有附件' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '全部' }).getAttribute('href')).toBe('/MyStudy?thisId=1')
    expect(screen.getByRole('link', { name: '未读1' }).getAttribute('aria-current')).toBe('page')
  })

  it.each([['all', '返回首页', '/Home'], ['read', '全部', '/MyStudy?thisId=1']] as const)('of %s that are none lead on', (state, name, href) => {
    within(<MessageList view={{ ...view, state }} list={listOf([])} pager={null} />, 0)
    expect(screen.getAllByRole('link', { name }).at(-1)!.getAttribute('href')).toBe(href)
  })

  it('that may be older than what was looked through is not called missing', () => {
    const { rerender } = show(<MessageArticle message="notReached" back="/MyStudy?thisId=1" />)
    expect(screen.getByRole('heading', { name: '没有找到这条消息' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: '返回消息列表' }).at(-1)!.getAttribute('href')).toBe('/MyStudy?thisId=1')
    rerender(<MessageArticle message={null} back="/MyStudy?thisId=1" />)
    expect(screen.getByRole('heading', { name: '这条消息不存在' })).toBeTruthy()
  })

  it('are read in bell, badge and list at once when one is opened', async () => {
    door.mockResolvedValueOnce(Response.json({ count: 1 }))
    const opened = { ...message('1', true), content: '<p>正文</p>' as SafeHtml, attachment: { name: '说明.pdf', url: '/api/files/x.pdf' } }
    within(<><MessageList view={view} list={listOf([message('1', true), message('2', true)])} pager={null} /><MessageArticle message={opened} back="/MyStudy?thisId=1" /></>, 2)
    await waitFor(() => expect(bell()).toBe('消息，有 1 条未读'))
    expect(screen.getByText('1 条未读')).toBeTruthy()
    expect(unreadRows()).toHaveLength(1)
    expect(screen.getByRole('link', { name: '下载 说明.pdf' }).getAttribute('download')).toBe('说明.pdf')
    expect(screen.getAllByText('2026/03/01 08:00')).toHaveLength(3)
    expect(JSON.parse(String(door.mock.calls[0]![1].body))).toEqual({ id: '1' })
  })

  it('are all read by one press', async () => {
    door.mockResolvedValueOnce(Response.json({ count: 0 }))
    within(<MessageList view={view} list={listOf([message('1', true), message('2', true)])} pager={null} />, 2)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '全部标为已读' })
    fireEvent.click(button)
    await waitFor(() => expect(bell()).toBe('消息'))
    expect(unreadRows()).toHaveLength(0)
    expect(screen.queryByText(/条未读$/)).toBeNull()
    await waitFor(() => expect(button.textContent).toBe('全部标为已读'))
    // A button that is natively disabled loses the focus in browsers.
    expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false])
    fireEvent.click(button)
    expect(door).toHaveBeenCalledOnce()
  })

  it('that are read though nobody could say how many are left are counted anew', async () => {
    door.mockResolvedValueOnce(Response.json({ count: null })).mockResolvedValue(Response.json({ count: 0 }))
    within(<MessageList view={view} list={listOf([message('1', true)])} pager={null} />, 1)
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
    await waitFor(() => expect(bell()).toBe('消息'))
    expect(door.mock.calls.at(-1)![0]).toContain('/api/messages/unread')
    expect(screen.queryByText('标记失败，请重试')).toBeNull()
  })

  it('that have come since the number was told are unread all the same, and counted anew', async () => {
    door.mockResolvedValue(Response.json({ count: 1 }))
    within(<MessageList view={view} list={listOf([message('1', true), message('2', false)])} pager={null} />, 0)
    expect(unreadRows()).toHaveLength(1)
    await waitFor(() => expect(bell()).toBe('消息，有 1 条未读'))
    expect(door.mock.calls.map(([url]) => url)).toEqual(['/api/messages/unread'])
    expect(screen.getByRole('button', { name: '全部标为已读' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('are asked for once where list and number never agree', async () => {
    door.mockResolvedValue(Response.json({ count: 0 }))
    within(<MessageList view={view} list={listOf([message('1', true)])} pager={null} />, 0)
    await waitFor(() => expect(door).toHaveBeenCalledOnce())
    await act(() => new Promise((later) => setTimeout(later, 50)))
    expect([door.mock.calls.length, unreadRows().length, refresh.mock.calls.length]).toEqual([1, 1, 0])
  })

  it('are read anew when the number changes from elsewhere', async () => {
    const client = within(<MessageList view={view} list={listOf([message('1', true)])} pager={null} />, 1)
    act(() => void client.setQueryData(unreadCountQuery.queryKey, 2))
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1))
  })

  it('are read anew also after marking them has failed', async () => {
    door.mockResolvedValueOnce(Response.json({ error: { code: 'failed' } }, { status: 502 }))
    const client = within(<MessageList view={view} list={listOf([message('1', true)])} pager={null} />, 1)
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
    await waitFor(() => expect(screen.getAllByText('标记失败，请重试').length).toBeGreaterThan(0))
    act(() => void client.setQueryData(unreadCountQuery.queryKey, 2))
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1))
  })

  it('that are none say so, and one that is not there too', () => {
    within(<><MessageList view={{ ...view, state: 'read' }} list={listOf([])} pager={null} /><MessageArticle message={null} back="/x" /></>, 0)
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByText('没有已读消息')).toBeTruthy()
    expect(screen.getAllByText('这条消息不存在').length).toBeGreaterThan(0)
  })
})
