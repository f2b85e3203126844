import { afterEach, beforeEach, expect, vi } from 'vitest'

// Whatever is said on console.error is a defect: a test that provokes one must expect it.
let spy: ReturnType<typeof vi.spyOn<Console, 'error'>>
beforeEach(() => {
  spy = vi.spyOn(console, 'error')
})
afterEach(() => {
  const said = spy.mock.calls
  spy.mockRestore()
  expect(said).toEqual([])
})
