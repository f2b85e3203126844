import { afterEach, beforeEach, expect, vi } from 'vitest'

// Whatever is said on console.error is a defect: a test that provokes one must expect it.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  const said = vi.isMockFunction(console.error) ? console.error.mock.calls : []
  vi.restoreAllMocks()
  expect(said).toEqual([])
})
