'use client'

import { Clock, Eye, EyeOff } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import { kept } from '@/components/study/kept'
import { useObserved } from '@/components/study/observable'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { notify } from '@/components/ui/notify'
import { clockText } from '@/lib/domain/attempts-clock'

const URGENT_MS = 60_000

/** What is left of the time; silent for screen readers but for a few warnings, and each learner can hide it for themselves. */
export function ExamClock({ session, learnerId }: { session: AttemptSession; learnerId: string }) {
  const t = useTranslations('attempts')
  const text = useObserved(session, (state) => (state.remaining === null ? null : clockText(state.remaining)))
  const isUrgent = useObserved(session, (state) => state.remaining !== null && state.remaining <= URGENT_MS)
  const warning = useObserved(session, (state) => state.warning)
  const hiddenKey = `exam:${learnerId}:clock-hidden`
  const [isHidden, setHidden] = useState(() => kept.read(hiddenKey) === 'yes')
  const said = useRef<number | null>(null)
  useEffect(() => {
    if (warning === null || said.current === warning) return
    said.current = warning
    notify.warning(t('warning', { minutes: warning }))
  }, [warning, t])
  const toggle = () => {
    kept.write(hiddenKey, isHidden ? 'no' : 'yes')
    setHidden(!isHidden)
  }
  return (
    <div className={styles.clock}>
      <Icon of={Clock} className="i" aria-hidden="true" />
      <span className="sr">{t('remaining')}</span>
      {isHidden ? <span className={styles.clockHidden}>{t('clockHidden')}</span> : <b role="timer" aria-live="off" className={isUrgent ? styles.urgent : undefined}>{text ?? '--:--:--'}</b>}
      <IconButton label={isHidden ? t('showClock') : t('hideClock')} icon={isHidden ? <Icon of={EyeOff} className="i" /> : <Icon of={Eye} className="i" />} onClick={toggle} />
    </div>
  )
}
