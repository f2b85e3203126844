// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Providers } from '@/components/shell/providers'
import { Library } from '@/components/library/library'
import { CourseLibrary, PlanLibrary } from '@/components/library/library-lists'
import type { MyCourse } from '@/lib/domain/courses'
import type { LibraryView, TagGroup } from '@/lib/domain/library'
import { show } from '../../support/render'
import { watchWidths } from '../../support/widths'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined, prefetch: () => undefined }), usePathname: () => '/Curriculum', useSearchParams: () => new URLSearchParams() }))

const measured = watchWidths()

const view: LibraryView = { name: '', sort: 'comprehensive', tags: [null, null, null, null, null], page: 3, size: 16 }
const groups: TagGroup[] = [
  { id: '61', name: '专业方向', tags: [{ id: '6101', name: '电气' }, { id: '6102', name: '机械' }, { id: '6103', name: '焊接' }] },
  { id: '62', name: '难度', tags: [{ id: '6161', name: '入门' }] },
]
const library = (given: Partial<LibraryView> = {}, tags = groups, locale: 'zh' | 'en' | 'ja' = 'zh') => show(<Library kind="courses" view={{ ...view, ...given }} groups={tags}>列表</Library>, locale)
const group = (name: string) => within(screen.getByRole('group', { name }))
/** What the browser would have measured: so many tags on the first line, or all of them. */
function layOut(first: number | null) {
  for (const list of document.querySelectorAll('[role="group"] ul')) {
    Object.defineProperty(list, 'scrollHeight', { configurable: true, value: first === null ? 40 : 80 })
    for (const [index, tag] of [...list.children].entries()) Object.defineProperty(tag, 'offsetTop', { configurable: true, value: first !== null && index >= first ? 40 : 0 })
  }
  act(() => measured.forEach((seen) => seen()))
}

describe('the tags of a library', () => {
  it('stand in rows that begin with 全部; choosing one goes to page 1 and keeps the size', () => {
    library({ sort: 'praise' })
    const field = group('专业方向').getAllByRole('link')
    expect(field.map((link) => link.textContent)).toEqual(['全部', '电气', '机械', '焊接'])
    expect(field[0]!.getAttribute('aria-current')).toBe('true')
    expect(field[2]!.getAttribute('href')).toBe('/Curriculum?sort=praise&tag1=6102&size=16')
  })

  it('are one of each group', () => {
    library({ tags: ['6101', '6161', null, null, null] })
    expect(group('专业方向').getByRole('link', { name: '电气' }).getAttribute('aria-current')).toBe('true')
    expect(group('专业方向').getByRole('link', { name: '焊接' }).getAttribute('href')).toBe('/Curriculum?tag1=6103&tag2=6161&size=16')
    expect(group('难度').getByRole('link', { name: '全部' }).getAttribute('href')).toBe('/Curriculum?tag1=6101&size=16')
    expect(screen.getByText('已选 2 项')).toBeTruthy()
    expect(screen.getByRole('link', { name: '清除筛选' }).getAttribute('href')).toBe('/Curriculum?size=16')
  })

  it('are not there where the platform has none', () => {
    library({}, [])
    expect(screen.queryByRole('region', { name: '筛选' })).toBeNull()
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('fold when they take more than a line, and unfold at a press', () => {
    library()
    expect(screen.queryByRole('button', { name: '展开' })).toBeNull()
    layOut(2)
    const fold = group('专业方向').getByRole('button', { name: '展开' })
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    const hidden = () => [...document.querySelectorAll('[role="group"]')[0]!.querySelectorAll('li')].map((tag) => tag.className !== '')
    expect(hidden()).toEqual([false, false, true, true])
    fireEvent.click(fold)
    expect(group('专业方向').getByRole('button', { name: '收起' }).getAttribute('aria-expanded')).toBe('true')
    expect(hidden()).toEqual([false, false, false, false])
    layOut(null)
    expect(screen.queryByRole('button', { name: '收起' })).toBeNull()
  })

  it('stay unfolded while the chosen one would be folded away', () => {
    library({ tags: ['6103', null, null, null, null] })
    layOut(2)
    expect(group('专业方向').getByRole('button', { name: '收起' })).toBeTruthy()
  })

  it('are behind a button on phones', () => {
    library()
    const button = screen.getByRole('button', { name: '筛选' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
  })
})

describe('the head of a library', () => {
  it('has four orders; another one begins on page 1 and keeps the tags', () => {
    library({ sort: 'latest', tags: ['6101', null, null, null, null] })
    const orders = within(screen.getByRole('navigation', { name: '排序' })).getAllByRole('link')
    expect(orders.map((link) => link.textContent)).toEqual(['综合', '好评', '人气', '最新'])
    expect(orders[3]!.getAttribute('aria-current')).toBe('page')
    expect(orders.map((link) => link.getAttribute('href'))).toEqual(['/Curriculum?tag1=6101&size=16', '/Curriculum?sort=praise&tag1=6101&size=16', '/Curriculum?sort=popularity&tag1=6101&size=16', '/Curriculum?sort=latest&tag1=6101&size=16'])
  })

  it('searches with order, tags and size kept', () => {
    library({ name: '电工', sort: 'praise', tags: ['6101', null, null, null, null] })
    const form = screen.getByRole('search')
    expect(within(form).getByRole('searchbox', { name: '课程名称' })).toHaveProperty('value', '电工')
    expect([...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')].map(({ name, value }) => [name, value])).toEqual([['sort', 'praise'], ['tag1', '6101'], ['size', '16']])
  })

  it.each([['en', 'Course library'], ['ja', 'コースライブラリ']] as const)('speaks %s, and marks tags in another language', (locale, title) => {
    library({}, groups, locale)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByRole('link', { name: '焊接' }).getAttribute('lang')).toBe('zh-Hans')
  })
})

describe('the list of a library', () => {
  const course: MyCourse = { id: '3001', name: '低压电工作业安全', companyName: '中心', cover: { pictureUrl: null, words: null }, state: 'none', progressPercent: 0, hours: 16, credits: 6, joinCount: 1286, rating: 4.55 }
  const list = (given: Partial<MyCourse>) => show(<Providers><CourseLibrary view={view} courses={{ value: { items: [{ ...course, ...given }], total: 1, page: 1, size: 8 } }} /></Providers>)

  it.each([['none', '未加入', '查看'], ['learning', '学习中', '继续学习'], ['completed', '已完成', '查看'], ['failed', '未通过', '查看']] as const)('says of a course that is %s: %s', (state, badge, action) => {
    const { container } = list({ state })
    expect(screen.getByText(badge)).toBeTruthy()
    expect(container.querySelector('.over')?.textContent).toBe(action)
  })

  it('says hours, credits, participants and rating', () => {
    list({})
    for (const text of ['16 学时', '6 学分', '1,286 人参加']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('img', { name: /^4\.\d 分，满分 5 分$/ })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('says so when nobody rated yet', () => {
    list({ rating: 0 })
    expect(screen.getByText('暂无评分')).toBeTruthy()
  })

  it('of a platform that cuts pages smaller is asked for as before', () => {
    show(<Providers><CourseLibrary view={view} courses={{ value: { items: [course], total: 45, page: 3, size: 10 } }} /></Providers>)
    expect(screen.getByRole('link', { name: '5' }).getAttribute('href')).toBe('/Curriculum?page=5&size=16')
  })

  const none = { value: { items: [], total: 0, page: 1, size: 8 } }
  it('that finds nothing leads back to all of it', () => {
    show(<Providers><CourseLibrary view={{ ...view, name: '没有' }} courses={none} /></Providers>)
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看全部课程' }).getAttribute('href')).toBe('/Curriculum?size=16')
  })
  it('that is empty leads home', () => {
    show(<Providers><PlanLibrary view={view} plans={none} /></Providers>)
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/Home')
  })
  it('that cannot be loaded says so', () => {
    show(<Providers><PlanLibrary view={view} plans={{ error: 'failed' }} /></Providers>)
    expect(screen.getByRole('alert').textContent).toContain('培训计划库加载失败')
  })
})
