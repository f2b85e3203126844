// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '@/components/shell/providers'
import { PlanCatalogue } from '@/components/plans/plan-catalogue'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { withPlanLocks, type Chapter, type LockRule, type PlanItem, type Section } from '@/lib/domain/catalogue'
import type { Closure } from '@/lib/domain/enrolment'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'

const [push, refresh] = [vi.fn(), vi.fn()]
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push, refresh, prefetch: () => undefined }), usePathname: () => '/PlanDetil', useSearchParams: () => new URLSearchParams() }))

const door = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
const toasts: ToastOrder[] = []
let stop = () => {}
beforeEach(() => {
  stop = serveToasts((order) => toasts.push(order))
  vi.stubGlobal('fetch', door)
})
afterEach(() => {
  stop()
  toasts.length = 0
  for (const spy of [push, refresh, door]) spy.mockReset()
})
const said = () => toasts.map(({ kind, text }) => `${kind}: ${text}`)

const section = (id: string, name: string, given: Partial<Section> = {}): Section => ({
  id, chapterId: '31', name, kind: 'study', minutes: 20, requiredPercent: 80, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: `9${id}`,
  resource: { kind: 'video', url: null, id: '7001', captions: [] }, simulation: null, ...given,
})
const chapter = (id: string, name: string, sections: Section[]): Chapter => ({ id, name, locked: false, sections: sections.map((one) => ({ ...one, chapterId: id })) })
const item = (id: string, name: string, given: Partial<PlanItem> = {}): PlanItem => ({ id, planId: '5001', targetId: `3${id}`, name, kind: 'course', state: 'notStarted', chapters: [], ...given })
const items = [
  item('5101', '低压电工作业安全', { state: 'inProgress', chapters: [chapter('31', '安全基础', [section('1', '用电安全概述', { state: 'passed' }), section('2', '安全规程手册', { locked: true }), section('3', '倒闸操作流程', { locked: true })])] }),
  item('5102', '消防安全', { state: 'passed', chapters: [chapter('41', '灭火', [section('4', '灭火器的使用', { state: 'passed' })])] }),
  item('5104', '入职理论考试', { kind: 'exam', targetId: '8001' }),
]
const begun: LockRule = { state: 'inProgress', result: 'unfinished', sequential: false }
const fresh: LockRule = { state: 'notStarted', result: 'unfinished', sequential: true }
type Options = { list?: PlanItem[]; rule?: LockRule; currentItemId?: string | null; currentName?: string | null; closure?: Closure | null; locale?: Locale }
const catalogue = ({ list = items, rule = begun, currentItemId = null, currentName = null, closure = null, locale = 'zh' }: Options = {}) =>
  show(<Providers><PlanCatalogue planId="5001" items={withPlanLocks(list, rule)} rule={rule} currentItemId={currentItemId} currentName={currentName} closure={closure} /></Providers>, locale)
const course = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('details')!

describe('the catalogue of a plan', () => {
  it('marks no state that it does not know', () => {
    catalogue({ list: [item('5102', '消防安全', { state: 'unknown' }), item('5104', '入职理论考试', { kind: 'exam', targetId: '8001', state: 'unknown' })] })
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
    expect(screen.queryByText('未开始')).toBeNull()
  })

  it('lists courses and exams in their order; the course one is in stands open', () => {
    catalogue()
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['低压电工作业安全', '消防安全', '入职理论考试'])
    expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, false])
    const summary = course('低压电工作业安全').querySelector('summary')!
    expect(summary.textContent).toContain('1 章 3 小节')
    expect(summary.textContent).toContain('已通过 1 / 3')
    expect(summary.textContent).toContain('进行中')
  })

  it('stands open at the course of the current section', () => {
    catalogue({ currentName: '灭火器的使用' })
    expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, true])
  })

  it.each([
    ['that one is in, where the platform says which', { currentItemId: '5103' }, 'passed', 2],
    ['that is in progress, where it only says the name', {}, 'inProgress', 1],
    ['that comes first, where none is in progress', {}, 'passed', 0],
  ] as const)('stands open, of courses with a section of one name, at the one %s', (_which, given, state, at) => {
    const chapters = [chapter('31', '考核', [section('1', '课后测验', { state: 'passed' })])]
    const list = [item('5101', '低压电工作业安全', { state: 'passed', chapters }), item('5102', '消防安全', { state, chapters }), item('5103', '急救', { state: 'passed', chapters })]
    catalogue({ list, currentName: '课后测验', ...given })
    expect([...document.querySelectorAll('details')].findIndex(({ open }) => open)).toBe(at)
  })

  it('leads from sections and exams into the player, with plan and item', () => {
    catalogue()
    expect(screen.getByRole('link', { name: '用电安全概述' }).getAttribute('href')).toBe('/StudyDetil?planId=5001&itemId=5101&chapterId=31&sectionId=1')
    expect(screen.getByRole('link', { name: '入职理论考试' }).getAttribute('href')).toBe('/StudyDetil?planId=5001&itemId=5104')
    expect(within(course('低压电工作业安全')).getByRole('heading', { level: 3 }).textContent).toContain('安全基础')
  })

  it('says what opens a lock, and unlocks what can be unlocked', async () => {
    door.mockResolvedValueOnce(Response.json({ unlocked: true }))
    catalogue()
    expect(screen.getByText(/先通过/).textContent).toContain('安全规程手册')
    fireEvent.click(screen.getByRole('button', { name: '倒闸操作流程' }))
    expect(said()).toEqual(['error: 该小节尚未解锁'])
    fireEvent.click(screen.getByRole('button', { name: '解锁' }))
    await waitFor(() => expect(said()).toContain('success: 安全规程手册 已解锁'))
    expect(door.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([['/api/catalogue/unlock', '{"sectionRecordId":"92"}']])
    expect(refresh).toHaveBeenCalled()
  })

  it('before a sequential plan is begun is locked but for its very first section, and says what opens the rest', () => {
    catalogue({ rule: fresh })
    expect(within(course('消防安全')).getByText('开始学习计划后开放')).toBeTruthy()
    fireEvent.click(within(course('消防安全')).getByText('灭火器的使用'))
    fireEvent.click(within(course('消防安全')).getByRole('button', { name: /^第 1 章/ }))
    expect(said()).toEqual(['error: 该小节尚未解锁', 'error: 该章节尚未解锁'])
    const exam = screen.getByRole('button', { name: '入职理论考试' })
    expect(within(exam.closest('li')!).getByText('未解锁')).toBeTruthy()
    expect(within(exam.closest('li')!).getByText('开始学习计划后开放')).toBeTruthy()
    fireEvent.click(exam)
    expect(said().at(-1)).toBe('error: 该小节尚未解锁')
    expect([said().length, door.mock.calls.length]).toEqual([3, 0])
  })

  it('begins the plan at the section or exam that is pressed', async () => {
    door.mockImplementation(() => Promise.resolve(Response.json({ allowed: true, place: { planId: '5001', itemId: '5101', chapterId: '31', sectionId: '1' } })))
    catalogue({ rule: { ...fresh, sequential: false } })
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    await waitFor(() => expect(push).toHaveBeenCalledWith('/StudyDetil?planId=5001&itemId=5104'))
    expect(door.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([['/api/enrolment/start', '{"kind":"plan","id":"5001"}']])
  })

  it.each([['forbidden', '您无权限学习本课程/计划，详情请咨询管理人员'], ['ended', '计划未开始或计划已过期'], ['upcoming', '计划未开始或计划已过期']] as const)('that is %s shows, and opens nothing', (closure, text) => {
    catalogue({ closure })
    expect(screen.queryAllByRole('link').filter((link) => !link.getAttribute('href')?.startsWith('#'))).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '用电安全概述' }))
    expect(said()).toEqual([`error: ${text}`])
    if (closure === 'ended') return expect(door).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    expect(said()).toEqual(Array(2).fill(`error: ${text}`))
    expect(door).not.toHaveBeenCalled()
  })

  it.each([
    ['a paper of it still runs', { kind: 'theory', attempts: [{ id: '7', state: 'running' }], reportedRequestId: null }, true],
    ['its simulation has reported in time', { kind: 'simulation', attempts: [], reportedRequestId: '77' }, true],
    ['nothing of it goes on', { kind: 'theory', attempts: [{ id: '7', state: 'finished' }], reportedRequestId: null }, false],
  ])('that has ended says so, or leads to an exam: %s', async (_which, exam, leads) => {
    door.mockImplementation(async () => Response.json(exam))
    catalogue({ closure: 'ended' })
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    await waitFor(() => expect(push.mock.calls.length + said().length).toBe(1), { timeout: 10_000 })
    expect([push.mock.calls, said()]).toEqual(leads ? [[['/StudyDetil?planId=5001&itemId=5104']], []] : [[], ['error: 计划未开始或计划已过期']])
    expect(door.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([['/api/exams/player', '{"kind":"plan","ownerId":"5001","itemId":"5104"}']])
  })

  it.each([['missing', 404], ['forbidden', 403], ['rejected', 409]])('that has ended says so also where the platform tells nothing of its exams any more (%s)', async (code, status) => {
    door.mockImplementation(async () => Response.json({ error: { code } }, { status }))
    catalogue({ closure: 'ended' })
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    await waitFor(() => expect(said()).toEqual(['error: 计划未开始或计划已过期']), { timeout: 10_000 })
    expect(push).not.toHaveBeenCalled()
  })

  it('that has ended says what is wrong where nobody knows whether an exam of it goes on', async () => {
    door.mockImplementation(async () => Response.json({ error: { code: 'timeout' } }, { status: 504 }))
    catalogue({ closure: 'ended' })
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    await waitFor(() => expect(said()).toEqual(['error: 网络请求超时']), { timeout: 10_000 })
    expect(push).not.toHaveBeenCalled()
  })

  it('that has ended leads to the exam of a section as well', async () => {
    door.mockImplementation(async () => Response.json({ kind: 'theory', attempts: [{ id: '7', state: 'running' }], reportedRequestId: null }))
    catalogue({ closure: 'ended', list: [item('5101', '低压电工作业安全', { state: 'inProgress', chapters: [chapter('31', '考核', [section('5', '结业测验', { kind: 'exam', resource: null })])] })] })
    fireEvent.click(screen.getByRole('button', { name: '结业测验' }))
    await waitFor(() => expect(push.mock.calls).toEqual([['/StudyDetil?planId=5001&itemId=5101&chapterId=31&sectionId=5']]), { timeout: 10_000 })
    expect(door.mock.calls.map(([url, init]) => [url, init?.body])).toEqual([['/api/exams/player', '{"kind":"plan","ownerId":"5001","itemId":"5101","sectionId":"5"}']])
  })

  it('that has ended calls nobody back who has gone elsewhere meanwhile', async () => {
    const here = location.href
    let say = (_answer: Response) => {}
    door.mockImplementation(() => new Promise((answer) => (say = answer)))
    catalogue({ closure: 'ended' })
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    await waitFor(() => expect(door).toHaveBeenCalledOnce(), { timeout: 10_000 })
    history.pushState(null, '', '/Home')
    say(Response.json({ kind: 'theory', attempts: [{ id: '7', state: 'running' }], reportedRequestId: null }))
    await new Promise((later) => setTimeout(later, 50))
    expect([push.mock.calls, said()]).toEqual([[], []])
    history.replaceState(null, '', here)
  })

  it('that has ended before it was begun leads nowhere', () => {
    catalogue({ closure: 'ended', rule: fresh })
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    expect([said().length, door.mock.calls.length]).toEqual([1, 0])
  })

  it.each([['zh', '您无权限学习本课程/计划，详情请咨询管理人员'], ['en', 'You may not study this course or plan: please ask your administrator']] as const)('says in %s of a course that nobody may study why, and opens nothing of it', (locale, text) => {
    const words = '本课程仅限高处作业班学员学习'
    catalogue({ locale, list: [{ ...items[0]!, refusal: words }, { ...items[1]!, refusal: '' }, items[2]!] })
    expect(within(course('低压电工作业安全')).getByText(words).lang).toBe(locale === 'zh' ? '' : 'zh-Hans')
    expect(within(course('消防安全')).getByText(text)).toBeTruthy()
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).not.toContain('用电安全概述')
    expect(screen.queryByRole('button', { name: /^(?:解锁|Unlock)$/ })).toBeNull()
    fireEvent.click(within(course('低压电工作业安全')).getByRole('button', { name: '用电安全概述' }))
    expect(said()).toEqual([`error: ${text}`])
    expect(screen.getByRole('link', { name: '入职理论考试' })).toBeTruthy()
  })

  it('keeps the anchors of a course apart that stands in it twice', () => {
    catalogue({ list: [items[0]!, { ...items[0]!, id: '5105' }] })
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(document.getElementById('section-5105-2')).toBeTruthy()
  })

  it.each([['en', 'Course', 'Exam'], ['ja', 'コース', '試験']] as const)('speaks %s and marks what is in another language', (locale, ...kinds) => {
    catalogue({ locale })
    for (const kind of kinds) expect(screen.getAllByText(kind, { exact: true }).length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: '入职理论考试' }).getAttribute('lang')).toBe('zh-Hans')
  })
})

describe('a course that comes without its chapters', () => {
  const bare = [item('5101', '低压电工作业安全'), item('5102', '消防安全')]
  const chapters = [chapter('41', '灭火', [section('4', '灭火器的使用'), section('5', '疏散', { locked: true })])]

  it.each([
    ['chapters', bare],
    ['sections in its chapters', bare.map((one) => ({ ...one, chapters: [chapter('41', '灭火', []), chapter('42', '疏散', [])] }))],
  ])('is asked for when it is opened, and has its locks, if it was listed without %s', async (_what, list) => {
    door.mockImplementation(() => Promise.resolve(Response.json(chapters)))
    catalogue({ list, rule: fresh })
    await waitFor(() => expect(within(course('低压电工作业安全')).getByRole('button', { name: '灭火器的使用' })).toBeTruthy())
    expect(door.mock.calls.map(([url]) => url)).toEqual(['/api/plans/chapters?planId=5001&itemId=5101&courseId=35101'])
    expect(within(course('低压电工作业安全')).getAllByText('未解锁')).toHaveLength(1)
    fireEvent(course('消防安全'), Object.assign(new Event('toggle'), {}))
    expect(door).toHaveBeenCalledOnce()
    course('消防安全').open = true
    fireEvent(course('消防安全'), new Event('toggle'))
    await waitFor(() => expect(door).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(within(course('消防安全')).getByText('开始学习计划后开放')).toBeTruthy())
  })

  it('says so when they cannot be read, and tries again at a press', async () => {
    door.mockImplementation(() => Promise.resolve(Response.json({ error: { code: 'malformed' } }, { status: 502 })))
    catalogue({ list: bare })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('课程目录加载失败'))
    door.mockImplementation(() => Promise.resolve(Response.json(chapters)))
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: '灭火器的使用' }).length).toBeGreaterThan(0))
  })

  it('says so when there are none', async () => {
    door.mockImplementation(() => Promise.resolve(Response.json([])))
    catalogue({ list: bare })
    await waitFor(() => expect(screen.getByText('这门课程还没有小节')).toBeTruthy())
  })
})
