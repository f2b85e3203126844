// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '@/components/shell/providers'
import { CentreFrame } from '@/components/account/centre-frame'
import { MyCollection } from '@/components/favourites/my-collection'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import type { Collected } from '@/lib/domain/favourites'
import { show } from '../../support/render'

const [push, refresh] = [vi.fn(), vi.fn()]
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push, refresh, prefetch: () => undefined }), usePathname: () => '/MyStudy', useSearchParams: () => new URLSearchParams() }))

const door = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
const toasts: ToastOrder[] = []
let stop = () => {}
beforeEach(() => {
  stop = serveToasts((order) => toasts.push(order))
  door.mockImplementation(async () => Response.json(null))
  vi.stubGlobal('fetch', door)
})
afterEach(() => {
  stop()
  toasts.length = 0
  for (const spy of [push, refresh, door]) spy.mockReset()
})

const item = (id: string, name: string): Collected => ({ id, name, cover: { pictureUrl: null, words: null }, hours: 16, credits: 6, joinCount: 128, rating: 4.5 })
const courses = [item('3001', '低压电工作业安全'), item('3003', '焊接工艺基础'), item('3007', '变配电所运行')]
const plans = [item('5001', '新员工入职培训计划')]
const page = (kind: EnrolmentKind, course: Settled<Collected[]> = { value: courses }, plan: Settled<Collected[]> = { value: plans }) => <Providers><MyCollection kind={kind} collected={{ course, plan }} /></Providers>
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
const asked = () => door.mock.calls.map(([url, init]) => `${init?.method} ${url}`)

describe('my collection', () => {
  it('keeps courses and plans apart, each with its count', () => {
    show(page('course'))
    const tabs = within(screen.getByRole('navigation', { name: '收藏类型' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')])).toEqual([
      ['课程3', '/MyStudy?tab=collection', 'page'], ['培训计划1', '/MyStudy?tab=collection&kind=plan', null],
    ])
    expect(names()).toEqual(['低压电工作业安全', '焊接工艺基础', '变配电所运行'])
  })

  it('says to who cannot see it how many there are of the kind that was chosen', () => {
    const { rerender } = show(page('course'))
    rerender(page('plan'))
    expect(screen.getByRole('status').textContent).toBe('共 1 条')
    rerender(page('course', { value: [] }))
    expect(screen.getByRole('status').textContent).toBe('共 0 条')
  })

  it('says title in one line, hours, credits, participants and rating', () => {
    show(page('plan'))
    expect(screen.getByRole('heading', { level: 2 }).className).toContain('clip1')
    for (const text of ['16 学时', '6 学分', '128 人参加']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('img', { name: '4.5 分，满分 5 分' })).toBeTruthy()
  })

  it('asks before a course opens, and opens a plan at once', async () => {
    door.mockResolvedValueOnce(Response.json({ allowed: false, reason: '本课程仅限高处作业班学员学习' }))
    const { unmount } = show(page('course'))
    fireEvent.click(screen.getByRole('link', { name: '低压电工作业安全' }))
    await waitFor(() => expect(toasts.map(({ kind, text }) => [kind, text])).toEqual([['error', '本课程仅限高处作业班学员学习']]))
    expect(push).not.toHaveBeenCalled()
    unmount()
    show(page('plan'))
    expect(screen.getByRole('link', { name: '新员工入职培训计划' }).getAttribute('href')).toMatch(/^\/PlanDetil\?id=5001&title=/)
    expect(screen.getByRole('link', { name: '新员工入职培训计划' }).hasAttribute('data-asks')).toBe(false)
  })

  it('takes one out at once, moves the focus on, and says so', async () => {
    show(page('course'))
    fireEvent.click(screen.getByRole('button', { name: '取消收藏“焊接工艺基础”' }))
    await waitFor(() => expect(names()).toEqual(['低压电工作业安全', '变配电所运行']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('取消收藏“变配电所运行”')
    await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['已取消收藏']))
    expect(asked()).toEqual([expect.stringMatching(/^DELETE \/api\/favourites\/item\?kind=course&id=3003&operationId=\w{32}$/)])
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('brings it back by undo', async () => {
    show(page('course'))
    fireEvent.click(screen.getByRole('button', { name: '取消收藏“焊接工艺基础”' }))
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts[0]!.action?.label).toBe('撤销')
    act(() => toasts[0]!.action!.onPress())
    await waitFor(() => expect(names()).toEqual(['低压电工作业安全', '焊接工艺基础', '变配电所运行']))
    await waitFor(() => expect(asked()).toEqual([expect.stringMatching(/^DELETE \/api\/favourites\/item\?kind=course&id=3003/), 'PUT /api/favourites/item']))
    expect(toasts.map(({ text }) => text)).toEqual(['已取消收藏', '已加入我的收藏'])
  })

  it('shows what was put back elsewhere, once a list has come without it', async () => {
    const { rerender } = show(page('course'))
    fireEvent.click(screen.getByRole('button', { name: '取消收藏“焊接工艺基础”' }))
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce())
    // A list that was read before stays without it.
    rerender(page('course', { value: [...courses] }))
    expect(names()).toEqual(['低压电工作业安全', '变配电所运行'])
    rerender(page('course', { value: courses.filter(({ id }) => id !== '3003') }))
    rerender(page('course'))
    expect(names()).toEqual(['低压电工作业安全', '焊接工艺基础', '变配电所运行'])
  })

  it('shows it again when the platform could not be told', async () => {
    door.mockResolvedValueOnce(Response.json({ error: { code: 'failed' } }, { status: 502 }))
    show(page('course'))
    fireEvent.click(screen.getByRole('button', { name: '取消收藏“焊接工艺基础”' }))
    await waitFor(() => expect(toasts.map(({ kind, text }) => [kind, text])).toEqual([['error', '接口请求失败']]))
    expect(names()).toHaveLength(3)
  })

  it('is 空空如也 once the last one is out, and the focus is on the heading', async () => {
    show(<main>{page('plan')}</main>)
    fireEvent.click(screen.getByRole('button', { name: '取消收藏“新员工入职培训计划”' }))
    await waitFor(() => expect(screen.getByText('空空如也')).toBeTruthy())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByRole('link', { name: '去培训计划库看看' }).getAttribute('href')).toBe('/PlanList')
  })

  it('of somebody new is 空空如也, with the way to the library', () => {
    show(page('course', { value: [] }))
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去课程库看看' }).getAttribute('href')).toBe('/Curriculum')
  })

  it('that cannot be loaded says so, and the other half still has its count', () => {
    show(page('course', { error: 'timeout' }))
    expect(screen.getByRole('alert').textContent).toContain('收藏加载失败')
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['课程', '培训计划1'])
  })

  it.each([['en', 'Remove from collection: 焊接工艺基础'], ['ja', 'お気に入りを解除：焊接工艺基础']] as const)('speaks %s', (locale, name) => {
    show(page('course'), locale)
    expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(screen.getByRole('link', { name: '焊接工艺基础' }).getAttribute('lang')).toBe('zh-Hans')
  })
})

describe('the personal centre', () => {
  it('has a menu of what there is, under a breadcrumb back to it', () => {
    door.mockImplementation(async () => Response.json({ count: 0 }))
    show(<Providers><CentreFrame tab="collection"><h1>我的收藏</h1></CentreFrame></Providers>)
    expect(within(screen.getByRole('navigation', { name: '个人中心菜单' })).getByRole('link', { name: '我的收藏' }).getAttribute('aria-current')).toBe('page')
    const crumbs = within(screen.getByRole('navigation', { name: '面包屑' }))
    expect(crumbs.getByRole('link', { name: '个人中心' }).getAttribute('href')).toBe('/MyStudy')
    expect(crumbs.getByText('我的收藏').getAttribute('aria-current')).toBe('page')
  })
})
