// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Player } from '@/components/study/player'
import { PlayerFailed } from '@/components/study/player-failed'
import { rewardsKey } from '@/components/study/reward-sign'
import type { Chapter, Section } from '@/lib/domain/catalogue'
import type { Player as PlayerData, PlayerSubject } from '@/lib/domain/player'
import type { StudyPlace } from '@/lib/domain/study'
import { playerQuery } from '@/lib/queries/study'
import { show } from '../../support/render'

const push = vi.fn()
let address = ''
vi.mock('next/navigation', () => ({ useRouter: () => ({ push, refresh: vi.fn() }), useSearchParams: () => new URLSearchParams(address) }))
vi.mock('@/components/ui/link', () => ({ Link: ({ children, href }: { children: string; href: string }) => <a data-soft="" href={href}>{children}</a> }))
vi.mock('@/components/shell/bell', () => ({ Bell: () => null }))
vi.mock('@/components/study/player-menu', () => ({ PlayerMenu: ({ leave }: { leave: () => Promise<unknown> }) => <button onClick={() => void leave().then(loggedOut)}>退出登录</button> }))
const [assign, reload, loggedOut] = [vi.fn(), vi.fn(), vi.fn()]

beforeEach(() => vi.stubGlobal('location', { ...window.location, assign, reload }))
afterEach(() => {
  vi.unstubAllGlobals()
  push.mockReset()
  assign.mockReset()
  reload.mockReset()
  loggedOut.mockReset()
})

const subject = (kind: 'course' | 'plan'): PlayerSubject => ({
  kind, id: '5001', name: '新员工入职培训', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open',
})
const locked: Section = {
  id: '12', chapterId: '1', name: '安全规程手册', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: true, sectionRecordId: null,
  resource: { kind: 'document', url: null, id: '7', captions: [] }, simulation: null,
}
const playerOf = (kind: 'course' | 'plan', chapters: Chapter[]): PlayerData => ({ subject: subject(kind), items: [{ id: kind === 'plan' ? '91' : null, kind: 'course', targetId: '3001', name: 'x', state: 'unknown', chapters }] })
const open = (player: PlayerData, client = new QueryClient()) => show(
  <QueryClientProvider client={client}>
    <Player learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} player={player} renderedAt={0} opened={null} hasContentHost={false} siteTitle="x" />
  </QueryClientProvider>,
)
const sizes = new Set<() => void>()
class Sizes {
  private readonly told: () => void
  constructor(told: () => void) { this.told = told }
  observe() { sizes.add(this.told) }
  disconnect() { sizes.delete(this.told) }
}
const stage = () => within(screen.getByRole('main'))
const chapters: Chapter[] = [{ id: '1', name: '安全基础', locked: true, sections: [locked] }]

describe('the stage of the player', () => {
  it('says how high it is, so that nothing gets the focus under it on phones', () => {
    vi.stubGlobal('ResizeObserver', Sizes)
    address = 'courseId=5001'
    const { unmount } = open(playerOf('course', []))
    const box = screen.getByRole('main')
    Object.defineProperty(box, 'offsetHeight', { value: 203 })
    sizes.forEach((told) => told())
    expect(box.parentElement!.style.getPropertyValue('--stage-h')).toBe('203px')
    unmount()
    expect(sizes.size).toBe(0)
  })
})

describe('a section on the stage', () => {
  const opened: Section = { ...locked, locked: false }
  it.each<[string, Chapter[], Chapter[], string[]]>([
    ['that becomes open is begun, once', chapters, [{ id: '1', name: '安全基础', locked: false, sections: [opened] }], ['1']],
    ['that moves to another chapter is begun there', [{ id: '1', name: '安全基础', locked: false, sections: [opened] }], [{ id: '2', name: '安全实务', locked: false, sections: [{ ...opened, chapterId: '2' }] }], ['1', '2']],
  ])('%s', async (_what, before, after, begun) => {
    const starts: (string | null)[] = []
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      if (url.includes('study/start')) starts.push((JSON.parse(body as string) as { place: StudyPlace }).place.chapterId)
      // What else is asked has no answer yet.
      return /study\/(?:start|end)/.test(url) ? Response.json({ messages: [], certificate: null }) : new Promise<Response>(() => undefined)
    })
    address = 'courseId=5001&sectionId=12&chapterId=1'
    const client = new QueryClient()
    open(playerOf('course', before), client)
    const given = (chapters: Chapter[]) => act(async () => void client.setQueryData(playerQuery({ kind: 'course', id: '5001' }).queryKey, playerOf('course', chapters)))
    if (begun.length > 1) await waitFor(() => expect(starts).toEqual(begun.slice(0, 1)), { timeout: 10_000 })
    await given(after)
    await waitFor(() => expect(starts).toEqual(begun), { timeout: 10_000 })
    await given(after.map((chapter) => ({ ...chapter, sections: chapter.sections.map((one) => ({ ...one, learnedMinutes: 1 })) })))
    expect(starts).toEqual(begun)
  })
})

describe('the ways out of the player', () => {
  it.each([
    ['a locked section', chapters, 'sectionId=12&chapterId=1', '该小节尚未解锁'],
    ['a plan without sections', [], '', '空空如也'],
    ['an address whose section is gone', chapters, 'sectionId=99', '缺少资源文件'],
  ])('lead from %s to a plan that is loaded afresh', async (_what, given, at, word) => {
    address = `planId=5001&itemId=91&${at}`
    open(playerOf('plan', given))
    expect(stage().getByText(word)).toBeTruthy()
    fireEvent.click(stage().getByRole('link', { name: '前往计划详情' }))
    await waitFor(() => expect(assign.mock.calls).toEqual([['/PlanDetil?id=5001']]))
    expect(push).not.toHaveBeenCalled()
  })

  it.each([
    ['back to it', () => screen.getByRole('link', { name: '返回计划' }), assign],
    ['out of the product', () => screen.getByRole('button', { name: '退出登录' }), loggedOut],
  ])('of an exam of a plan lead %s once what it brought is there', async (_where, way, out) => {
    const leftWith: string[] = []
    let answer = (_report: Response) => undefined as void
    vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
      // What else is asked has no answer yet.
      if (!url.includes('study/plan-exam')) return new Promise<Response>(() => undefined)
      leftWith.push(body as string)
      return new Promise<Response>((resolve) => void (answer = resolve))
    })
    address = 'planId=5001&itemId=92'
    open({ subject: subject('plan'), items: [{ id: '92', kind: 'exam', targetId: '8001', name: '入职理论考试', state: 'inProgress', chapters: [] }] })
    fireEvent.click(way())
    await waitFor(() => expect(leftWith).toEqual([JSON.stringify({ planId: '5001', itemId: '92' })]))
    expect(out).not.toHaveBeenCalled()
    const messages = [{ text: '通过考试', points: 5 }]
    answer(Response.json({ messages, certificate: null }))
    await waitFor(() => expect(out).toHaveBeenCalledOnce())
    expect(JSON.parse(sessionStorage.getItem(rewardsKey())!)).toMatchObject({ messages })
    sessionStorage.clear()
    fireEvent(window, new PageTransitionEvent('pagehide', { persisted: false }))
    expect(leftWith).toHaveLength(1)
  })

  it('lead back from a plan into a player that is loaded afresh, where the browser has kept it as it stood', async () => {
    address = 'planId=5001&itemId=91'
    open(playerOf('plan', []))
    fireEvent.click(stage().getByRole('link', { name: '前往计划详情' }))
    await waitFor(() => expect(assign).toHaveBeenCalled())
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }))
    expect(reload).not.toHaveBeenCalled()
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect(reload).toHaveBeenCalled()
  })

  it('lead to a course within the page, once', async () => {
    address = 'courseId=5001'
    open(playerOf('course', []))
    const way = stage().getByRole('link', { name: '前往课程详情' })
    fireEvent.click(way)
    fireEvent.click(way)
    await waitFor(() => expect(push.mock.calls).toEqual([['/CurriculumDetil?id=5001']]))
    expect(assign).not.toHaveBeenCalled()
  })

  it('leave a new tab to the browser', () => {
    address = 'courseId=5001'
    open(playerOf('course', []))
    const way = stage().getByRole('link', { name: '前往课程详情' })
    const click = createEvent.click(way, { ctrlKey: true })
    fireEvent(way, click)
    expect(click.defaultPrevented).toBe(false)
  })

  it('lead out of a player that could not be loaded: afresh into a plan', () => {
    show(<PlayerFailed place={{ planId: '5001', itemId: '91' }} />)
    expect(screen.getByRole('link', { name: '返回计划' }).dataset.soft).toBeUndefined()
    show(<PlayerFailed place={{ courseId: '3001' }} />)
    expect(screen.getByRole('link', { name: '返回课程' }).dataset.soft).toBe('')
  })
})
