import '@/app/globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { headScript } from '@/components/shell/head-script'
import { PageBegun } from '@/components/shell/page-begun'
import { Toaster } from '@/components/ui/toaster'
import { htmlLang } from '@/lib/domain/locale'
import { tenantRule, tenantTokens } from '@/lib/domain/tenant-colour'
import { pageLocale } from '@/lib/i18n/page-locale'
import { sharedAreas } from '@/lib/i18n/areas'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireTenant, tabIcons } from '@/lib/request/tenant'

type Props = { children: ReactNode; params: Promise<{ tenant: string; locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { tenant: domain } = await params
  const tenant = await requireTenant(domain, await pageLocale(params))
  return { title: { default: tenant.title, template: `%s · ${tenant.title}` }, icons: tabIcons(tenant), manifest: '/manifest.webmanifest', formatDetection: { telephone: false }, robots: { index: false } }
}

export async function generateViewport({ params }: Props): Promise<Viewport> {
  const { tenant: domain } = await params
  const tokens = tenantTokens((await requireTenant(domain, await pageLocale(params))).colour)
  return { width: 'device-width', initialScale: 1, viewportFit: 'cover', themeColor: tokens['--light-brand'] }
}

export default async function RootLayout({ children, params }: Props) {
  const { tenant: domain } = await params
  const locale = await pageLocale(params)
  const tenant = await requireTenant(domain, locale)
  return (
    <html lang={htmlLang[locale]} suppressHydrationWarning>
      <head>
        <style dangerouslySetInnerHTML={{ __html: tenantRule(tenant.colour) }} />
        <script dangerouslySetInnerHTML={{ __html: headScript }} suppressHydrationWarning />
      </head>
      <body>
        <Messages areas={sharedAreas}>
          {children}
          <Toaster />
          <PageBegun />
        </Messages>
      </body>
    </html>
  )
}
