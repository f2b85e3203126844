// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ExamPageFailed } from '@/components/exams/exam-page-failed'
import { PracticalFailed } from '@/components/exams/practical-failed'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }) }))

it.each([
  ['考试准备', <ExamPageFailed key="1" page="prep" />], ['考试结果', <ExamPageFailed key="2" page="result" />], ['答题详情', <ExamPageFailed key="3" page="answers" />], ['实操考试详情', <PracticalFailed key="4" backHref="/MyTest" />],
])('a page with nothing but what could not be read does not speak of its other parts: %s', (title, page) => {
  show(page)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  const said = screen.getByRole('alert').textContent
  expect(said).toContain('您的考试记录不受影响')
  expect(said).not.toContain('其他部分')
})
