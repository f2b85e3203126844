'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import type { PlayerLearner } from '@/components/study/stage-props'
import { TopBar } from '@/components/study/top-bar'
import { Watermark } from '@/components/study/watermark'
import type { PlayerSubject, Stop } from '@/lib/domain/player'
import { routes } from '@/lib/routes'
import styles from './player.module.css'

const ExamStage = dynamic(() => import('@/components/exams/exam-stage'), { ssr: false })

const nothing = () => undefined
const noVisit = () => Promise.resolve()

/** An exam of a plan that has ended, while its paper runs or its result waits: alone, since nothing else of the plan may be opened, and no visit begins. */
export function EndedPlanExam({ learner, subject, stop }: { learner: PlayerLearner; subject: PlayerSubject; stop: Stop }) {
  const t = useTranslations('study')
  return (
    <div className={styles.shell}>
      <TopBar subject={subject} title={stop.name} learner={learner} backHref={routes.planDetail(subject.id)} onBack={nothing} leaving={false} leave={noVisit} stay={nothing}>{null}</TopBar>
      <main id="main" tabIndex={-1} className={`${styles.stage} ${styles.alone}`} aria-label={t('stage.label')}>
        <ExamStage learner={learner} stop={stop} subject={subject} tell={nothing} />
        <Watermark name={learner.name} />
      </main>
    </div>
  )
}
