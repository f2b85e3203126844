'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ResultSummary } from '@/components/exams/result-summary'
import styles from '@/components/exams/exams.module.css'
import { ButtonLink } from '@/components/ui/button-link'
import { ErrorState } from '@/components/ui/error-state'
import { PanelSkeleton } from '@/components/ui/skeletons'
import type { ExamPlace } from '@/lib/domain/attempts'
import type { Attempt, AttemptPlace, ExamKind } from '@/lib/domain/exams'
import { examResultQuery } from '@/lib/queries/exams'
import { routes } from '@/lib/routes'

/** How one attempt of my history went, and where there is more of it. */
export default function OpenedAttempt({ place, kind, attempt }: { place: ExamPlace; kind: ExamKind; attempt: Attempt }) {
  const t = useTranslations('exams.history')
  const at: AttemptPlace = { ...place, attemptId: attempt.id, answerId: attempt.answerId, isSimulation: kind === 'simulation' }
  const asked = useQuery(examResultQuery(at))
  const { practical } = attempt
  return (
    <>
      {asked.data ? <ResultSummary result={asked.data} small /> : asked.error ? <ErrorState title={t('failed')} onRetry={() => void asked.refetch()} retrying={asked.isFetching} /> : <PanelSkeleton lines={3} height={150} />}
      <div className={styles.acts}>
        {kind !== 'practical' && <ButtonLink look="soft" href={routes.examAnswers(at)}>{t('answers')}</ButtonLink>}
        {practical && <ButtonLink look="soft" href={routes.practicalDetail({ examId: place.examId, paperId: place.paperId, attemptId: attempt.id, ...practical })}>{t('practical')}</ButtonLink>}
        <ButtonLink look="ghost" href={routes.examResult(at)}>{t('full')}</ButtonLink>
      </div>
    </>
  )
}
