// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Catalogue } from '@/components/catalogue/catalogue'
import { SectionRow } from '@/components/catalogue/section-row'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { withLocks, type Chapter, type Resource, type Section } from '@/lib/domain/catalogue'
import type { Closure } from '@/lib/domain/enrolment'
import type { Locale } from '@/lib/domain/locale'
import { bff, BffError } from '@/lib/queries/bff'
import { show } from '../../support/render'

const push = vi.fn()
const refresh = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ push, refresh }) }))

const video: Resource = { kind: 'video', url: '/v', id: '7001', captions: [] }
const section = (id: string, name: string, given: Partial<Section> = {}): Section => ({
  id, chapterId: '', name, kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: `9${id}`, resource: video, simulation: null, ...given,
})
const chapter = (id: string, name: string, sections: Section[]): Chapter => ({ id, name, locked: false, sections: sections.map((one) => ({ ...one, chapterId: id })) })

const demo = [
  chapter('3101', '安全基础', [
    section('3201', '用电安全概述', { requiredPercent: 80, learnedMinutes: 21, state: 'passed' }),
    section('3202', '安全规程手册', { resource: { ...video, kind: 'document' }, minutes: 30, requiredPercent: 50, learnedMinutes: 4.4, state: 'inProgress' }),
  ]),
  chapter('3102', '设备操作', [
    section('3203', '低压配电柜认知', { resource: { ...video, kind: 'courseware' }, minutes: 25, state: 'passed' }),
    section('3204', '倒闸操作流程', { resource: { ...video, kind: 'courseware' }, minutes: 30, locked: true }),
    section('3205', '验电与接地', { kind: 'simulation', resource: null, minutes: 25, locked: true }),
  ]),
  chapter('3103', '结业考核', [section('3206', '章节测验', { kind: 'exam', resource: null, minutes: 15, locked: true })]),
]
const rule = { state: 'inProgress', result: 'unfinished', sequential: true } as const
const owner = { kind: 'course', id: '3001' } as const

type Options = { chapters?: Chapter[]; begun?: boolean; closure?: Closure | null; locale?: Locale }
const view = ({ chapters = withLocks(demo, rule), begun = true, closure = null }: Options) => (
  <QueryClientProvider client={new QueryClient()}><Catalogue owner={owner} chapters={chapters} begun={begun} closure={closure} /></QueryClientProvider>
)
const catalogue = (options: Options = {}) => show(view(options), options.locale)
const row = (name: string) => within(screen.getAllByRole('listitem').find((item) => within(item).queryAllByText(name)[0]?.matches('[aria-describedby]'))!)

const toasts: ToastOrder[] = []
let stop = () => {}
beforeEach(() => {
  stop = serveToasts((order) => toasts.push(order))
})
afterEach(() => {
  stop()
  toasts.length = 0
  vi.restoreAllMocks()
  push.mockReset()
  refresh.mockReset()
})
const said = () => toasts.map(({ kind, text }) => `${kind}: ${text}`)

describe('the catalogue', () => {
  it('marks no state that it does not know, and promises nothing of content of a kind that it does not know', () => {
    catalogue({ chapters: [chapter('3101', '安全基础', [section('3201', '用电安全概述', { state: 'unknown', resource: { ...video, kind: 'unknown' } })])] })
    expect(screen.queryByText('未开始')).toBeNull()
    expect(screen.queryByText('学习一次即可完成')).toBeNull()
  })

  it('lists chapters with their passed counts and sections with kind, minutes, rule and state', () => {
    catalogue()
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['第 1 章 安全基础', '第 2 章 设备操作', '第 3 章 结业考核'])
    expect(screen.getAllByText(/^已通过 \d/).map((count) => count.textContent)).toEqual(['已通过 1 / 2', '已通过 1 / 3', '已通过 0 / 1'])
    const document = row('安全规程手册')
    for (const text of ['文档', '30 分钟', '已学 4 分钟', '需学满 50%（15 分钟）', '进行中']) expect(document.getByText(text)).toBeTruthy()
    expect(row('用电安全概述').queryByText(/需学满/)).toBeNull()
    expect(row('验电与接地').getByText('仿真实训')).toBeTruthy()
    expect(row('章节测验').getByText('及格即可完成')).toBeTruthy()
  })

  it('leads from an open section into the player', () => {
    catalogue()
    expect(screen.getByRole('link', { name: '安全规程手册' }).getAttribute('href')).toBe('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3202')
    expect(screen.queryByRole('link', { name: '章节测验' })).toBeNull()
  })

  it('says of a locked section what opens it, with a link there and the minutes it takes', () => {
    catalogue()
    const simulation = row('验电与接地')
    expect(simulation.getByText('未解锁')).toBeTruthy()
    expect(simulation.getByText(/先通过/).textContent).toBe('先通过倒闸操作流程（约 30 分钟）')
    expect(simulation.getByRole('link', { name: '倒闸操作流程' }).getAttribute('href')).toBe('#section-3204')
  })

  it('leads to the player where what opens a section is open itself', () => {
    catalogue({ chapters: withLocks([chapter('1', '一', [section('a', '甲', { state: 'inProgress', learnedMinutes: 5 }), section('b', '乙', { locked: true })])], rule) })
    expect(row('乙').getByRole('link', { name: '甲' }).getAttribute('href')).toBe('/StudyDetil?courseId=3001&chapterId=1&sectionId=a')
    expect(row('乙').getByText(/先通过/).textContent).toBe('先通过甲（约 15 分钟）')
  })

  it.each([['zh', '该小节尚未解锁', '该章节尚未解锁'], ['en', 'This section is still locked', 'This chapter is still locked'], ['ja', 'このセクションはまだロックされています', 'この章はまだロックされています']] as const)(
    'opens nothing that is locked and says so in %s', (locale, ofSection, ofChapter) => {
      catalogue({ locale })
      fireEvent.click(screen.getByRole('button', { name: '验电与接地' }))
      fireEvent.click(screen.getByRole('button', { name: '章节测验' }))
      fireEvent.click(screen.getByRole('button', { name: /结业考核$/ }))
      expect(said()).toEqual([`error: ${ofSection}`, `error: ${ofSection}`, `error: ${ofChapter}`])
      expect(push).not.toHaveBeenCalled()
    })

  it('lets nobody press the head of an open chapter, and tells screen readers of a locked one how it stands', () => {
    catalogue()
    expect(screen.queryByRole('button', { name: /设备操作/ })).toBeNull()
    expect(screen.getByRole('button', { name: '第 3 章 结业考核', description: '未解锁' }).closest('h2')).toBeTruthy()
  })

  it('offers to unlock exactly what can be opened now', () => {
    catalogue()
    expect(screen.getAllByRole('button', { name: '解锁' })).toHaveLength(1)
    expect(row('倒闸操作流程').getByRole('button', { name: '解锁' })).toBeTruthy()
    expect(row('倒闸操作流程').queryByText('未解锁')).toBeNull()
  })

  it('unlocks: the row opens, a toast says so, the rest is read again, and the focus is on what was opened', async () => {
    const post = vi.spyOn(bff, 'post').mockResolvedValue({ unlocked: true })
    catalogue()
    const button = screen.getByRole('button', { name: '解锁' })
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(screen.getByRole('link', { name: '倒闸操作流程', description: /课件/ })).toBeTruthy())
    expect(post.mock.calls).toEqual([['catalogue/unlock', { sectionRecordId: '93204' }]])
    expect(said()).toEqual(['success: 倒闸操作流程 已解锁'])
    expect(refresh).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: '解锁' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('倒闸操作流程')
    expect(row('验电与接地').getByRole('link', { name: '倒闸操作流程' }).getAttribute('href')).toContain('/StudyDetil?')
  })

  it.each([['zh', '上一小节未通过，无法解锁章节'], ['en', 'The section before is not passed']] as const)('says a refusal to unlock in a toast and in the row, in %s', async (locale, text) => {
    vi.spyOn(bff, 'post').mockResolvedValue({ unlocked: false, reason: '上一小节未通过，无法解锁章节' })
    catalogue({ locale })
    fireEvent.click(screen.getAllByRole('button').find((button) => button.matches('.btn'))!)
    await waitFor(() => expect(said().join()).toMatch(/^error: /))
    expect(said()[0]).toContain(text.slice(0, 12))
    expect(row('倒闸操作流程').getByText(said()[0]!.replace('error: ', ''))).toBeTruthy()
    expect(row('倒闸操作流程').queryByRole('link')).toBeNull()
  })

  it('keeps a refusal in the row while the button is gone, until it is asked again', async () => {
    const post = vi.spyOn(bff, 'post').mockResolvedValueOnce({ unlocked: false, reason: '本小节今日不开放' }).mockReturnValueOnce(new Promise(() => {}))
    const { rerender } = catalogue()
    fireEvent.click(screen.getByRole('button', { name: '解锁' }))
    await waitFor(() => expect(row('倒闸操作流程').getByText('本小节今日不开放')).toBeTruthy())
    expect(refresh).toHaveBeenCalledOnce()
    rerender(view({ closure: 'ended' }))
    expect(screen.queryByRole('button', { name: '解锁' })).toBeNull()
    expect(row('倒闸操作流程').getByText('本小节今日不开放')).toBeTruthy()
    rerender(view({}))
    fireEvent.click(screen.getByRole('button', { name: '解锁' }))
    expect(screen.queryByText('本小节今日不开放')).toBeNull()
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2))
  })

  it('makes ready for unlocking only rows that can be unlocked', () => {
    const [first] = withLocks(demo, rule)
    // There is no client here that could ask.
    show(<ul><SectionRow section={first!.sections[0]!} chapters={[first!]} owner={owner} begun closure={null} onStart={() => {}} onUnlocked={() => {}} /></ul>)
    expect(screen.getByRole('link', { name: '用电安全概述' })).toBeTruthy()
  })

  it('keeps the button when the platform could not be asked', async () => {
    vi.spyOn(bff, 'post').mockRejectedValue(new BffError('timeout'))
    catalogue()
    fireEvent.click(screen.getByRole('button', { name: '解锁' }))
    await waitFor(() => expect(screen.getByRole('button', { name: '解锁' }).getAttribute('aria-busy')).toBeNull())
    expect(refresh).not.toHaveBeenCalled()
  })
})

describe('a course that is not begun', () => {
  const chapters = withLocks(demo.map((one) => ({ ...one, sections: one.sections.map((each) => ({ ...each, state: 'notStarted', sectionRecordId: null, locked: false }) as Section) })), { state: 'notStarted', result: 'unfinished', sequential: true })

  it('has only its first section open, which begins the course', async () => {
    const post = vi.spyOn(bff, 'post').mockResolvedValue({ allowed: true, place: { courseId: '3001' } })
    catalogue({ chapters, begun: false })
    expect(screen.queryAllByRole('button', { name: '解锁' })).toEqual([])
    expect(screen.getAllByText('未解锁').filter((mark) => !mark.matches('.sr'))).toHaveLength(5)
    fireEvent.click(screen.getByRole('button', { name: '用电安全概述' }))
    await waitFor(() => expect(push).toHaveBeenCalledWith('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201'))
    expect(post.mock.calls).toEqual([['enrolment/start', { kind: 'course', id: '3001' }]])
  })

  it('says a refusal to begin', async () => {
    vi.spyOn(bff, 'post').mockResolvedValue({ allowed: false, reason: '本课程仅限高处作业班学员学习' })
    catalogue({ chapters, begun: false })
    fireEvent.click(screen.getByRole('button', { name: '用电安全概述' }))
    await waitFor(() => expect(said()).toEqual(['error: 本课程仅限高处作业班学员学习']))
    expect(push).not.toHaveBeenCalled()
  })
})

describe('without permission', () => {
  it('the catalogue shows, and nothing opens', () => {
    catalogue({ closure: 'forbidden' })
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href')).filter((href) => !href?.startsWith('#'))).toEqual([])
    expect(screen.queryAllByRole('button', { name: '解锁' })).toEqual([])
    for (const name of ['用电安全概述', '验电与接地', '章节测验']) fireEvent.click(screen.getByRole('button', { name }))
    expect(said()).toEqual(Array(3).fill('error: 您无权限学习本课程/计划，详情请咨询管理人员'))
  })
})

describe('outside the dates of a plan', () => {
  it.each(['ended', 'upcoming'] as const)('(%s) the catalogue shows, and nothing opens', (closure) => {
    catalogue({ closure })
    expect(screen.queryAllByRole('button', { name: '解锁' })).toEqual([])
    for (const name of ['用电安全概述', '验电与接地']) fireEvent.click(screen.getByRole('button', { name }))
    expect(said()).toEqual(Array(2).fill('error: 计划未开始或计划已过期'))
  })
})

describe('languages', () => {
  it('mark words of the platform that are not in the page’s language', () => {
    catalogue({ locale: 'en' })
    expect(screen.getByText('安全基础').getAttribute('lang')).toBe('zh-Hans')
    expect(screen.getByRole('link', { name: '安全规程手册' }).getAttribute('lang')).toBe('zh-Hans')
  })
})
