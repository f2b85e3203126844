'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'

type Props = { title: string; onRetry: () => void }

/** The same with nothing that could be missing: after a failure the network, or this build's files, may be gone. */
function PlainState({ title, onRetry }: Props) {
  const t = useTranslations('ui.error')
  return <div className="errbox" role="alert"><h1 className="h3">{title}</h1><button type="button" className="btn btn-2" onClick={onRetry}>{t('retry')}</button></div>
}

// Loaded when a page has failed, not with every page.
const ErrorState = lazy(() => import('@/components/ui/error-state').then((part) => ({ default: part.ErrorState }), () => ({ default: PlainState })))

/** Parts of a page that cannot be had: the network went, or a newer build has taken the place of the one this page is of. */
const isMissingPart = ({ name, message }: Error) => name === 'ChunkLoadError' || /load chunk|dynamically imported module|module factory/i.test(message)

/** What is shown when a whole page failed: people's words and a way on. */
export default function PageFailed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations('errors')
  const again = isMissingPart(error) ? () => location.reload() : retry
  return (
    <main className="container page">
      <Suspense fallback={<PlainState title={t('failed')} onRetry={again} />}><ErrorState title={t('failed')} onRetry={again} /></Suspense>
    </main>
  )
}
