import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

// Whatever is said on console.error is a defect: a test that provokes one must expect it.
let spy: MockInstance<typeof console.error>
beforeEach(() => {
  spy = vi.spyOn(console, 'error')
})
afterEach(() => {
  const said = spy.mock.calls
  spy.mockRestore()
  expect(said).toEqual([])
})
