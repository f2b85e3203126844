// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { FreshOnReturn, readAgain } from '@/components/content/fresh-on-return'
import { show } from '../../support/render'

const router = { refresh: vi.fn() }
vi.mock('next/navigation', () => ({ useRouter: () => router }))
afterEach(() => router.refresh.mockReset())

it('reads a page again exactly when the same rendering comes back', () => {
  const first = show(<FreshOnReturn renderedAt={1} />)
  expect(router.refresh).not.toHaveBeenCalled()
  first.rerender(<FreshOnReturn renderedAt={2} />)
  expect(router.refresh).not.toHaveBeenCalled()
  first.unmount()
  show(<FreshOnReturn renderedAt={1} />)
  expect(router.refresh).toHaveBeenCalledOnce()
})

it('reads the page again that is there when what was done before it is written', () => {
  const page = show(<FreshOnReturn renderedAt={11} />)
  readAgain()
  expect(router.refresh).toHaveBeenCalledOnce()
  page.rerender(<FreshOnReturn renderedAt={12} />)
  readAgain()
  expect(router.refresh).toHaveBeenCalledTimes(2)
})

it('reads the next page again, once, when that was written while none was there', () => {
  readAgain()
  const page = show(<FreshOnReturn renderedAt={21} />)
  expect(router.refresh).toHaveBeenCalledOnce()
  page.rerender(<FreshOnReturn renderedAt={22} />)
  expect(router.refresh).toHaveBeenCalledOnce()
})
