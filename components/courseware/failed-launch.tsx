'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import type { LaunchWord } from '@/lib/domain/courseware'
import styles from './courseware.module.css'

/** The launch page without its package: it tells the player, which would wait for half a minute for a word. */
export function FailedLaunch({ appOrigin }: { appOrigin: string }) {
  const t = useTranslations('courseware.stage')
  useEffect(() => window.parent.postMessage({ courseware: 'failed' satisfies LaunchWord }, appOrigin), [appOrigin])
  return <p className={styles.wait}>{t('failed')}</p>
}
