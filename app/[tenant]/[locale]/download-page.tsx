import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ComponentType, ReactNode } from 'react'
import { DownloadView } from '@/components/downloads/download-view'
import { downloadRoutes, mainRouteOf, shownCodes, type DownloadRoute } from '@/lib/domain/downloads'
import type { Tenant } from '@/lib/domain/tenant'
import { deviceOf, inAppBrowserOf } from '@/lib/domain/user-agent'
import { Messages } from '@/lib/i18n/messages-provider'
import { pageLocale } from '@/lib/i18n/page-locale'
import { originOf } from '@/lib/request/origin'
import { publicMetadata } from '@/lib/request/public-metadata'
import { appOffer } from '@/lib/request/app-offer'
import { requireTenant } from '@/lib/request/tenant'
import { currentUserAgent } from '@/lib/request/visiting'
import { inLanguage, routes } from '@/lib/routes'

type Props = { params: Promise<{ tenant: string; locale: string }> }

/** What a download route tells search engines: its own page, or the one it is a variant of. */
export function downloadMetadata(route: DownloadRoute) {
  return async function generateMetadata({ params }: Props): Promise<Metadata> {
    const [{ tenant: domain }, locale] = [await params, await pageLocale(params)]
    const tenant = await requireTenant(domain, locale)
    const t = await getTranslations({ locale, namespace: 'downloads' })
    const { client } = downloadRoutes[route]
    const main = mainRouteOf(route, tenant.settings)
    const title = client === 'main' ? t('title') : t(`clients.${client}`)
    return publicMetadata({ tenant, locale, title, description: t(`leads.${client}`), path: routes.download(main), variant: main !== route })
  }
}

/** The page of a download route inside its frame; what it shows follows from the device, which only the request tells. */
export function downloadPage(route: DownloadRoute, Frame: ComponentType<{ tenant: Tenant; children: ReactNode }>) {
  const { client, codes } = downloadRoutes[route]
  return async function DownloadPage({ params }: Props) {
    const [{ tenant: domain }, locale] = [await params, await pageLocale(params)]
    const tenant = await requireTenant(domain, locale)
    const userAgent = await currentUserAgent()
    const offer = await appOffer({ tenantId: tenant.id, locale }, client)
    const addressOf = (one: DownloadRoute) => originOf(tenant) + routes.download(one)
    return (
      <Frame tenant={tenant}>
        <Messages areas={['downloads']}>
          <DownloadView
            tenant={tenant} client={client} offer={offer} device={deviceOf(userAgent)} inApp={inAppBrowserOf(userAgent)}
            codes={codes ? shownCodes(tenant.settings, addressOf) : []} address={originOf(tenant) + inLanguage(locale, routes.download(route))}
            main={originOf(tenant) + inLanguage(locale, routes.download(mainRouteOf(route, tenant.settings)))}
          />
        </Messages>
      </Frame>
    )
  }
}
