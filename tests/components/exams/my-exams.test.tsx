// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MyExams } from '@/components/exams/my-exams'
import type { ExamRow, ExamStatus } from '@/lib/domain/exams'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))

const now = Date.parse('2026-03-05T10:00:00+08:00')
const exam: ExamRow = {
  id: '8001', title: '低压电工理论考试', kind: 'theory', startsAt: '2026-03-01T00:00:00+08:00', endsAt: '2026-03-31T00:00:00+08:00', score: null, outcome: null, companyName: '', subjectName: '', isRunning: false,
  attemptsUsed: 0, attemptsLeft: 2,
}
const pending: Partial<ExamRow> = { outcome: 'pendingReview', score: -1 }
const over: Partial<ExamRow> = { endsAt: '2026-03-05T09:59:59+08:00' }
const early: Partial<ExamRow> = { startsAt: '2026-03-06T00:00:00+08:00' }

function card(status: ExamStatus, given: Partial<ExamRow>) {
  const { unmount } = show(<MyExams view={{ status, kind: 'all', title: '', page: 1, size: 10 }} exams={{ value: { items: [{ ...exam, ...given }], total: 1, page: 1, size: 10 } }} now={now} />)
  const article = within(screen.getByRole('article'))
  const found = { act: article.queryAllByRole('link').map(({ textContent }) => textContent).find((text) => text !== exam.title), tip: article.queryByText('实操考试请使用移动端参加') !== null, tags: [...article.getByText(/^(理论|实操)考试$/, { selector: '.tag' }).parentElement!.children].map(({ textContent }) => textContent) }
  unmount()
  return found
}

it.each<[string, ExamStatus, Partial<ExamRow>, string | undefined]>([
  ['that can be sat', 'available', {}, '立即参加'],
  ['that waits for review, with attempts left', 'available', pending, '立即参加'],
  ['that waits for review, without a limit or where the platform does not say', 'available', { ...pending, attemptsLeft: null }, '立即参加'],
  ['that waits for review, without an attempt left', 'available', { ...pending, attemptsLeft: 0 }, undefined],
  ['that goes on', 'available', { isRunning: true, attemptsLeft: 0 }, '继续作答'],
  ['that is passed', 'passed', { outcome: 'passed', score: 90 }, undefined],
  ['that has expired', 'expired', over, undefined],
])('an exam %s offers what can be done', (_, status, given, act) => {
  expect(card(status, given).act).toBe(act)
})

it.each<[string, ExamStatus, Partial<ExamRow>, string[]]>([
  ['of an open exam', 'available', {}, []],
  ['of one that has not begun', 'available', early, ['未开始']],
  ['of one that has ended', 'available', over, ['已过期']],
  ['of a passed one that has ended', 'passed', over, ['已过期']],
  ['of a failed one that has ended', 'failed', over, ['已过期']],
  ['of a passed one whose window has moved', 'passed', early, []],
  ['of an expired one, which its stamp says', 'expired', over, []],
])('the signs %s', (_, status, given, tags) => {
  expect(card(status, given).tags).toEqual(['理论考试', ...tags])
})

it('a practical exam is taken in the app', () => {
  expect(card('available', { kind: 'practical' })).toMatchObject({ act: undefined, tip: true })
})

it('a list that finds nothing leads to all exams, as many on a page', () => {
  show(<MyExams view={{ status: 'failed', kind: 'all', title: '', page: 1, size: 20 }} exams={{ value: { items: [], total: 0, page: 1, size: 20 } }} now={now} />)
  expect(screen.getByRole('link', { name: '查看全部考试' }).getAttribute('href')).toBe('/myTestPapers?size=20')
})

it('of a platform that cuts pages smaller, every page is reached', () => {
  show(<MyExams view={{ status: 'available', kind: 'all', title: '', page: 1, size: 100 }} exams={{ value: { items: [exam], total: 120, page: 1, size: 40 } }} now={now} />)
  expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe('/myTestPapers?page=3&size=100')
})

it('a page without exams leads to the first one, and keeps the pager', () => {
  show(<MyExams view={{ status: 'passed', kind: 'all', title: '', page: 2, size: 10 }} exams={{ value: { items: [], total: 11, page: 2, size: 10 } }} now={now} />)
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/myTestPapers?state=passed')
  expect(screen.getByRole('navigation', { name: '分页' })).toBeTruthy()
})
