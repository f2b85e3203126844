// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Suspense, type ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '@/components/shell/providers'
import { HomeBanners } from '@/components/home/home-banners'
import { HomeFloors } from '@/components/home/home-floors'
import { HomeNews } from '@/components/home/home-news'
import { StudyStrip } from '@/components/home/study-strip'
import type { Floor, FloorTile, StudyInProgress } from '@/lib/domain/home'
import type { NoticeSummary } from '@/lib/domain/notices'
import { show } from '../../support/render'

const push = vi.fn()
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push, refresh: () => undefined, prefetch: () => undefined }), usePathname: () => '/Home', useSearchParams: () => new URLSearchParams() }))
const door = vi.fn<(url: string) => Promise<Response>>()
beforeEach(() => {
  push.mockReset()
  door.mockReset()
  vi.stubGlobal('fetch', door)
})

const shown = (element: ReactElement) => act(async () => show(<Providers><Suspense fallback={<p>在路上</p>}>{element}</Suspense></Providers>))
const item = (fields: Partial<StudyInProgress>): StudyInProgress => ({ kind: 'course', id: '3001', name: '低压电工作业安全', sectionsDone: 2, sectionsTotal: 6, progressPercent: 33, ...fields })
const notice = (id: string, fields: Partial<NoticeSummary> = {}): NoticeSummary => ({ id, kind: 'announcement', title: `公告 ${id}`, language: 'zh', publishedAt: '2026-11-18T09:00:00+08:00', publisher: '', readCount: 0, shownOn: 'both', ...fields })

describe('the study strip', () => {
  it('shows the first four with kind, sections and rate, and the way to all', async () => {
    await shown(<StudyStrip asked={Promise.resolve({ value: ['1', '2', '3', '4', '5'].map((id) => item({ id, name: `课程 ${id}` })) })} />)
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(['课程 1', '课程 2', '课程 3', '课程 4'])
    expect(screen.getAllByText('已完成 2 / 6 小节')).toHaveLength(4)
    expect(screen.getAllByRole('img', { name: '完成 33%' })).toHaveLength(4)
    expect(screen.getByRole('link', { name: /更多/ }).getAttribute('href')).toBe('/myCurriculum')
  })

  it('goes on in the player with a course (which is asked first) and a plan, and to the preparation of an exam', async () => {
    await shown(<StudyStrip asked={Promise.resolve({ value: [item({}), item({ kind: 'plan', id: '5001', name: '新员工入职培训计划' }), item({ kind: 'exam', id: '7001', name: '低压电工理论考试' })] })} />)
    expect(screen.getByRole('link', { name: '新员工入职培训计划' }).getAttribute('href')).toBe('/StudyDetil?planId=5001')
    expect(screen.getByRole('link', { name: '低压电工理论考试' }).getAttribute('href')).toBe('/TestDetil?id=7001')
    door.mockResolvedValueOnce(Response.json({ allowed: true }))
    fireEvent.click(screen.getByRole('link', { name: '低压电工作业安全' }))
    await waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith('/StudyDetil?courseId=3001'))
    expect(door.mock.calls.map(([url]) => url)).toEqual(['/api/courses/access?id=3001'])
  })

  it('of somebody new says so and leads to the library', async () => {
    await shown(<StudyStrip asked={Promise.resolve({ value: [] })} />)
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去课程库看看' })).toBeTruthy()
  })

  it('that failed says so alone and can be tried again', async () => {
    await shown(<StudyStrip asked={Promise.resolve({ error: 'failed' })} />)
    expect(within(screen.getByRole('alert')).getByRole('button', { name: '重试' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: '我的学习' })).toBeTruthy()
  })
})

it('banners that failed say so outside the box of the banners, which would cut the end off on a phone', async () => {
  await shown(<HomeBanners asked={Promise.resolve({ error: 'failed' })} />)
  expect(screen.getByRole('alert').textContent).toContain('重试')
  expect(screen.getByRole('alert').closest('[class*="banner"]')).toBeNull()
})

describe('the news of home', () => {
  it('are six, each with kind, title, month and day, and lead to the notice', async () => {
    await shown(<HomeNews asked={Promise.resolve({ value: [notice('0', { shownOn: 'newsPage' }), ...['1', '2', '3', '4', '5', '6', '7'].map((id) => notice(id))] })} />)
    const lines = screen.getAllByRole('listitem')
    expect(lines).toHaveLength(6)
    expect(within(lines[0]!).getByRole('link').getAttribute('href')).toBe('/news/1')
    expect(lines[0]!.textContent).toBe('通知公告公告 1182026-11')
  })
})

describe('the floors of home', () => {
  const tile = (title: string, target: FloorTile['target']): FloorTile => ({ title, pictureUrl: null, target })
  const floors: Floor[] = [
    { kind: 'grid', title: '精品课程', more: { label: '更多', href: '/Curriculum' }, tiles: [tile('焊接工艺基础', { kind: 'course', id: '3003' }), tile('焊工取证计划', { kind: 'plan', id: '5007' }), tile('操作证查询', { kind: 'link', href: 'https://example.org/licence' }), tile('即将开放', null)] },
    { kind: 'featuredPlan', title: '推荐计划', more: { label: '官网', href: 'https://example.org/' }, tiles: [tile('班组长能力提升计划', { kind: 'plan', id: '5005' })] },
    { kind: 'banner', title: '', more: null, tiles: [{ ...tile('安全生产月', { kind: 'link', href: 'https://example.org/safety' }), pictureUrl: '/strip.svg' }] },
  ]

  it('lead to courses, plans and out of the product, each as it should', async () => {
    await shown(<HomeFloors asked={Promise.resolve({ value: floors })} />)
    expect(screen.getByRole('link', { name: '焊工取证计划' }).getAttribute('href')).toContain('/PlanDetil?id=5007')
    const out = screen.getByRole('link', { name: '操作证查询（在新窗口打开）' })
    expect([out.getAttribute('target'), out.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(screen.queryByRole('link', { name: '即将开放' })).toBeNull()
    expect(screen.getByText('即将开放')).toBeTruthy()
    door.mockResolvedValueOnce(Response.json({ allowed: true }))
    fireEvent.click(screen.getByRole('link', { name: '焊接工艺基础' }))
    await waitFor(() => expect(push).toHaveBeenCalledOnce())
  })

  it('have their title and right link, and a strip of pictures without a title stands alone', async () => {
    await shown(<HomeFloors asked={Promise.resolve({ value: floors })} />)
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['精品课程', '推荐计划'])
    expect(screen.getByRole('link', { name: /更多.*精品课程/ }).getAttribute('href')).toBe('/Curriculum')
    expect(screen.getByRole('link', { name: /安全生产月/ }).getAttribute('href')).toBe('https://example.org/safety')
  })

  it('that failed leave the rest alone', async () => {
    await shown(<HomeFloors asked={Promise.resolve({ error: 'malformed' })} />)
    expect(screen.getByRole('alert').textContent).toContain('推荐栏目加载失败')
  })
})
