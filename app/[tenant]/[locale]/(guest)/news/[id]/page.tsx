import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { NoticeArticle } from '@/components/notices/notice-article'
import { NoticeData } from '@/components/notices/notice-data'
import { GuestPage } from '@/components/shell/guest-page'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import type { Locale } from '@/lib/domain/locale'
import { noticeIdInput } from '@/lib/domain/notices-input'
import { plainText } from '@/lib/domain/rich-text'
import { Messages } from '@/lib/i18n/messages-provider'
import { pageLocale } from '@/lib/i18n/page-locale'
import { originOf } from '@/lib/request/origin'
import { publicMetadata } from '@/lib/request/public-metadata'
import { noticeOf as seenNotice } from '@/lib/request/seen-notices'
import { requireTenant } from '@/lib/request/tenant'
import { inLanguage, routes } from '@/lib/routes'

type Props = { params: Promise<{ tenant: string; locale: string; id: string }> }

export const revalidate = 15
export const generateStaticParams = () => []

const noticeOf = cache(async (domain: string, locale: Locale, given: string) => {
  const tenant = await requireTenant(domain, locale)
  // What cannot be an id is not asked for, so that made-up addresses fill no cache.
  const wanted = noticeIdInput.safeParse({ id: given })
  const notice = wanted.success ? await seenNotice(tenant.id, wanted.data.id) : null
  return { tenant, notice: notice ?? notFound() }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { tenant: domain, id } = await params
  const locale = await pageLocale(params)
  const { tenant, notice } = await noticeOf(domain, locale, id)
  const t = await getTranslations({ locale, namespace: 'notices' })
  // A notice may be nothing but pictures or a file.
  const description = plainText(notice.content ?? '') || t('description', { tenant: tenant.title })
  return publicMetadata({ tenant, locale, title: notice.title, description, path: routes.notice(notice.id), only: notice.language, publishedAt: notice.publishedAt })
}

export default async function NoticePage({ params }: Props) {
  const { tenant: domain, id } = await params
  const locale = await pageLocale(params)
  const { tenant, notice } = await noticeOf(domain, locale, id)
  const t = await getTranslations('notices')
  const origin = originOf(tenant)
  const { language } = notice
  const url = origin + inLanguage(language, routes.notice(notice.id))
  return (
    <GuestPage tenant={tenant}>
      <NoticeData notice={notice} url={url} language={language} origin={origin} publisher={tenant.title} />
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title'), href: inLanguage(locale, routes.news()) }, { label: t(notice.kind) }]} />
      <Messages areas={['notices']}><NoticeArticle notice={notice} url={url} /></Messages>
    </GuestPage>
  )
}
