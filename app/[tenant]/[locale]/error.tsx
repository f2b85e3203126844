'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'

// Loaded when a page has failed, not with every page.
const ErrorState = lazy(() => import('@/components/ui/error-state').then((part) => ({ default: part.ErrorState })))

/** What is shown when a whole page failed: people's words and a way on. */
export default function PageFailed({ retry }: { error: Error; retry: () => void }) {
  const t = useTranslations('errors')
  return (
    <main className="container page">
      <Suspense fallback={<h1 className="h3">{t('failed')}</h1>}><ErrorState title={t('failed')} onRetry={retry} /></Suspense>
    </main>
  )
}
