import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button-link'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead } from '@/components/ui/page'

/** A practical exam that could not be read: another try, and the way back. */
export function PracticalFailed({ backHref }: { backHref: string }) {
  const t = useTranslations('exams')
  return (
    <main id="main" tabIndex={-1} className="container page">
      <PageHead title={t('practical.title')}><ButtonLink href={backHref}>{t('result.back')}</ButtonLink></PageHead>
      <ErrorState title={t('practical.loadFailed')} text={t('failedText')} />
    </main>
  )
}
