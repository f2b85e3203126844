// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { entryOf } from '@/components/attempts/entry'
import { ExamGuard } from '@/components/attempts/exam-guard'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), usePathname: () => location.pathname }))
performance.getEntriesByType = () => []
afterEach(() => sessionStorage.clear())
const isLedAway = () => entryOf({ learnerId: '1', place: { origin: 'standalone', examId: '8001', paperId: '8200' } }).isBehind

/** A page within its frame, which stays when others come. */
const page = (examId?: string) => <><ExamGuard />{examId && <ExamGuard of={{ learnerId: '1', examId }} />}</>
const go = (path: string) => history.pushState(null, '', path)

it('a result leads away from its exam, any other page lets in, and so does one that comes back out of the browser’s memory', () => {
  go('/ResultTest')
  const { rerender } = render(page('8001'))
  expect(isLedAway()).toBe(true)
  go('/ToTestIng')
  rerender(page())
  expect(isLedAway()).toBe(true)
  go('/Home')
  rerender(page())
  expect(isLedAway()).toBe(false)
  go('/ZuoDaXiangQing')
  rerender(page('8001'))
  expect(isLedAway()).toBe(true)
  go('/TestDetil')
  rerender(page())
  // Another document of this tab looked back meanwhile.
  sessionStorage.setItem('exam:looking-back', JSON.stringify({ learnerId: '1', examId: '8001', path: '/ResultTest' }))
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(isLedAway()).toBe(false)
})
