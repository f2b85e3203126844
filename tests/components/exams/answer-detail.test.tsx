// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AnswerDetail } from '@/components/exams/answer-detail'
import { Providers } from '@/components/shell/providers'
import type { ReviewedQuestion } from '@/lib/domain/questions'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { show } from '../../support/render'
import { layOutSheets } from '../../support/sheets'
import { widthsOf } from '../../support/widths'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined, push: () => undefined }), useSearchParams: () => new URLSearchParams(window.location.search) }))

const html = (text: string) => text as SafeHtml
const question = (id: string, more: Partial<ReviewedQuestion>): ReviewedQuestion => ({
  id, kind: 'judgement', content: html(`<p>Question ${id}</p>`), options: ['a', 'b'].map((letter) => ({ id: `${id}${letter}`, content: html(letter) })), score: 2, chosenIds: [`${id}b`], correctIds: [`${id}a`], isRight: false,
  mistakeId: null, inBook: false, isWithheld: false, analysis: html('<p>Because.</p>'), accuracyPercent: 50, shares: [], ...more,
})
const attempt = { origin: 'standalone' as const, examId: '8001', paperId: '8200', attemptId: '88102', answerId: '89102', isSimulation: false }
const words = '该题目在您正在作答的试卷中，交卷后显示答案'

it('a question of a paper being answered is shown as it was asked, with the reason, among the others', () => {
  const withheld = question('2', { isWithheld: true, chosenIds: [], correctIds: [], analysis: null, accuracyPercent: null })
  show(<Providers><main><AnswerDetail attempt={attempt} questions={[question('1', {}), withheld]} exitHref="/exit" /></main></Providers>)
  expect(screen.getByText('Because.')).toBeTruthy()
  expect(screen.queryByText(words)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '第 2 题，交卷后显示' }))
  expect(screen.getByText('Question 2')).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  for (const gone of ['我的答案', '正确答案', '解析', '未作答']) expect(screen.queryByText(gone)).toBeNull()
  expect(screen.queryByText(/^得 /)).toBeNull()
  expect(screen.queryByRole('button', { name: '加入错题' })).toBeNull()
  // Neither right nor wrong: of the two questions one is.
  expect(screen.getByText('答对 0')).toBeTruthy()
  expect(screen.getByText('答错 1')).toBeTruthy()
})

it('an arrow leads to the next question, but where it scrolls what is wider than the screen', () => {
  window.history.replaceState(null, '', '/')
  show(<Providers><main><AnswerDetail attempt={attempt} questions={[question('1', { content: html('<table><tr><td>Cell</td></tr></table>') }), question('2', {})]} exitHref="/exit" /></main></Providers>)
  const table = screen.getByText('Cell').closest('[tabindex]')!
  fireEvent.keyDown(widthsOf(table, { own: 300, content: 301 }), { key: 'ArrowRight' })
  expect(screen.getByText('Cell')).toBeTruthy()
  fireEvent.keyDown(widthsOf(table, { own: 300, content: 300 }), { key: 'ArrowRight' })
  expect(screen.getByText('Question 2')).toBeTruthy()
})

it('comes back at the question that was looked at last, and at the last one for a number past the end', () => {
  const open = () => show(<Providers><main><AnswerDetail attempt={attempt} questions={[question('1', {}), question('2', {}), question('3', {})]} exitHref="/exit" /></main></Providers>)
  window.history.replaceState(null, '', '/')
  open()
  expect(screen.getByText('Question 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '下一题' }))
  cleanup()
  open()
  expect(screen.getByText('Question 2')).toBeTruthy()
  cleanup()
  window.history.replaceState(null, '', '/?question=9')
  open()
  expect(screen.getByText('Question 3')).toBeTruthy()
})

it('keeps the cell of the question that is shown in sight, from the first on', async () => {
  layOutSheets()
  window.history.replaceState(null, '', '/?question=3')
  show(<Providers><main><AnswerDetail attempt={attempt} questions={['1', '2', '3'].map((id) => question(id, {}))} exitHref="/exit" /></main></Providers>)
  const sheet = screen.getByRole('complementary')
  await waitFor(() => expect(sheet.scrollTop).toBe(35))
  fireEvent.click(screen.getByRole('button', { name: '上一题' }))
  await waitFor(() => expect(sheet.scrollTop).toBe(15))
})
