'use client'

import { useTranslations } from 'next-intl'

/**
 * What is shown when a whole page failed: people's words and a way on, out of nothing that could be missing, as the network or this
 * build's files may be gone. The page is loaded anew.
 */
export default function PageFailed() {
  const t = useTranslations('errors')
  return (
    <main className="container page">
      <div className="errbox" role="alert">
        <h1 className="h3">{t('failed')}</h1>
        <button type="button" className="btn btn-2" onClick={() => location.reload()}>{t('retry')}</button>
      </div>
    </main>
  )
}
