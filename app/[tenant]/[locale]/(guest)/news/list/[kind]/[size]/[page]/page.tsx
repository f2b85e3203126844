import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { JsonLd } from '@/components/content/json-ld'
import { NoticeList } from '@/components/notices/notice-list'
import { GuestPage } from '@/components/shell/guest-page'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { noticesQuery } from '@/lib/domain/notices'
import { noticesInput } from '@/lib/domain/notices-input'
import { newsSize } from '@/lib/domain/paging'
import { breadcrumbData, organizationData } from '@/lib/domain/structured-data'
import { pageLocale } from '@/lib/i18n/page-locale'
import { originOf } from '@/lib/request/origin'
import { publicMetadata } from '@/lib/request/public-metadata'
import { listedNotices } from '@/lib/request/notice-reads'
import { requireTenant } from '@/lib/request/tenant'
import { inLanguage, routes } from '@/lib/routes'

type Params = Promise<{ tenant: string; locale: string; kind: string; size: string; page: string }>

/** The address is /news with a query; inside it is a path, so that each view is rendered once (lib/request/news.ts). */
export const revalidate = 15
export const generateStaticParams = () => []

const viewOf = async (params: Params) => {
  const { kind: type, size, page } = await params
  return noticesInput.parse({ type, size, page })
}

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const [{ tenant: domain }, locale, view] = [await params, await pageLocale(params), await viewOf(params)]
  const tenant = await requireTenant(domain, locale)
  const t = await getTranslations({ locale, namespace: 'notices' })
  const title = view.kind === 'all' ? t('title') : t('titleOf', { kind: t(view.kind) })
  // A page of another size has no counterpart among those of the usual one: the category itself stands for it.
  const variant = view.size !== newsSize
  return publicMetadata({
    tenant, locale, title: view.page > 1 ? t('titlePage', { title, page: view.page }) : title, description: t('description', { tenant: tenant.title }),
    path: routes.news(noticesQuery({ kind: view.kind, page: variant ? undefined : view.page })), variant,
  })
}

export default async function NewsPage({ params }: { params: Params }) {
  const [{ tenant: domain }, locale, view] = [await params, await pageLocale(params), await viewOf(params)]
  const tenant = await requireTenant(domain, locale)
  const notices = await listedNotices(tenant.id)
  const t = await getTranslations('notices')
  const origin = originOf(tenant)
  return (
    <GuestPage tenant={tenant}>
      <JsonLd data={[organizationData({ name: tenant.title, url: origin, logo: `${origin}/icon-512.png` }), breadcrumbData([{ name: t('title'), url: origin + inLanguage(locale, routes.news()) }])]} />
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')} />
      <NoticeList view={view} notices={notices} />
    </GuestPage>
  )
}
