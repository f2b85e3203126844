'use client'

import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import type { AnswerSync } from '@/components/attempts/answer-sync'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import { ExamClock } from '@/components/attempts/exam-clock'
import { SaveLine } from '@/components/attempts/save-line'
import { Button } from '@/components/ui/button'

type Props = { session: AttemptSession; sync: AnswerSync; learnerId: string; name: string; done: number; total: number; isDurable: boolean; canHandIn: boolean; onHandIn: () => void }

/** The top of the exam: its name, what is left of the time, whether all is saved, and the way to hand in. */
export function ExamBar({ session, sync, learnerId, name, done, total, isDurable, canHandIn, onHandIn }: Props) {
  const t = useTranslations('attempts')
  return (
    <header className={styles.bar}>
      <div className={styles.barIn}>
        <h1 className={`clip1 ${styles.name}`}><PlatformText>{name}</PlatformText></h1>
        <ExamClock session={session} learnerId={learnerId} />
        <SaveLine session={session} sync={sync} isDurable={isDurable} />
        <Button look="primary" disabled={!canHandIn} onClick={onHandIn}>{t('handIn')}</Button>
      </div>
      <div className={styles.thin} role="progressbar" aria-label={t('progress')} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done} aria-valuetext={t('progressText', { done, total })}>
        <i style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
      </div>
    </header>
  )
}
