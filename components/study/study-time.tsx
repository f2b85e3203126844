'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useObserved } from '@/components/study/observable'
import type { StudySession } from '@/components/study/study-session'
import { completionRule } from '@/lib/domain/catalogue'
import type { Stop } from '@/lib/domain/player'
import styles from './player.module.css'

const strong = { b: (figure: ReactNode) => <b>{figure}</b> }

type Props = { session: StudySession; stop: Stop | null; totalHours: number; className?: string }

/** The study time as it is counted, why it stands still, what is needed to pass, and the hours of the whole course. */
export function StudyTime({ session, stop, totalHours, className }: Props) {
  const t = useTranslations('study.time')
  const standing = useObserved(session, (state) => state.reason)
  const reason = stop?.locked ? 'locked' : standing
  const counted = useObserved(session, (state) => state.minutes)
  // Until the session has taken the section over, the platform's own figure stands.
  const minutes = Math.max(counted, Math.floor(stop?.section?.learnedMinutes ?? 0))
  const rule = stop?.section && completionRule(stop.section)
  return (
    <p className={`num ${styles.time} ${className ?? ''}`} role="group" aria-label={t('label')}>
      {stop?.section && (
        <>
          <span className={reason ? styles.still : styles.live}>
            <span className="clip1">{reason ? `${t('paused')} · ${t(`reason.${reason}`)}` : t('counting')}</span>
          </span>
          <span>{t.rich('learned', { minutes, ...strong })}</span>
          {rule?.by === 'minutes' && (
            <span className={styles.opt}>
              {t.rich(stop.kind === 'video' ? 'requiredVideo' : 'requiredOther', { percent: rule.requiredPercent, ...strong })}
              {rule.requiredMinutes > 0 && t('requiredMinutes', { minutes: rule.requiredMinutes })}
            </span>
          )}
        </>
      )}
      <span className={styles.opt}>{t.rich('total', { hours: totalHours, ...strong })}</span>
    </p>
  )
}
