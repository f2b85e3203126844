'use client'

import { Lock, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AnswerSync } from '@/components/attempts/answer-sync'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { LeftAnswersBox } from '@/components/attempts/left-answers-box'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'

type Props = { session: AttemptSession; sync: AnswerSync; learner: ExamLearner; isDurable: boolean; /** The button that took the paper over is gone. */ onContinued: () => void }

/** What the learner must know of this window: that it only reads, that it keeps nothing, or what an earlier attempt left. */
export function ExamBanners({ session, sync, learner, isDurable, onContinued }: Props) {
  const t = useTranslations('attempts')
  const writing = useObserved(sync, (state) => state.writing)
  const phase = useObserved(session, (state) => state.phase)
  // Taken over now, the window that writes could not send its last answers any more. A platform without epochs does not say how that ended.
  const isTold = useObserved(session, (state) => state.attempt?.standing.epoch != null)
  const isOver = useObserved(session, (state) => state.remaining === 0) && isTold
  const isUsedUp = useObserved(session, (state) => state.switches?.exhausted != null) && isTold
  const lost = useObserved(session, (state) => state.lost)
  const left = useObserved(session, (state) => state.left)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (lost > 0) notify.info(t('lost', { count: lost }))
  }, [lost, t])
  const hasTaken = useRef(false)
  const continued = useEffectEvent(onContinued)
  useEffect(() => {
    if (writing !== 'here' || !hasTaken.current) return
    hasTaken.current = false
    if (document.activeElement === document.body) continued()
  }, [writing])
  const take = async () => {
    hasTaken.current = true
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
          <Icon of={Lock} className="i" aria-hidden="true" />
          <p>{t(isOver ? 'elsewhere.over' : 'elsewhere.text')}</p>
          {!isOver && !isUsedUp && <Button look="primary" busy={isBusy} busyLabel={t('elsewhere.taking')} onClick={() => void take()}>{t('elsewhere.continueHere')}</Button>}
        </div>
      )}
      {left && phase === 'answering' && (
        <div className={styles.banner} role="alert">
          <Icon of={TriangleAlert} className="i" aria-hidden="true" />
          <LeftAnswersBox left={left} learner={learner} why="earlier" onDone={() => void session.leftRead()} />
        </div>
      )}
      {!isDurable && (
        <div className={styles.banner} role="alert">
          <Icon of={TriangleAlert} className="i" aria-hidden="true" />
          <p>{t('memory')}</p>
        </div>
      )}
    </>
  )
}
