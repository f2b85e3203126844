'use client'

import { useTranslations } from 'next-intl'
import styles from '@/components/attempts/attempts.module.css'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Answers, PaperQuestion } from '@/lib/domain/attempts'

type Props = { questions: PaperQuestion[]; answers: Answers; marked: string[]; pending: number; onStay: () => void; onGoTo: (index: number) => void; onHandIn: () => void }

/** The look at the whole paper before it is handed in: what is not answered, what is marked, and a way to each. */
export function ReviewDialog({ questions, answers, marked, pending, onStay, onGoTo, onHandIn }: Props) {
  const t = useTranslations('attempts.review')
  const placesOf = (fits: (question: PaperQuestion) => boolean) => questions.flatMap((question, index) => (fits(question) ? [index] : []))
  const open = placesOf(({ id }) => !answers[id])
  const flagged = placesOf(({ id }) => marked.includes(id))
  const cells = (places: number[]) => (
    <div className={styles.reviewCells}>
      {places.map((index) => <button key={index} type="button" className={`cell num ${answers[questions[index]!.id] ? 'done' : ''} ${marked.includes(questions[index]!.id) ? 'flag' : ''}`} aria-label={t('goTo', { number: index + 1 })} onClick={() => onGoTo(index)}>{index + 1}</button>)}
    </div>
  )
  return (
    <Dialog
      open question title={t('title')} onClose={onStay}
      actions={<><Button data-autofocus onClick={onStay}>{t('stay')}</Button><Button look="danger" onClick={onHandIn}>{t('handIn')}</Button></>}
    >
      <div className={styles.review}>
        {open.length === 0 ? <p>{t('allAnswered', { total: questions.length })}</p> : <><p>{t('unanswered', { count: open.length })}</p>{cells(open)}</>}
        {flagged.length > 0 && <><p>{t('marked', { count: flagged.length })}</p>{cells(flagged)}</>}
        {pending > 0 && <p>{t('pending', { count: pending })}</p>}
        <p className="muted">{t('final')}</p>
      </div>
    </Dialog>
  )
}
