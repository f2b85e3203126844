import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { Notice } from '@/components/shell/notice'
import type { Locale } from '@/lib/domain/locale'
import { routes } from '@/lib/routes'

type Props = { params: Promise<{ locale: Locale }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'site.noAccess' })
  return { title: t('title') }
}

export default async function NoAccessPage({ params }: Props) {
  setRequestLocale((await params).locale)
  const t = await getTranslations('site.noAccess')
  return <Notice title={t('title')} text={t('text')} action={{ href: routes.home(), label: t('action') }} />
}
