// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { entryOf } from '@/components/attempts/entry'
import { ExamGuard } from '@/components/attempts/exam-guard'

performance.getEntriesByType = () => []
afterEach(() => sessionStorage.clear())
const isLedAway = () => entryOf({ origin: 'standalone', examId: '8001', paperId: '8200' }).isBehind

it('a result leads away from an exam, its preparation lets in, and so does one that comes back out of the browser’s memory', () => {
  const result = render(<ExamGuard at="lookingBack" />)
  result.unmount()
  expect(isLedAway()).toBe(true)
  const preparation = render(<ExamGuard at="beginning" />)
  expect(isLedAway()).toBe(false)
  render(<ExamGuard at="lookingBack" />).unmount()
  expect(isLedAway()).toBe(true)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(isLedAway()).toBe(false)
  preparation.unmount()
})
