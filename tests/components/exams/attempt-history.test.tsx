// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AttemptHistory } from '@/components/exams/attempt-history'
import type { Attempt } from '@/lib/domain/exams'
import { attemptInput } from '@/lib/domain/exams-input'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }) }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('says neither passed nor failed of an attempt that is handed in and not graded yet', () => {
  const attempt: Attempt = { id: '1', answerId: '2', number: 1, score: null, state: 'finished', outcome: null, startedAt: '2026-03-10T10:00:00+08:00', finishedAt: '2026-03-10T10:01:00+08:00', practical: null }
  show(<AttemptHistory place={{ origin: 'standalone', examId: '8001', paperId: '8200' }} kind="theory" attempts={[attempt]} />)
  const row = screen.getByRole('listitem').textContent
  expect(row).toContain('–')
  expect(row).not.toMatch(/通过/)
})

it('does not ask how an attempt went while last answers of another device may come, and does so after it', async () => {
  const attempt: Attempt = { id: '1', answerId: '2', number: 1, score: null, state: 'finished', outcome: null, startedAt: '2026-03-10T10:00:00+08:00', finishedAt: '2026-03-10T10:01:00+08:00', practical: null, lateMs: 40_000 }
  vi.useFakeTimers()
  show(<AttemptHistory place={{ origin: 'standalone', examId: '8001', paperId: '8200' }} kind="theory" attempts={[attempt, { ...attempt, id: '3', number: 0, lateMs: undefined }]} />)
  const rows = () => screen.getAllByRole('listitem').map((row) => [row.textContent?.includes('正在收取最后的答案'), within(row).queryByRole('button', { name: '展开' }) !== null])
  expect(rows()).toEqual([[true, false], [false, true]])
  act(() => vi.advanceTimersByTime(39_000))
  expect(rows()[0]).toEqual([true, false])
  act(() => vi.advanceTimersByTime(2_000))
  expect(rows()).toEqual([[false, true], [false, true]])
})

it('asks how an attempt went also where the platform names no paper and no answer', async () => {
  const attempt: Attempt = { id: '1', answerId: '', number: 1, score: 80, state: 'finished', outcome: 'passed', startedAt: null, finishedAt: '2026-03-10T10:01:00+08:00', practical: null }
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (path: string) => (asked.push(new URL(path, 'http://x')), Response.json({ error: { code: 'failed' } }, { status: 502 })))
  show(<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}><AttemptHistory place={{ origin: 'standalone', examId: '8001', paperId: '' }} kind="theory" attempts={[attempt]} /></QueryClientProvider>)
  fireEvent.click(screen.getByRole('button', { name: '展开' }))
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000 })
  expect(attemptInput.parse(Object.fromEntries(asked[0]!.searchParams))).toMatchObject({ examId: '8001', attemptId: '1', paperId: null, answerId: null })
  // What came is seen through: the row says that it could not be read.
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})
