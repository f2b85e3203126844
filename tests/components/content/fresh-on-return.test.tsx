// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { FreshOnReturn } from '@/components/content/fresh-on-return'
import { show } from '../../support/render'

const router = { refresh: vi.fn() }
vi.mock('next/navigation', () => ({ useRouter: () => router }))

it('reads a page again exactly when the same rendering comes back', () => {
  const first = show(<FreshOnReturn renderedAt={1} />)
  expect(router.refresh).not.toHaveBeenCalled()
  first.rerender(<FreshOnReturn renderedAt={2} />)
  expect(router.refresh).not.toHaveBeenCalled()
  first.unmount()
  show(<FreshOnReturn renderedAt={1} />)
  expect(router.refresh).toHaveBeenCalledOnce()
})
