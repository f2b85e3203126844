import { useTranslations } from 'next-intl'
import { JsonLd } from '@/components/content/json-ld'
import type { AppClient, AppOffer } from '@/lib/domain/downloads'
import { applicationData } from '@/lib/domain/structured-data'
import type { Tenant } from '@/lib/domain/tenant'

const systems = { android: 'Android', ios: 'iOS' } as const

/** The apps of a page (its whole address in `url`) for search engines, one for each system that has a version. */
export function DownloadData({ tenant, client, offer, url }: { tenant: Pick<Tenant, 'title'>; client: AppClient; offer: AppOffer; url: string }) {
  const t = useTranslations('downloads')
  const name = client === 'main' ? tenant.title : t(`clients.${client}`)
  const apps = (['android', 'ios'] as const).flatMap((system) => {
    const version = offer[system]
    return version ? [applicationData({ name, system: systems[system], version: version.code, url, download: version.url && new URL(version.url, url).href })] : []
  })
  return apps.length > 0 ? <JsonLd data={apps} /> : null
}
