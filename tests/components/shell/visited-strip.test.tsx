// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { VisitedStrip } from '@/components/shell/visited-strip'
import { show } from '../../support/render'

const push = vi.fn()
vi.mock('next/navigation', () => ({ usePathname: () => '/myCurriculum', useSearchParams: () => new URLSearchParams(), useRouter: () => ({ push }) }))

const views = [{ path: '/Home', title: '首页', pinned: true }, { path: '/myCurriculum', title: '我的课程', pinned: false }, { path: '/myPlanList', title: '我的计划', pinned: false }, { path: '/myTestPapers', title: '我的考试', pinned: false }]
beforeEach(() => {
  push.mockReset()
  // What jsdom lacks.
  Element.prototype.scrollBy ??= () => {}
  localStorage.setItem('visited-views:7', JSON.stringify(views))
  show(<VisitedStrip owner="7" />)
})

const close = (title: string) => screen.getByRole('button', { name: `关闭“${title}”` })
const closeByKey = (title: string) => {
  close(title).focus()
  fireEvent.click(close(title))
}

describe('closing the tab of another page', () => {
  it('gives the focus to the next one’s close button, at the end to the one before', () => {
    closeByKey('我的计划')
    expect(screen.queryByRole('link', { name: '我的计划' })).toBeNull()
    expect(document.activeElement).toBe(close('我的考试'))
    fireEvent.click(close('我的考试'))
    expect(document.activeElement).toBe(close('我的课程'))
    expect(push).not.toHaveBeenCalled()
  })

  it('gives it to the link of one that cannot be closed', () => {
    fireEvent.click(screen.getByRole('button', { name: '固定“我的课程”' }))
    closeByKey('我的计划')
    closeByKey('我的考试')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '已固定我的课程' }))
  })
})

describe('a tab whose page was visited in another language', () => {
  it('is marked with the language of its title; own ones, and those nobody knows of, are not', () => {
    cleanup()
    localStorage.setItem('visited-views:7', JSON.stringify([{ path: '/Home', title: '首页', locale: 'zh' }, { path: '/MyName', title: '個人情報', locale: 'ja' }, { path: '/myPlanList', title: 'My plans', locale: 'en' }, { path: '/BrushRecord', title: '记录' }]))
    show(<VisitedStrip owner="7" />, 'ja')
    expect(['首页', '個人情報', 'My plans', '记录'].map((title) => screen.getByText(title).getAttribute('lang'))).toEqual(['zh-Hans', null, 'en', null])
  })
})
