'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { useDetails } from '@/components/ui/use-details'

// After the page: hardly anybody has such a file, and whoever has may be without a network by then.
const load = () => import('@/components/attempts/opened-files')
const OpenedFiles = dynamic(load, { ssr: false })

/** Where a saved answer file is handed in, from whatever device, and which ones were received; nothing where the platform takes none. */
export function AnswerFiles({ examId, learnerId }: { examId: string; learnerId: string }) {
  const t = useTranslations('answerFile')
  const { open, given } = useDetails()
  useEffect(() => void load().catch(() => undefined), [])
  return (
    <details className={styles.files} {...given}>
      <summary>{t('upload.title')}</summary>
      {open && <OpenedFiles examId={examId} learnerId={learnerId} />}
    </details>
  )
}
