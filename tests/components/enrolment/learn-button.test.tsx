// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LearnButton } from '@/components/enrolment/learn-button'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { Closure, EnrolmentState, PlanWindow } from '@/lib/domain/enrolment'
import type { Locale } from '@/lib/domain/locale'
import { bff } from '@/lib/queries/bff'
import { show } from '../../support/render'

const [push, refresh] = [vi.fn(), vi.fn()]
vi.mock('next/navigation', () => ({ useRouter: () => ({ push, refresh }) }))

const button = (state: EnrolmentState, closure: Closure | null = null, locale: Locale = 'zh', window: PlanWindow | undefined = closure && closure !== 'forbidden' ? closure : 'open') =>
  show(<QueryClientProvider client={new QueryClient()}><p id="why">无权限</p><LearnButton target={{ kind: 'course', id: '3001' }} state={state} closure={closure} window={window} reasonId="why" /></QueryClientProvider>, locale)
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
const place = { courseId: '3001', chapterId: '3101', sectionId: '3202' }
const player = '/StudyDetil?courseId=3001&chapterId=3101&sectionId=3202'

describe('the one button', () => {
  it.each([
    ['zh', '开始学习', '继续学习', '已通过', '未通过'],
    ['en', 'Start learning', 'Continue learning', 'Passed', 'Not passed'],
    ['ja', '学習を始める', '学習を続ける', '合格', '不合格'],
  ] as const)('says the state in %s', (locale, ...names) => {
    for (const [index, state] of (['notStarted', 'inProgress', 'passed', 'failed'] as const).entries()) {
      const { unmount } = button(state, null, locale)
      expect(screen.getByRole('button', { name: names[index]! }).textContent).toBe(names[index])
      unmount()
    }
  })

  it('goes on where the state is one it does not know, and begins nothing', async () => {
    const [post, get] = [vi.spyOn(bff, 'post'), vi.spyOn(bff, 'get').mockResolvedValue({ allowed: true, place } as never)]
    button('unknown')
    fireEvent.click(screen.getByRole('button', { name: '继续学习' }))
    await waitFor(() => expect(push).toHaveBeenCalledWith(player))
    expect([get.mock.calls.map(([path]) => path), post.mock.calls]).toEqual([['enrolment/resume'], []])
  })

  it('starts once, however often it is pressed, and opens the returned node', async () => {
    let answer = (_opening: unknown) => {}
    const post = vi.spyOn(bff, 'post').mockReturnValue(new Promise((resolve) => { answer = resolve }) as never)
    button('notStarted')
    const start = screen.getByRole('button')
    fireEvent.click(start)
    fireEvent.click(start)
    await waitFor(() => expect(start.getAttribute('aria-busy')).toBe('true'))
    expect(start.textContent).toBe('正在打开')
    fireEvent.click(start)
    answer({ allowed: true, place })
    await waitFor(() => expect(push).toHaveBeenCalledWith(player))
    expect(post.mock.calls).toEqual([['enrolment/start', { kind: 'course', id: '3001' }]])
  })

  it.each(['/Home', '/CurriculumDetil?id=3002'])('calls nobody back who has gone to %s meanwhile', async (elsewhere) => {
    const answer = Promise.withResolvers<never>()
    vi.spyOn(bff, 'post').mockReturnValue(answer.promise)
    window.history.replaceState(null, '', '/CurriculumDetil?id=3001')
    button('notStarted')
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true'))
    window.history.pushState(null, '', elsewhere)
    answer.resolve({ allowed: true, place } as never)
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull())
    expect(push).not.toHaveBeenCalled()
  })

  it.each(['inProgress', 'passed', 'failed'] as const)('opens a course that is %s where it was left', async (state) => {
    const get = vi.spyOn(bff, 'get').mockResolvedValue({ allowed: true, place })
    button(state)
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(push).toHaveBeenCalledWith(player))
    expect(refresh).not.toHaveBeenCalled()
    expect(get.mock.calls).toEqual([['enrolment/resume', { kind: 'course', id: '3001' }]])
  })

  it.each([
    ['zh', '您无权限学习本课程/计划，详情请咨询管理人员', /^您无权限学习本课程\/计划，详情请咨询管理人员$/],
    ['en', '您无权限学习本课程/计划，详情请咨询管理人员', /may not study|no permission/i],
    ['en', '本课程仅限高处作业班学员学习', /^本课程仅限高处作业班学员学习$/],
    ['zh', '', /^您无权限学习本课程/],
  ] as const)('says a refusal in a toast and beside itself, and has its page read again once (%s, %s)', async (locale, reason, text) => {
    vi.spyOn(bff, 'post').mockResolvedValue({ allowed: false, reason })
    button('notStarted', null, locale)
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts[0]!.kind).toBe('error')
    expect(toasts[0]!.text).toMatch(text)
    expect(screen.getByText(toasts[0]!.text)).toBeTruthy()
    expect(push).not.toHaveBeenCalled()
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('does nothing without permission and tells why', () => {
    const post = vi.spyOn(bff, 'post')
    button('notStarted', 'forbidden')
    const inert = screen.getByRole('button', { description: '无权限' })
    expect(inert).toHaveProperty('disabled', true)
    fireEvent.click(inert)
    expect(post).not.toHaveBeenCalled()
  })

  it.each([['ended', '计划已结束'], ['upcoming', '计划未开始']] as const)('names dates that are closed also without permission, and tells why (%s)', (window, name) => {
    button('notStarted', 'forbidden', 'zh', window)
    expect(screen.getByRole('button', { name, description: '无权限' })).toHaveProperty('disabled', true)
  })

  it.each([
    ['zh', '计划已结束', '计划未开始'],
    ['en', 'Plan ended', 'Plan not started'],
    ['ja', '終了しました', '開始前です'],
  ] as const)('is inert outside the dates of a plan and says so in %s, whatever the state', (locale, ended, upcoming) => {
    const [post, get] = [vi.spyOn(bff, 'post'), vi.spyOn(bff, 'get')]
    for (const state of ['notStarted', 'inProgress', 'passed', 'failed'] as const) {
      for (const [closure, name] of [['ended', ended], ['upcoming', upcoming]] as const) {
        const { unmount } = button(state, closure, locale)
        const inert = screen.getByRole('button', { name, description: '无权限' })
        expect(inert).toHaveProperty('disabled', true)
        fireEvent.click(inert)
        unmount()
      }
    }
    expect(post).not.toHaveBeenCalled()
    expect(get).not.toHaveBeenCalled()
  })
})
