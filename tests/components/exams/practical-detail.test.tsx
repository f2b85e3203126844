// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PracticalDetailView } from '@/components/exams/practical-detail'
import type { PracticalDetail } from '@/lib/domain/exams'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, back: () => undefined }), useSearchParams: () => new URLSearchParams(window.location.search) }))

const detail: PracticalDetail = {
  outcome: 'passed', score: 92, content: '电缆终端头制作', attemptNumber: 1, usedMs: 1_200_000, startedAt: '2026-03-05T10:00:00+08:00', endedAt: '2026-03-05T10:20:00+08:00', requirement: null, videoUrl: null,
  reviewerName: '', reviewedAt: null, rows: [], comments: [], parameters: [],
}
const facts = (given: Partial<PracticalDetail>) => {
  const { unmount } = show(<PracticalDetailView detail={{ ...detail, ...given }} title="实操考试" backHref="/x" />)
  const found = ['结果', '总分'].map((name) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent)
  unmount()
  return found
}

it('a practical attempt says how it went, and when it still waits for review', () => {
  expect(facts({})).toEqual(['已通过', '92'])
  expect(facts({ outcome: 'failed', score: 40 })).toEqual(['未通过', '40'])
  expect(facts({ outcome: 'pendingReview', score: -1 })).toEqual(['待批阅', '待批阅'])
  expect(facts({ score: null })).toEqual(['已通过', '–'])
})

it('a practical attempt keeps the open view in its address', () => {
  window.history.replaceState(null, '', '/practicalDetail?instanceId=1')
  const { unmount } = show(<PracticalDetailView detail={detail} title="实操考试" backHref="/x" />)
  fireEvent.click(screen.getByRole('tab', { name: /测量参数/ }))
  expect(window.location.search).toBe('?instanceId=1&view=parameters')
  unmount()
  show(<PracticalDetailView detail={detail} title="实操考试" backHref="/x" />)
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('测量参数')
  fireEvent.click(screen.getAllByRole('tab')[0]!)
  expect(window.location.search).toBe('?instanceId=1')
})
