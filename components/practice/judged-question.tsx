'use client'

import { CircleCheck, CircleX } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { MistakeToggle } from '@/components/mistakes/mistake-toggle'
import { OriginLine } from '@/components/mistakes/origin-line'
import { StreakDots } from '@/components/mistakes/streak-dots'
import styles from '@/components/practice/practice.module.css'
import { AnswerLine, Analysis, ReviewedOptions } from '@/components/questions/question-review'
import { Icon } from '@/components/ui/icon'
import { STREAK_TO_LEAVE, type BookMark, type MistakeTarget, type ReviewState } from '@/lib/domain/mistakes'
import type { JudgedAnswer, PracticeQuestion } from '@/lib/domain/practice'

const GradeBar = dynamic(() => import('@/components/practice/grade-bar').then((file) => file.GradeBar), { ssr: false })

type Props = { question: PracticeQuestion; answer: JudgedAnswer; mark: BookMark; target: MistakeTarget; hasBank: boolean; onGraded: (review: ReviewState) => void }

/** A question after its answer: what is right and why, and, when it is in the book, how well it is known and when it comes again. */
export function JudgedQuestion({ question, answer, mark, target, hasBank, onGraded }: Props) {
  const t = useTranslations('practice.run')
  const both = { ...question, ...answer }
  const review = mark.inBook ? answer.review : null
  return (
    <div className={styles.judged}>
      <ReviewedOptions question={both} />
      <p className={answer.isRight ? styles.good : styles.bad}>
        {answer.isRight ? <Icon of={CircleCheck} className="i" aria-hidden="true" /> : <Icon of={CircleX} className="i" aria-hidden="true" />}{t(answer.isRight ? 'right' : 'wrong')}
      </p>
      <AnswerLine question={both} />
      <Analysis question={both} />
      {review && (
        <section className={styles.review} aria-label={t('review')}>
          <p className={styles.streak}>
            <StreakDots streak={review.streak} />
            {review.dueAt && <span className="muted">{t('again', { at: new Date(review.dueAt) })}</span>}
          </p>
          {review.mayLeave && <div className={styles.leave}><p>{t('mayLeave', { goal: STREAK_TO_LEAVE })}</p><MistakeToggle target={target} mark={mark} /></div>}
          {answer.isRight && mark.mistakeId && review.choices.length > 0 && <GradeBar mistakeId={mark.mistakeId} review={review} onGraded={onGraded} />}
        </section>
      )}
      {question.origin && <p className={styles.origin}>{t('from')} <OriginLine origin={question.origin} hasBank={hasBank} /></p>}
    </div>
  )
}
