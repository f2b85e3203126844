'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { openAttemptStore, type AttemptStore } from '@/components/attempts/attempt-store'
import type { ExamLearner } from '@/components/attempts/exam-taking'
import { Panel } from '@/components/ui/panel'
import { leftIn, type LeftAnswers } from '@/lib/domain/answer-file'
import type { ExamPlace } from '@/lib/domain/attempts'
import { LATE_MS } from '@/lib/domain/attempts-clock'

const LeftAnswersBox = dynamic(() => import('@/components/attempts/left-answers-box').then((file) => file.LeftAnswersBox), { ssr: false })

/** Answers that this browser still keeps of a paper whose time is over for good; nothing when there are none. */
export function KeptAnswers({ learner, place }: { learner: ExamLearner; place: ExamPlace }) {
  const t = useTranslations('answerFile')
  const [found, setFound] = useState<{ store: AttemptStore; left: LeftAnswers } | null>(null)
  const key = JSON.stringify(place)
  useEffect(() => {
    let gone = false
    void openAttemptStore().then(async (store) => {
      const kept = await store.read(learner.id, JSON.parse(key) as ExamPlace)
      if (gone || !kept) return
      const { deadline, lateUntil } = kept.attempt.standing.clock
      const left = leftIn(kept.attempt, kept.journal)
      if (left && deadline !== null && Date.now() > (lateUntil ?? deadline + LATE_MS)) setFound({ store, left })
    })
    return () => {
      gone = true
    }
  }, [learner.id, key])
  if (!found) return null
  const forget = () => {
    void found.store.forget(learner.id, found.left.attempt)
    setFound(null)
  }
  return (
    <div className={styles.kept}>
      <Panel labelledBy="left-answers">
        <h2 className="h2" id="left-answers">{t('title')}</h2>
        <LeftAnswersBox left={found.left} learner={learner} why="earlier" onDone={forget} />
      </Panel>
    </div>
  )
}
