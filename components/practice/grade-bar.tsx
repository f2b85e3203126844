'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import styles from '@/components/practice/practice.module.css'
import { useTellRefusal } from '@/components/shell/tell-refusal'
import { Said } from '@/components/ui/said'
import { freshId } from '@/lib/domain/fresh-id'
import type { RecallGrade, ReviewState } from '@/lib/domain/mistakes'
import { gradeMistake } from '@/lib/queries/mistakes'

/** How well I knew the answer, and when the question would come again by each word for it. */
export function GradeBar({ mistakeId, review, onGraded }: { mistakeId: string; review: ReviewState; onGraded: (review: ReviewState) => void }) {
  const t = useTranslations('practice.grade')
  const id = useId()
  const tellRefusal = useTellRefusal()
  const [said, setSaid] = useState<string | null>(null)
  const grading = useMutation({
    scope: { id: `grade-${mistakeId}` },
    mutationFn: (grade: RecallGrade) => gradeMistake({ mistakeId, grade, operationId: freshId() }),
    onMutate: () => setSaid(null),
    onSuccess: onGraded,
    onError: (error) => setSaid(tellRefusal(error, t('failed'))),
    meta: { silent: true },
  })
  const given = grading.isPending ? grading.variables : review.grade
  return (
    <div role="group" aria-labelledby={id}>
      <p className="label" id={id}>{t('title')}</p>
      <div className={styles.grades}>
        {review.choices.map(({ grade, days }) => (
          <button key={grade} type="button" className={styles.grade} aria-pressed={grade === given} onClick={() => !grading.isPending && grade !== given && grading.mutate(grade)}>
            <span>{t(grade)}</span><span className="num">{t('days', { days })}</span>
          </button>
        ))}
      </div>
      <Said text={said} />
    </div>
  )
}
