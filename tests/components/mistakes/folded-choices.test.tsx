// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MistakeBook } from '@/components/mistakes/mistake-book'
import { Providers } from '@/components/shell/providers'
import type { BookView } from '@/lib/domain/mistakes'
import { show } from '../../support/render'
import { watchWidths } from '../../support/widths'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined, prefetch: () => undefined }) }))

const measured = watchWidths()

const view: BookView = { source: 'theory', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 }
const subjects = ['低压电工', '高压电工', '高处作业', '焊接'].map((title, at) => ({ id: String(at + 7), title, count: 1, dueCount: 0 }))
const row = () => screen.getByRole('navigation', { name: '科目' }).querySelector('ul')!
/** What the browser would have measured: so many subjects on the first line. */
function open(subjectId: string | null, first: number) {
  show(<Providers><MistakeBook view={{ ...view, subjectId }} mistakes={{ value: { items: [], total: 0, page: 1, size: 10 } }} subjects={subjects} counts={null} hasBank now={0} /></Providers>)
  Object.defineProperty(row(), 'scrollHeight', { configurable: true, value: first < row().children.length ? 80 : 40 })
  for (const [index, item] of [...row().children].entries()) Object.defineProperty(item, 'offsetTop', { configurable: true, value: index >= first ? 40 : 0 })
  act(() => measured.forEach((seen) => seen()))
}
const away = () => [...row().children].filter((item) => item.className !== '').map((item) => item.textContent)

it('many subjects fold to their first line, and unfold at a press', () => {
  open('8', 3)
  expect(away()).toEqual(['高处作业 1', '焊接 1'])
  fireEvent.click(screen.getByRole('button', { name: '展开' }))
  expect(away()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '收起' }))
  expect(away()).toEqual(['高处作业 1', '焊接 1'])
})

it('they stay unfolded while the chosen one would be folded away', () => {
  open('10', 3)
  expect(away()).toEqual([])
  expect(screen.getByRole('button', { name: '收起' })).toBeTruthy()
})

it('those that stand on one line have nothing to unfold', () => {
  open(null, 5)
  expect([away(), screen.queryByRole('button', { name: '展开' })]).toEqual([[], null])
})
