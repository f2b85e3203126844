// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PageBegun } from '@/components/shell/page-begun'

const page = window as { begun?: () => void }
afterEach(() => {
  delete page.begun
  delete document.documentElement.dataset.theme
  document.cookie = 'theme=; max-age=0'
})

it('a page that comes to life says so to the script of its head', () => {
  page.begun = vi.fn<() => void>()
  render(<PageBegun />)
  expect(page.begun).toHaveBeenCalledTimes(1)
})

it('a page without that script gets the theme that was chosen', () => {
  document.cookie = 'theme=dark'
  expect(() => render(<PageBegun />)).not.toThrow()
  expect(document.documentElement.dataset.theme).toBe('dark')
})
