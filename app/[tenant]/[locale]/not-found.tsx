import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/shell/notice'
import { routes } from '@/lib/routes'

export default async function NotFound() {
  const t = await getTranslations('site.notFound')
  return <Notice title={t('title')} text={t('text')} action={{ href: routes.home(), label: t('action') }} />
}
