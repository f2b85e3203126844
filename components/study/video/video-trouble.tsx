'use client'

import { useTranslations } from 'next-intl'
import type { Trouble } from '@/components/study/video/hls'
import { Button } from '@/components/ui/button'
import stage from '../player.module.css'
import styles from './video.module.css'

/** What is wrong with a video and what helps; while it helps itself, that. */
export function VideoTrouble({ trouble, onRetry }: { trouble: Trouble; onRetry: () => void }) {
  const t = useTranslations('study.video')
  if (trouble.retrying) return <div className={styles.over} role="status"><span className={stage.spinner} /><p>{t('retrying')}</p></div>
  return (
    <div className={styles.over} role="alert">
      <p>{t(trouble.kind === 'format' ? 'format' : 'network')}</p>
      <p>{t('failedText')}</p>
      <Button look="primary" onClick={onRetry}>{t('retry')}</Button>
    </div>
  )
}
