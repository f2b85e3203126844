import type { ReactNode } from 'react'
import { GuestHeader } from '@/components/shell/guest-header'
import type { HeaderTenant } from '@/components/shell/header-frame'
import { OfflinePage } from '@/components/shell/offline-page'
import { RouteFocus } from '@/components/shell/route-focus'
import { RouteProgress } from '@/components/shell/route-progress'
import { SkipLink } from '@/components/shell/skip-link'

/** A public page under a header; the footer comes from its layout. */
export function GuestPage({ tenant, children }: { tenant: HeaderTenant; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <RouteProgress />
      <RouteFocus />
      <OfflinePage />
      <GuestHeader tenant={{ title: tenant.title, logoUrl: tenant.logoUrl }} />
      <main id="main" className="container page page-guest" tabIndex={-1}>{children}</main>
    </>
  )
}
