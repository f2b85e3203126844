'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import type { AttemptStore } from '@/components/attempts/attempt-store'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { useLeadAway } from '@/components/shell/lead-away'
import { Panel } from '@/components/ui/panel'
import { leftIn, takesNoAnswers, type LeftAnswers } from '@/lib/domain/answer-file'
import type { ExamPlace } from '@/lib/domain/attempts'
import { lateEnd } from '@/lib/domain/attempts-clock'
import type { Attempt } from '@/lib/domain/exams'

const LeftAnswersBox = dynamic(() => import('@/components/attempts/left-answers-box').then((file) => file.LeftAnswersBox), { ssr: false })

/** Answers that this browser still keeps of papers that are over for good, one paper after the other; nothing when there are none. */
export function KeptAnswers({ learner, place, attempts }: { learner: ExamLearner; place: ExamPlace; /** As the platform tells them with the exam. */ attempts: readonly Attempt[] }) {
  const t = useTranslations('answerFile')
  const leadAway = useLeadAway()
  const [found, setFound] = useState<{ store: AttemptStore; lefts: LeftAnswers[] } | null>(null)
  const [key, told] = [JSON.stringify(place), JSON.stringify(attempts)]
  useEffect(() => {
    let gone = false
    const listed = JSON.parse(told) as Attempt[]
    // After the page: hardly anybody has any.
    const look = (waitedMs: number) => import('@/components/attempts/attempt-store').then(({ openAttemptStore }) => openAttemptStore()).then(async (store) => {
      const at = JSON.parse(key) as ExamPlace
      const [current, earlier] = await Promise.all([store.read(learner.id, at), store.readEarlier(learner.id, at)])
      // By the server's clock: on a device that is fast the attempt may still be running. It may have been handed in long before, from another device.
      const isOver = current !== null && (Date.now() + current.ahead > lateEnd(current.attempt.standing.clock) || takesNoAnswers(listed, current.attempt.ref, waitedMs))
      const lefts = [...earlier, ...(isOver ? [current] : [])].map(({ attempt, journal }) => leftIn(attempt, journal)).filter((left) => left !== null)
      if (!gone && lefts.length > 0) setFound({ store, lefts })
    })
    void look(0)
    // Of one that was just handed in elsewhere last answers may still be taken, and the page is not told when they are not any more.
    const lateMs = Math.max(0, ...listed.map((attempt) => attempt.lateMs ?? 0))
    const timer = lateMs > 0 ? setTimeout(() => void look(lateMs), lateMs) : undefined
    return () => {
      clearTimeout(timer)
      gone = true
    }
  }, [learner.id, key, told])
  const left = found?.lefts[0]
  if (!found || !left) return null
  const forget = () => {
    void found.store.forget(learner.id, left.attempt)
    setFound({ ...found, lefts: found.lefts.slice(1) })
  }
  return (
    <div className={styles.kept}>
      <Panel labelledBy="left-answers">
        <h2 className="h2" id="left-answers">{t('title')}</h2>
        <LeftAnswersBox key={left.attempt.ref.attemptId} left={left} learner={learner} why="earlier" onDone={forget} leadAway={leadAway} />
      </Panel>
    </div>
  )
}
