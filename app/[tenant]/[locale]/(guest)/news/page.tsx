import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { NoticeList } from '@/components/notices/notice-list'
import { GuestPage } from '@/components/shell/guest-page'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { noticeIdInput, noticesInput } from '@/lib/domain/notices-input'
import { pageLocale } from '@/lib/i18n/page-locale'
import { requireTenant } from '@/lib/request/tenant'
import { settle } from '@/lib/request/settle'
import { keptForTenant } from '@/lib/request/tenant-cache'
import { inLanguage, routes } from '@/lib/routes'
import { listNotices } from '@/lib/training/notices'

type Props = { params: Promise<{ tenant: string; locale: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The view stands in the query, so the page is made for each visit; what it shows is asked once a minute. */
export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations({ locale: await pageLocale(params), namespace: 'notices' }))('title'), robots: { index: true } }
}

export default async function NewsPage({ params, searchParams }: Props) {
  const { tenant: domain } = await params
  const locale = await pageLocale(params)
  const tenant = await requireTenant(domain)
  const query = await searchParams
  // The old address of one notice carries its fields; only its id is believed (contract 8).
  const one = noticeIdInput.safeParse(query)
  if (query.isHome === 'true' && one.success) redirect(inLanguage(locale, routes.notice(one.data.id)))
  const notices = await settle(keptForTenant(tenant.id, 'notices', () => listNotices({ tenantId: tenant.id, locale })))
  const t = await getTranslations('notices')
  return (
    <GuestPage tenant={tenant}>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')} />
      <NoticeList view={noticesInput.parse(query)} notices={notices} />
    </GuestPage>
  )
}
