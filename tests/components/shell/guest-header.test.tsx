// @vitest-environment jsdom
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { afterEach, expect, it, vi } from 'vitest'
import { GuestHeader } from '@/components/shell/guest-header'
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
