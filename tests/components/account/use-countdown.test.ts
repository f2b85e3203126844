// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCountdown } from '@/components/account/use-countdown'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2026-11-27T08:00:00Z') })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('counts down to nothing, also after a reload', () => {
  const first = renderHook(() => useCountdown('register'))
  act(() => first.result.current[1](60))
  later(500)
  expect(first.result.current[0]).toBe(60)
  later(20_000)
  first.unmount()
  const again = renderHook(() => useCountdown('register'))
  expect(again.result.current[0]).toBe(40)
  later(40_000)
  expect(again.result.current[0]).toBe(0)
})

it('holds nobody up for hours where the clock of the device is set back', () => {
  const { result } = renderHook(() => useCountdown('reset'))
  act(() => result.current[1](60))
  vi.setSystemTime(Date.now() - 3 * 3_600_000)
  later(500)
  expect(result.current[0]).toBe(0)
})

it.each(['getItem', 'setItem'] as const)('counts down where the browser lets nothing be kept: its %s throws', (call) => {
  localStorage.setItem('again-at:register', String(Date.now() - 1000))
  vi.spyOn(Storage.prototype, call).mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { result } = renderHook(() => useCountdown('register'))
  expect(result.current[0]).toBe(0)
  act(() => result.current[1](60))
  later(2000)
  expect(result.current[0]).toBe(58)
  later(58_000)
  expect(result.current[0]).toBe(0)
})
