// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CertificateList } from '@/components/certificates/certificate-list'
import { ClassCard } from '@/components/classes/class-card'
import LearningPathDialog from '@/components/learning-paths/learning-path-dialog'
import { MyPostMaps } from '@/components/post-maps/my-post-maps'
import PostMapDialog from '@/components/post-maps/post-map-dialog'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { Certificate } from '@/lib/domain/certificates'
import type { PostMap } from '@/lib/domain/post-maps'
import { show } from '../../support/render'

const router = vi.hoisted(() => ({ push: vi.fn(), refresh: vi.fn(), prefetch: vi.fn() }))
vi.mock('next/navigation', () => ({ useRouter: () => router, useSearchParams: () => new URLSearchParams(window.location.search), usePathname: () => '/MyStudy' }))

const answers = new Map<string, unknown>()
const asked: string[] = []
vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
  asked.push(`${init?.method ?? 'GET'} ${address}`)
  const data = await answers.get(address.split('?')[0]!)
  if (data instanceof Response) return data.clone()
  if (data instanceof Error) return Response.json({ error: { code: 'rejected', message: data.message } }, { status: 409 })
  return data === undefined ? Response.json({ error: { code: 'failed' } }, { status: 502 }) : Response.json(data)
})
beforeEach(() => {
  answers.clear()
  asked.length = 0
})
const withQueries = (element: ReactElement) => show(<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>{element}</QueryClientProvider>)

const course = (id: string, name: string, standing: string) => ({ id, name, companyName: '东岭电力', cover: { pictureUrl: null, words: null }, hours: 2, credits: 1, joinCount: 3, rating: 4, progressPercent: standing === 'passed' ? 100 : 0, standing })

describe('certificates', () => {
  const certificate: Certificate = {
    id: '1', name: '焊接工艺基础', learnerName: '李明', workNumber: 'A0001', number: 'HN-1', issuer: '东岭电力培训中心', logoUrl: null, checkCode: 'a'.repeat(40),
    obtainedAt: '2025-11-02T15:00:00+08:00', validity: { kind: 'months', months: 36 }, layout: 'vertical',
  }
  it('say when they were obtained and how long they are valid, and open as printed', async () => {
    show(<CertificateList entries={[{ certificate, expired: true, checkUrl: 'http://localhost/certificate/aaaa' }]} />)
    const card = screen.getByRole('button', { name: /焊接工艺基础.*获得日期 2025-11-02.*有效期 36 个月.*已过期/s })
    fireEvent.click(card)
    const dialog = await screen.findByRole('dialog', { name: '证书详情' })
    const facts = Object.fromEntries([...dialog.querySelectorAll('dl > div')].map((row) => [row.querySelector('dt')!.textContent, row.querySelector('dd')!.textContent]))
    expect(facts).toEqual({ 姓名: '李明', 工号: 'A0001', 课程名称: '焊接工艺基础', 证书编号: 'HN-1', 有效期限: '有效期 36 个月', 获得日期: '2025-11-02', 发证机构: '东岭电力培训中心' })
    expect(dialog.querySelector('svg[data-layout]')!.getAttribute('data-layout')).toBe('vertical')
    expect(within(dialog).getByRole('link', { name: '验证证书' }).getAttribute('href')).toBe('http://localhost/certificate/aaaa')
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }))
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('are marked neither valid nor expired where nobody knows until when they are valid', () => {
    show(<CertificateList entries={[false, null].map((expired) => ({ certificate: { ...certificate, id: String(expired), validity: null }, expired, checkUrl: null }))} />)
    expect(screen.getAllByRole('button').map(({ textContent }) => /(未注明)(有效|已过期)?$/.exec(textContent!)?.slice(1))).toEqual([['未注明', '有效'], ['未注明', undefined]])
  })
})

describe('a class', () => {
  it('opens its rankings where it has an id, and names only the teachers it has', () => {
    show(<><ClassCard schoolClass={{ id: '7', name: '低压电工取证班', teacherNames: '周建国、林海涛', memberCount: 36 }} /><ClassCard schoolClass={{ id: null, name: '夜校', teacherNames: '', memberCount: 1 }} /></>)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    expect(screen.getByRole('button', { name: /低压电工取证班.*班主任：周建国、林海涛.*36 人/s })).toBeTruthy()
    expect(screen.getAllByText(/班主任/)).toHaveLength(1)
  })
})

describe('a learning path', () => {
  const node = (id: string, name: string, standing: string) => ({ id, name, standing, courseCount: 1, passedCount: standing === 'passed' ? 1 : 0 })
  it('opens at the first node that is not done, keeps the order, and shows the courses of the chosen one', async () => {
    answers.set('/api/learning-paths/item', { id: '7', name: '电工成长路径', introduction: '从入厂到高级工', nodes: [node('1', '入厂', 'passed'), node('2', '用电安全', 'inProgress'), node('3', '线路检修', 'notStarted')], nodeCount: 3, courseCount: 3 })
    answers.set('/api/learning-paths/courses', [course('3001', '低压电工作业安全', 'inProgress')])
    withQueries(<LearningPathDialog id="7" name="电工成长路径" onClose={() => {}} />)
    const nodes = await screen.findByRole('list', { name: '路径节点' })
    expect(within(nodes).getAllByRole('button').map((button) => button.textContent)).toEqual([expect.stringContaining('已通过第 1 步入厂'), expect.stringContaining('进行中第 2 步用电安全'), expect.stringContaining('未开始第 3 步线路检修')])
    expect(within(nodes).getAllByRole('button', { pressed: true }).map((button) => button.textContent)).toEqual([expect.stringContaining('用电安全')])
    expect(await screen.findByRole('link', { name: '低压电工作业安全' })).toBeDefined()
    fireEvent.click(within(nodes).getByRole('button', { name: /线路检修/ }))
    await waitFor(() => expect(asked).toContain('GET /api/learning-paths/courses?pathId=7&nodeId=3'))
  })

  it('says what failed and asks again', async () => {
    withQueries(<LearningPathDialog id="7" name="电工成长路径" onClose={() => {}} />)
    expect(await screen.findByText('这条学习路径加载失败')).toBeDefined()
    answers.set('/api/learning-paths/item', { id: '7', name: '电工成长路径', introduction: '', nodes: [], nodeCount: 0, courseCount: 0 })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('这条路径还没有节点')).toBeDefined()
  })
})

it.each([
  ['learning path', '/api/learning-paths/item', '这条学习路径不存在或已撤下', <LearningPathDialog key="path" id="7" name="" onClose={() => {}} />],
  ['post map', '/api/post-maps/item', '这张岗位地图不存在或已撤下', <PostMapDialog key="map" id="7" name="" onJoined={() => {}} onClose={() => {}} />],
] as const)('a link to a %s that is gone, or was none, says so and asks for nothing to be tried again', async (_, path, words, dialog) => {
  for (const [code, status] of [['missing', 404], ['invalid', 400]] as const) {
    answers.set(path, Response.json({ error: { code } }, { status }))
    const { unmount } = withQueries(dialog)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
    unmount()
  }
})

describe('a post map', () => {
  const map = (state: string) => ({ id: '9', name: '低压电工班长', introduction: '', pathName: null, state, joinCount: 21, skillCount: 1, courseCount: 2, achievedPercent: 0, skills: [{ id: '1', name: '线路检修', state: 'inProgress', courseCount: 2, passedCount: 1 }] })
  it('is joined once, and shows what counts and what is missing', async () => {
    answers.set('/api/post-maps/item', map('notJoined'))
    answers.set('/api/post-maps/courses', [course('1', '甲', 'passed'), course('2', '乙', 'notStarted')])
    answers.set('/api/post-maps/join', null)
    const onJoined = vi.fn()
    withQueries(<PostMapDialog id="9" name="低压电工班长" onJoined={onJoined} onClose={() => {}} />)
    const missing = await screen.findByRole('list', { name: '线路检修 还缺少的课程' })
    expect(within(missing).getAllByRole('link').map((link) => link.textContent)).toEqual(['乙'])
    expect(within(screen.getByRole('list', { name: '线路检修 已通过的课程' })).getAllByRole('link').map((link) => link.textContent)).toEqual(['甲'])
    expect(screen.getByText('通过以下 2 门课程即可达成，还差 1 门。')).toBeDefined()
    answers.set('/api/post-maps/item', { ...map('inProgress'), joinCount: 22 })
    fireEvent.click(screen.getByRole('button', { name: '加入' }))
    fireEvent.click(screen.getByRole('button', { name: /加入/ }))
    expect(await screen.findByText('22 人已加入')).toBeDefined()
    expect(asked.filter((call) => call.startsWith('POST /api/post-maps/join'))).toHaveLength(1)
    expect(onJoined).toHaveBeenCalledOnce()
  })

  it('that is joined under a filter leaves the focus to its figure, and then to the heading of a list without it', async () => {
    answers.set('/api/post-maps/item', map('notJoined'))
    answers.set('/api/post-maps/courses', [])
    answers.set('/api/post-maps/join', null)
    router.refresh.mockClear()
    const list = (maps: PostMap[]) => <Providers><main><MyPostMaps filter="notJoined" maps={{ value: maps }} /></main></Providers>
    const given: PostMap[] = [{ ...map('notJoined'), state: 'notJoined' }]
    const { rerender } = show(list(given))
    const card = await screen.findByRole('button', { name: /低压电工班长/ })
    card.focus()
    fireEvent.click(card)
    rerender(list(given))
    const join = await screen.findByRole('button', { name: '加入' })
    join.focus()
    answers.set('/api/post-maps/item', map('inProgress'))
    fireEvent.click(join)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('21 人已加入'))
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    rerender(list(given))
    await waitFor(() => expect(document.activeElement).toBe(card))
    expect(router.refresh).toHaveBeenCalledOnce()
    rerender(list([]))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  it('that is joined only after it was closed has its list read again all the same', async () => {
    answers.set('/api/post-maps/item', map('notJoined'))
    answers.set('/api/post-maps/courses', [])
    let join = (_: null) => {}
    answers.set('/api/post-maps/join', new Promise<null>((done) => (join = done)))
    router.refresh.mockClear()
    const list = () => <Providers><main><MyPostMaps filter="all" maps={{ value: [{ ...map('notJoined'), state: 'notJoined' }] }} /></main></Providers>
    const { rerender } = show(list())
    fireEvent.click(await screen.findByRole('button', { name: /低压电工班长/ }))
    rerender(list())
    fireEvent.click(await screen.findByRole('button', { name: '加入' }))
    await waitFor(() => expect(asked).toContain('POST /api/post-maps/join'))
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    rerender(list())
    expect([screen.queryByRole('dialog'), router.refresh.mock.calls.length]).toEqual([null, 0])
    join(null)
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce())
  })

  it('that could not be joined says so once as a toast, and beside its button until it is pressed again', async () => {
    answers.set('/api/post-maps/item', map('notJoined'))
    const toasts: string[] = []
    const stop = serveToasts(({ text }) => toasts.push(text))
    // What the tests before said.
    toasts.length = 0
    show(<Providers><PostMapDialog id="9" name="低压电工班长" onJoined={() => {}} onClose={() => {}} /></Providers>)
    fireEvent.click(await screen.findByRole('button', { name: '加入' }))
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts).toEqual(['加入失败，请稍后再试'])
    expect(screen.getByRole('alert').textContent).toBe('加入失败，请稍后再试')
    // What the platform refuses is told in its words.
    answers.set('/api/post-maps/join', new Error('该岗位已满员'))
    fireEvent.click(screen.getByRole('button', { name: '加入' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('该岗位已满员'))
    expect(toasts).toEqual(['加入失败，请稍后再试', '该岗位已满员'])
    answers.set('/api/post-maps/join', null)
    fireEvent.click(screen.getByRole('button', { name: '加入' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    stop()
  })
})
