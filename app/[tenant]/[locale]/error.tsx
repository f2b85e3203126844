'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { reloadForFile } from '@/components/shell/missing-file'

/**
 * What is shown when a whole page failed: people's words and a way on, out of nothing that could be missing, as the network or this
 * build's files may be gone. The page is loaded anew: by itself where another version has taken the place of its own.
 */
export default function PageFailed({ error }: { error: Error }) {
  const t = useTranslations('errors')
  useEffect(() => void reloadForFile(error), [error])
  return (
    <main className="container page">
      <div className="errbox" role="alert">
        <h1 className="h3">{t('failed')}</h1>
        <button type="button" className="btn btn-2" onClick={() => location.reload()}>{t('retry')}</button>
      </div>
    </main>
  )
}
