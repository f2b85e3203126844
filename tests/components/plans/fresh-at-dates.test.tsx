// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FreshAtDates } from '@/components/plans/fresh-at-dates'
import { show } from '../../support/render'

const router = { refresh: vi.fn() }
vi.mock('next/navigation', () => ({ useRouter: () => router }))

const MINUTE = 60_000
let isHidden = false
const showPage = (hidden: boolean) => {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  router.refresh.mockReset()
  isHidden = false
})

it('reads the page again once the plan has begun, and again once it has ended', () => {
  const page = show(<FreshAtDates renderedAt={1} turnsIn={5 * MINUTE} />)
  vi.advanceTimersByTime(5 * MINUTE)
  expect(router.refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(6_000)
  expect(router.refresh).toHaveBeenCalledOnce()
  page.rerender(<FreshAtDates renderedAt={2} turnsIn={60 * MINUTE} />)
  vi.advanceTimersByTime(61 * MINUTE)
  expect(router.refresh).toHaveBeenCalledTimes(2)
  page.rerender(<FreshAtDates renderedAt={3} turnsIn={null} />)
  vi.advanceTimersByTime(100 * MINUTE)
  showPage(false)
  expect(router.refresh).toHaveBeenCalledTimes(2)
})

it('reads a page that nobody sees then when it is seen', () => {
  show(<FreshAtDates renderedAt={1} turnsIn={5 * MINUTE} />)
  showPage(true)
  vi.advanceTimersByTime(2 * MINUTE)
  showPage(false)
  expect(router.refresh).not.toHaveBeenCalled()
  showPage(true)
  vi.advanceTimersByTime(10 * MINUTE)
  expect(router.refresh).not.toHaveBeenCalled()
  showPage(false)
  expect(router.refresh).toHaveBeenCalledOnce()
})

it('reads a page that slept when it is awake', () => {
  show(<FreshAtDates renderedAt={1} turnsIn={5 * MINUTE} />)
  vi.setSystemTime(Date.now() + 10 * MINUTE)
  showPage(false)
  expect(router.refresh).toHaveBeenCalledOnce()
})

it('does not take a moment that is months away for now, nor reads a page that was left', () => {
  const page = show(<FreshAtDates renderedAt={1} turnsIn={90 * 24 * 60 * MINUTE} />)
  vi.advanceTimersByTime(60 * MINUTE)
  page.unmount()
  vi.advanceTimersByTime(100 * 24 * 60 * MINUTE)
  expect(router.refresh).not.toHaveBeenCalled()
})
