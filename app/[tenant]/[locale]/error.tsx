'use client'

import { useTranslations } from 'next-intl'
import { ErrorState } from '@/components/ui/error-state'

/** What is shown when a whole page failed: people's words and a way on. */
export default function PageFailed({ retry }: { error: Error; retry: () => void }) {
  const t = useTranslations('errors')
  return (
    <main className="container page">
      <ErrorState title={t('failed')} onRetry={retry} />
    </main>
  )
}
