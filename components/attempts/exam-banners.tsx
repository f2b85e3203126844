'use client'

import { Lock, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { AnswerSync } from '@/components/attempts/answer-sync'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'

/** What the learner must know of this window: that it only reads, or that it keeps nothing. */
export function ExamBanners({ session, sync, isDurable }: { session: AttemptSession; sync: AnswerSync; isDurable: boolean }) {
  const t = useTranslations('attempts')
  const writing = useObserved(sync, (state) => state.writing)
  const phase = useObserved(session, (state) => state.phase)
  const lost = useObserved(session, (state) => state.lost)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (lost > 0) notify.info(t('lost', { count: lost }))
  }, [lost, t])
  const take = async () => {
    setBusy(true)
    try {
      await session.continueHere()
    } catch {
      notify.error(t('elsewhere.failed'))
    }
    setBusy(false)
  }
  return (
    <>
      {writing === 'elsewhere' && phase === 'answering' && (
        <div className={styles.banner} role="alert">
          <Lock className="i" aria-hidden="true" />
          <p>{t('elsewhere.text')}</p>
          <Button look="primary" busy={isBusy} onClick={() => void take()}>{t('elsewhere.continueHere')}</Button>
        </div>
      )}
      {!isDurable && (
        <div className={styles.banner} role="alert">
          <TriangleAlert className="i" aria-hidden="true" />
          <p>{t('memory')}</p>
        </div>
      )}
    </>
  )
}
