// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FreshOnReturn } from '@/components/content/fresh-on-return'
import { Player } from '@/components/study/player'
import type { Section } from '@/lib/domain/catalogue'
import type { Player as PlayerData, PlayerItem } from '@/lib/domain/player'
import { show } from '../../support/render'

let address = ''
const router = { push: vi.fn(), refresh: vi.fn() }
vi.mock('next/navigation', () => ({ useRouter: () => router, useSearchParams: () => new URLSearchParams(address) }))
vi.mock('@/components/ui/link', () => ({ Link: () => null }))
vi.mock('@/components/shell/bell', () => ({ Bell: () => null }))
vi.mock('@/components/study/player-menu', () => ({ PlayerMenu: () => null }))

const report = { messages: [], certificate: null }
/** What was asked, and what waits for its answer, by door. */
const asked: string[] = []
const waiting = new Map<string, (answer: Response) => void>()
const answers = new Map<string, () => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', (url: string) => {
    const door = /\/api\/([^?]*)/.exec(url)?.[1] ?? url
    asked.push(door)
    return answers.get(door)?.() ?? new Promise<Response>((resolve) => void waiting.set(door, resolve))
  })
  answers.set('study/start', async () => Response.json(report))
})
afterEach(() => {
  vi.unstubAllGlobals()
  router.push.mockReset()
  router.refresh.mockReset()
  asked.length = 0
  waiting.clear()
  answers.clear()
})
const answer = (door: string) => act(async () => waiting.get(door)!(Response.json(report)))
const hasAsked = (door: string) => waitFor(() => expect(asked).toContain(door), { timeout: 10_000 })

const section = (locked: boolean): Section => ({
  id: '12', chapterId: '1', name: '安全规程手册', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked, sectionRecordId: null, resource: null, simulation: null,
})
const course = (locked: boolean): PlayerItem => ({ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: '安全基础', locked, sections: [section(locked)] }] })
const exam: PlayerItem = { id: '92', kind: 'exam', targetId: '8001', name: '入职理论考试', state: 'notStarted', chapters: [] }
const playerOf = (kind: 'course' | 'plan', item: PlayerItem): PlayerData => ({
  subject: { kind, id: '5001', name: 'x', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open' },
  items: [item],
})
let renderings = 0
/** The pages of a browser: the player, or with null the one that follows it; each rendered anew unless `renderedAt` says when it was. */
function pages() {
  const client = new QueryClient()
  const of = (player: PlayerData | null, renderedAt = (renderings += 1)) => (
    <QueryClientProvider client={client}>
      {player ? <Player learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} player={player} renderedAt={renderedAt} opened={null} hasContentHost={false} siteTitle="x" /> : <FreshOnReturn renderedAt={renderedAt} />}
    </QueryClientProvider>
  )
  return { ...show(of(null)), of }
}
const isLocked = () => within(screen.getByRole('main')).queryByText('该小节尚未解锁') !== null

describe('the page that follows the player', () => {
  it.each<[string, string, PlayerData, string]>([
    ['a section', 'courseId=5001&sectionId=12&chapterId=1', playerOf('course', course(false)), 'study/end'],
    ['an exam of a plan', 'planId=5001&itemId=92', playerOf('plan', exam), 'study/plan-exam'],
  ])('is read again when the end of %s is written, which nothing waited for', async (_what, at, player, end) => {
    address = at
    const { rerender, of } = pages()
    rerender(of(player))
    await hasAsked('study/start')
    rerender(of(null))
    await hasAsked(end)
    expect(router.refresh).not.toHaveBeenCalled()
    await answer(end)
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce())
  })

  it('is not read again for an end that was written while the player was there', async () => {
    address = 'courseId=5001&sectionId=12&chapterId=1'
    const { rerender, of } = pages()
    rerender(of(playerOf('course', course(false))))
    await hasAsked('study/start')
    act(() => screen.getByRole('link', { name: '返回课程' }).click())
    await hasAsked('study/end')
    await answer('study/end')
    await waitFor(() => expect(router.push).toHaveBeenCalled())
    rerender(of(null))
    await act(async () => undefined)
    expect(router.refresh).not.toHaveBeenCalled()
  })

  it.each([['while the player is still there', true], ['when the player is gone', false]])('is read again, once, for an end that was not waited for to its end and is written %s', async (_when, isThere) => {
    address = 'courseId=5001&sectionId=12&chapterId=1'
    const { rerender, of } = pages()
    rerender(of(playerOf('course', course(false))))
    await hasAsked('study/start')
    act(() => screen.getByRole('link', { name: '返回课程' }).click())
    await waitFor(() => expect(router.push).toHaveBeenCalledOnce(), { timeout: 10_000 })
    if (!isThere) rerender(of(null))
    await answer('study/end')
    if (isThere) rerender(of(null))
    await act(async () => undefined)
    expect(router.refresh).toHaveBeenCalledOnce()
  })

  it('is not read again for an end that did not get through', async () => {
    address = 'courseId=5001&sectionId=12&chapterId=1'
    const { rerender, of } = pages()
    rerender(of(playerOf('course', course(false))))
    await hasAsked('study/start')
    answers.set('study/end', async () => Promise.reject(new TypeError('no network')))
    rerender(of(null))
    await hasAsked('study/end')
    await act(async () => undefined)
    expect(router.refresh).not.toHaveBeenCalled()
  })
})

describe('a section that was unlocked elsewhere', () => {
  it('is open when the player comes out of the memory of the router, which has it as it was', async () => {
    address = 'courseId=5001&sectionId=12&chapterId=1'
    const { rerender, of } = pages()
    const renderedAt = (renderings += 1)
    rerender(of(playerOf('course', course(true)), renderedAt))
    rerender(of(null))
    expect(asked).not.toContain('study/player')
    answers.set('study/player', async () => Response.json(playerOf('course', course(false))))
    rerender(of(playerOf('course', course(true)), renderedAt))
    await waitFor(() => expect(isLocked()).toBe(false))
  })

  it('is open when the learner comes back to the page, which asks no more once nothing is locked', async () => {
    address = 'courseId=5001&sectionId=12&chapterId=1'
    const { rerender, of } = pages()
    rerender(of(playerOf('course', course(true))))
    answers.set('study/player', async () => Response.json(playerOf('course', course(false))))
    const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await comeBack()
    await waitFor(() => expect(isLocked()).toBe(false))
    await hasAsked('study/start')
    await act(async () => undefined)
    asked.length = 0
    await comeBack()
    expect(asked).not.toContain('study/player')
  })

  it('is open soon after it is pressed', async () => {
    address = 'courseId=5001'
    const { rerender, of } = pages()
    rerender(of(playerOf('course', course(true))))
    answers.set('study/player', async () => Response.json(playerOf('course', course(false))))
    act(() => screen.getAllByRole('button', { name: '安全规程手册' })[0]!.click())
    await waitFor(() => expect(screen.getByRole('link', { name: '安全规程手册' })).toBeTruthy())
  })
})
