// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LearningDetailPage } from '@/components/enrolment/learning-detail'
import { LearningHero } from '@/components/enrolment/learning-hero'
import { serveToasts } from '@/components/ui/notify'
import type { LearningDetail } from '@/lib/domain/course-detail'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import { bff, BffError } from '@/lib/queries/bff'
import { show } from '../../support/render'

const push = vi.fn()
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push, refresh: () => undefined }), useSearchParams: () => new URLSearchParams() }))

let stop = () => {}
beforeEach(() => {
  push.mockReset()
  stop = serveToasts(() => undefined)
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const detail: LearningDetail = {
  id: '3001', name: '低压电工基础', cover: { pictureUrl: null, words: null }, hours: 24, credits: 6, teacherName: '', companyName: '', joinCount: 1, rating: 0, isFavourite: false, state: 'notStarted', result: 'unfinished',
  sequential: false, permission: 'allowed', introduction: null, progressPercent: 0, currentSectionName: null, nextSectionName: null,
}
const certificate = Promise.resolve({ value: null })
const client = new QueryClient()
const page = (kind: EnrolmentKind, given: LearningDetail) => (
  <QueryClientProvider client={client}>
    <LearningDetailPage
      kind={kind} detail={given} closure={null} tab="introduction" side={null} catalogue={null}
      hero={<LearningHero kind={kind} detail={given} closure={null} done="" rule={null} certificate={certificate} />}
    />
  </QueryClientProvider>
)
/** In the head, and in the dock. */
const buttons = () => screen.getAllByRole('button', { name: /^(?:开始学习|正在打开)$/ })

it.each([['another course', 'course', '3002'], ['a plan of the same number', 'plan', '3001']] as const)('what a course was refused for does not stand under %s that is shown in its place', async (_, kind, id) => {
  vi.spyOn(bff, 'post').mockResolvedValue({ allowed: false, reason: '本课程仅限高处作业班学员学习' })
  const { rerender } = show(page('course', detail))
  for (const button of buttons()) fireEvent.click(button)
  await waitFor(() => expect(screen.getAllByText('本课程仅限高处作业班学员学习')).toHaveLength(2))
  rerender(page('course', { ...detail, joinCount: 2 }))
  expect(screen.getAllByText('本课程仅限高处作业班学员学习')).toHaveLength(2)
  rerender(page(kind, { ...detail, id }))
  expect(screen.queryByText('本课程仅限高处作业班学员学习')).toBeNull()
})

it('a press on another course is taken while the one before is still asked about', async () => {
  const post = vi.spyOn(bff, 'post').mockReturnValue(new Promise(() => undefined))
  const { rerender } = show(page('course', detail))
  fireEvent.click(buttons()[0]!)
  await waitFor(() => expect(post).toHaveBeenCalledOnce())
  rerender(page('course', { ...detail, id: '3002' }))
  await act(async () => void fireEvent.click(buttons()[0]!))
  await waitFor(() => expect(post.mock.calls.map(([, what]) => what)).toEqual([{ kind: 'course', id: '3001' }, { kind: 'course', id: '3002' }]))
})

it('says nothing at the heart and the button of one plan of what failed at those of another, which the page showed before', async () => {
  vi.spyOn(bff, 'put').mockRejectedValueOnce(new BffError('timeout'))
  vi.spyOn(bff, 'post').mockResolvedValueOnce({ allowed: false, reason: '请先完成入厂教育' })
  const { rerender } = await act(async () => show(page('plan', detail)))
  fireEvent.click(screen.getByRole('button', { name: '收藏' }))
  expect((await screen.findByRole('alert')).textContent).toBe('网络请求超时')
  fireEvent.click(buttons()[0]!)
  await screen.findByText('请先完成入厂教育')
  await act(async () => rerender(page('plan', { ...detail, id: '5002' })))
  expect([screen.queryByRole('alert'), screen.queryByText('请先完成入厂教育')]).toEqual([null, null])
})

it('cuts the name of a section where it is too long, and never our own words that there is none', () => {
  const { rerender } = show(page('course', detail))
  const shown = () => ['当前小节', '下一小节'].map((term) => screen.getByText(term).nextElementSibling!).map(({ textContent, className }) => [textContent, className])
  expect(shown()).toEqual([['尚未开始', ''], ['–', '']])
  rerender(page('course', { ...detail, currentSectionName: '安全规程' }))
  expect(shown()).toEqual([['安全规程', 'clip1'], ['已是最后一节', '']])
  // A platform may name no section of what has begun.
  rerender(page('course', { ...detail, state: 'inProgress', progressPercent: 45 }))
  expect(shown()).toEqual([['–', ''], ['–', '']])
})
