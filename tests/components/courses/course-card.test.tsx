// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '@/components/shell/providers'
import { CourseCard } from '@/components/courses/course-card'
import { MyCourses } from '@/components/courses/my-courses'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { MyCourse } from '@/lib/domain/courses'
import { show } from '../../support/render'

const push = vi.fn()
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push, refresh: () => undefined, prefetch: () => undefined }), usePathname: () => '/myCurriculum', useSearchParams: () => new URLSearchParams() }))

const door = vi.fn<(url: string) => Promise<Response>>()
const said: ToastOrder[] = []
serveToasts((order) => said.push(order))
beforeEach(() => {
  push.mockReset()
  door.mockReset()
  said.length = 0
  vi.stubGlobal('fetch', door)
})

const course: MyCourse = { id: '3001', name: '低压电工作业安全', companyName: '华北电力职业培训中心', cover: { pictureUrl: null, words: null }, state: 'learning', progressPercent: 33, hours: 12, credits: 4, joinCount: 120, rating: 4.5 }
const showCard = (fields: Partial<MyCourse> = {}) => show(inside(<CourseCard course={{ ...course, ...fields }} />))
const inside = (element: ReactElement) => <Providers>{element}</Providers>
const link = () => screen.getByRole('link', { name: course.name })

describe('the card of a course', () => {
  it('says name, company, progress and what pressing it offers', () => {
    const { container } = showCard()
    expect(screen.getByRole('heading', { level: 2, name: course.name })).toBeTruthy()
    expect(screen.getByText(course.companyName)).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: '学习进度' }).getAttribute('aria-valuenow')).toBe('33')
    expect(container.querySelector('.over')?.textContent).toBe('继续学习')
    expect(screen.queryByText('已完成')).toBeNull()
  })

  it.each([['completed', '已完成', '查看'], ['failed', '未通过', '查看']] as const)('%s wears %s and offers %s', (state, badge, action) => {
    const { container } = showCard({ state })
    expect(screen.getByText(badge)).toBeTruthy()
    expect(container.querySelector('.over')?.textContent).toBe(action)
  })

  it('draws the over titles on its cover', () => {
    showCard({ cover: { pictureUrl: null, words: { title: '数控车床', subtitle: '操作与编程' } } })
    expect(screen.getByText('数控车床')).toBeTruthy()
    expect(screen.getByText('操作与编程')).toBeTruthy()
  })

  it('asks before it opens, and opens the detail with id and title', async () => {
    door.mockResolvedValueOnce(Response.json({ allowed: true }))
    showCard()
    expect(link().getAttribute('href')).toBe(`/CurriculumDetil?id=3001&title=${encodeURIComponent(course.name)}`)
    fireEvent.click(link())
    fireEvent.click(link())
    await waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith(link().getAttribute('href')))
    expect(door.mock.calls.map(([url]) => url)).toEqual(['/api/courses/access?id=3001'])
  })

  it('shows a refusal in its own words and opens nothing', async () => {
    door.mockResolvedValueOnce(Response.json({ allowed: false, reason: '本课程仅限高处作业班学员学习' }))
    showCard()
    fireEvent.click(link())
    await waitFor(() => expect(said.map(({ kind, text }) => [kind, text])).toEqual([['error', '本课程仅限高处作业班学员学习']]))
    expect(push).not.toHaveBeenCalled()
  })

  it('has words for a refusal without any', async () => {
    door.mockResolvedValueOnce(Response.json({ allowed: false, reason: '' }))
    showCard()
    fireEvent.click(link())
    await waitFor(() => expect(said.map(({ text }) => text)).toEqual(['您无权限学习本课程/计划，详情请咨询管理人员']))
  })

  it('stays shut when asking fails, and can be tried again', async () => {
    door.mockResolvedValueOnce(Response.json({ error: { code: 'timeout' } }, { status: 504 }))
    showCard()
    fireEvent.click(link())
    await waitFor(() => expect(said.map(({ kind, text }) => [kind, text])).toEqual([['error', '网络请求超时']]))
    expect(push).not.toHaveBeenCalled()
    door.mockResolvedValueOnce(Response.json({ allowed: true }))
    fireEvent.click(link())
    await waitFor(() => expect(push).toHaveBeenCalledOnce())
  })

  it.each(['/Home', '/MyStudy?tab=mistakes'])('calls nobody back who has gone to %s while it was asked', async (elsewhere) => {
    const answer = Promise.withResolvers<Response>()
    door.mockReturnValueOnce(answer.promise)
    window.history.replaceState(null, '', '/MyStudy?tab=collection')
    showCard()
    fireEvent.click(link())
    await waitFor(() => expect(link().getAttribute('aria-busy')).toBe('true'))
    window.history.pushState(null, '', elsewhere)
    answer.resolve(Response.json({ allowed: true }))
    await waitFor(() => expect(link().getAttribute('aria-busy')).toBeNull())
    expect(push).not.toHaveBeenCalled()
  })

  it('opens another one that is pressed while it is asked, and says nothing of its own answer any more', async () => {
    const first = Promise.withResolvers<Response>()
    door.mockReturnValueOnce(first.promise).mockResolvedValueOnce(Response.json({ allowed: true }))
    show(inside(<><CourseCard course={course} /><CourseCard course={{ ...course, id: '3002', name: '焊接' }} /></>))
    fireEvent.click(link())
    await waitFor(() => expect(link().getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(link())
    await act(async () => undefined)
    expect(link().getAttribute('aria-busy'), 'a second press changes nothing').toBe('true')
    const other = screen.getByRole('link', { name: '焊接' })
    fireEvent.click(other)
    await waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith(other.getAttribute('href')))
    first.resolve(Response.json({ allowed: false, reason: '无权限' }))
    await waitFor(() => expect(link().getAttribute('aria-busy')).toBeNull())
    expect([push.mock.calls.length, door.mock.calls.length, said]).toEqual([1, 2, []])
  })

  it.each([[true], [false]])('is not opened by its answer when another one was pressed, which opens: %s', async (opens) => {
    const first = Promise.withResolvers<Response>()
    const second = Promise.withResolvers<Response>()
    door.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    show(inside(<><CourseCard course={course} /><CourseCard course={{ ...course, id: '3002', name: '焊接' }} /></>))
    fireEvent.click(link())
    const other = screen.getByRole('link', { name: '焊接' })
    fireEvent.click(other)
    first.resolve(Response.json({ allowed: true }))
    await waitFor(() => expect(link().getAttribute('aria-busy')).toBeNull())
    expect(push).not.toHaveBeenCalled()
    second.resolve(Response.json({ allowed: opens, reason: '无权限' }))
    await waitFor(() => expect([push.mock.calls.map(([href]) => href as string), said.map(({ text }) => text)]).toEqual(opens ? [[other.getAttribute('href')], []] : [[], ['无权限']]))
  })

  it('leaves a new tab to the course itself, which asks again', () => {
    showCard()
    link().addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link(), { ctrlKey: true })
    fireEvent.click(link(), { metaKey: true })
    expect(door).not.toHaveBeenCalled()
  })

  it('marks what is written in another language than the page', () => {
    show(inside(<CourseCard course={course} />), 'en')
    expect(link().getAttribute('lang')).toBe('zh-Hans')
    expect(screen.getByText(course.companyName).getAttribute('lang')).toBe('zh-Hans')
  })
})

describe('my courses', () => {
  const view = { state: 'all', name: '', page: 1, size: 8 } as const
  const none = { value: { items: [], total: 0, page: 1, size: 8 } }

  it('are a grid with a pager', () => {
    show(inside(<MyCourses view={view} courses={{ value: { items: [course, { ...course, id: '2', name: '乙' }], total: 36, page: 1, size: 8 } }} />))
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
    expect(screen.getByText('共 36 条')).toBeTruthy()
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([4, 8, 16, 32, 64, 128].map((size) => `${size} 条/页`))
    expect(screen.getByRole('link', { name: '下一页' }).getAttribute('href')).toBe('/myCurriculum?page=2')
  })

  it('of somebody new are 空空如也, with the way to the library', () => {
    show(inside(<MyCourses view={view} courses={none} />))
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去课程库看看' }).getAttribute('href')).toBe('/Curriculum')
  })

  it('that a search does not find lead back to all', () => {
    show(inside(<MyCourses view={{ ...view, name: '没有' }} courses={none} />))
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看全部课程' }).getAttribute('href')).toBe('/myCurriculum')
  })

  it('that cannot be loaded say so and offer another try', () => {
    show(inside(<MyCourses view={view} courses={{ error: 'timeout' }} />))
    expect(screen.getByRole('alert').textContent).toContain('课程列表加载失败')
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  })
})
