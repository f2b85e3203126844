import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/shell/notice'
import { pageLocale } from '@/lib/i18n/page-locale'
import { routes } from '@/lib/routes'

type Props = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: await pageLocale(params), namespace: 'site.noAccess' })
  return { title: t('title') }
}

export default async function NoAccessPage({ params }: Props) {
  await pageLocale(params)
  const t = await getTranslations('site.noAccess')
  return <Notice title={t('title')} text={t('text')} action={{ href: routes.home(), label: t('action') }} />
}
