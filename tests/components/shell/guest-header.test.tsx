// @vitest-environment jsdom
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { afterEach, expect, it, vi } from 'vitest'
import { GuestHeader } from '@/components/shell/guest-header'
import { LearnerTools } from '@/components/shell/learner-tools'
import { Providers } from '@/components/shell/providers'
import { bff, BffError } from '@/lib/queries/bff'
import { show } from '../../support/render'

const push = vi.fn()
vi.mock('next/navigation', () => ({ usePathname: () => '/news/71', useSearchParams: () => new URLSearchParams(), useRouter: () => ({ push }) }))
/** The link that tests load leads nowhere without a router of its own kind. */
const router = { asPath: '/', pathname: '/', push: vi.fn(), prefetch: async () => undefined } as unknown as NextRouter
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('leads from a notice to the login and back, and leaves a new tab to the browser', () => {
  vi.spyOn(bff, 'get').mockRejectedValue(new BffError('failed'))
  vi.stubGlobal('location', { href: 'http://localhost/en/news/71?from=2', origin: 'http://localhost', pathname: '/en/news/71', search: '?from=2' })
  show(<RouterContext value={router}><GuestHeader tenant={{ title: '甲', logoUrl: null }} /></RouterContext>, 'en')
  const link = screen.getByRole('link', { name: 'Log in' })
  fireEvent.click(link)
  expect(push).toHaveBeenCalledExactlyOnceWith('/en/login?redirect=%2Fen%2Fnews%2F71%3Ffrom%3D2')
  const elsewhere = createEvent.click(link, { ctrlKey: true })
  fireEvent(link, elsewhere)
  expect([link.getAttribute('href'), elsewhere.defaultPrevented, push.mock.calls.length]).toEqual(['/en/login', false, 1])
})

it('gives a learner the own menu, but for the switch of a strip that only learners’ pages have', async () => {
  const learner = { name: '李明', avatarUrl: null }
  vi.spyOn(bff, 'get').mockImplementation(async (path) => (path === 'public/session/who' ? { learner, exerciseBank: false } : { count: 0 }) as never)
  const groups = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '用户菜单：李明' }))
    return within(screen.getByRole('menu')).getAllByRole('group').map((group) => group.getAttribute('aria-label'))
  }
  const { unmount } = show(<RouterContext value={router}><Providers><LearnerTools learner={learner} exerciseBank={false} /></Providers></RouterContext>)
  expect(await groups()).toEqual(['主题', '语言', '页面标签'])
  unmount()
  show(<RouterContext value={router}><GuestHeader tenant={{ title: '甲', logoUrl: null }} /></RouterContext>)
  expect(await groups()).toEqual(['主题', '语言'])
})
