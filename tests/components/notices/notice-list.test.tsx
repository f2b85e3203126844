// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { NoticeList } from '@/components/notices/notice-list'
import type { NoticeSummary } from '@/lib/domain/notices'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))

const notice = (id: string): NoticeSummary => ({ id, kind: 'news', title: `新闻${id}`, language: 'zh', publishedAt: '2026-03-01T08:00:00+08:00', publisher: '中心', readCount: 1, shownOn: 'both' })
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the list of news', () => {
  it('keeps its size when another kind is chosen, and begins on page 1', () => {
    show(<NoticeList view={{ kind: 'news', page: 2, size: 10 }} notices={Array.from({ length: 25 }, (_, at) => notice(String(at)))} />)
    expect([href('全部'), href('通知公告')]).toEqual(['/news?size=10', '/news?type=announcement&size=10'])
  })

  it('that is empty leads to all of the same size', () => {
    show(<NoticeList view={{ kind: 'processUpdate', page: 1, size: 30 }} notices={[notice('1')]} />)
    expect(href('查看全部')).toBe('/news?size=30')
  })

  it('that is empty altogether leads home', () => {
    show(<NoticeList view={{ kind: 'all', page: 1, size: 15 }} notices={[]} />)
    expect(href('返回首页')).toBe('/Home')
  })

  it('says no size that is the usual one', () => {
    show(<NoticeList view={{ kind: 'all', page: 1, size: 15 }} notices={[notice('1')]} />)
    expect(href('培训新闻')).toBe('/news?type=news')
  })
})
