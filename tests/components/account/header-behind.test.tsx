// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ProfileView } from '@/components/account/profile-view'
import { show } from '../../support/render'

const router = vi.hoisted(() => ({ push: () => {}, refresh: vi.fn() }))
vi.mock('next/navigation', () => ({ useRouter: () => router, usePathname: () => '/MyName' }))
beforeEach(() => void router.refresh.mockReset())

it('a profile that is newer than the header has the page read again, once whatever the platform tells then', async () => {
  const { rerender } = show(<ProfileView profile={{ error: 'failed' }} isNewer />)
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce())
  for (const isNewer of [true, false]) rerender(<ProfileView profile={{ error: 'failed' }} isNewer={isNewer} />)
  expect(router.refresh).toHaveBeenCalledOnce()
})
