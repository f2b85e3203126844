'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useObserved } from '@/components/study/observable'
import { giveKeysToStage } from '@/components/study/stage-keys'
import type { StudySession } from '@/components/study/study-session'
import { Button } from '@/components/ui/button'
import styles from './player.module.css'

const TURN_MS = 4_000

/** A gentle word on the stage when time stands still without the learner having stopped it. */
export function StudyNotice({ session }: { session: StudySession }) {
  const t = useTranslations('study.time')
  const reason = useObserved(session, (state) => state.reason)
  const [taking, setTaking] = useState(false)
  const take = () => {
    giveKeysToStage()
    setTaking(true)
    session.takeTurn()
    setTimeout(() => setTaking(false), TURN_MS)
  }
  return (
    <div role="status" className={styles.notices}>
      {reason === 'idle' && <div className={styles.notice}><p>{t('idle')}</p></div>}
      {reason === 'elsewhere' && (
        <div className={`${styles.notice} ${styles.high}`}>
          <p>{t('elsewhere')}</p>
          <Button look="primary" busy={taking} busyLabel={t('taking')} onClick={take}>{t('takeTurn')}</Button>
        </div>
      )}
    </div>
  )
}
