'use client'

import { ChevronLeft, ChevronRight } from 'lucide'
import { useTranslations } from 'next-intl'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import styles from '@/components/exams/exams.module.css'
import { MistakeToggle } from '@/components/mistakes/mistake-toggle'
import { useBookSigns } from '@/components/mistakes/use-book-signs'
import { areForScrolling } from '@/components/questions/arrow-keys'
import { QuestionReview } from '@/components/questions/question-review'
import question from '@/components/questions/questions.module.css'
import { ResultSheet } from '@/components/questions/result-sheet'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { Panel } from '@/components/ui/panel'
import { Tag } from '@/components/ui/tag'
import { questionNumberOf, type AttemptPlace } from '@/lib/domain/exams'
import { inSheetOrder, type ReviewedQuestion } from '@/lib/domain/questions'
import { routes } from '@/lib/routes'

type Props = { attempt: AttemptPlace; questions: ReviewedQuestion[]; exitHref: string }

/** An attempt question by question, with its answer sheet (spec 2 §2.6). */
export function AnswerDetail({ attempt, questions: given, exitHref }: Props) {
  const t = useTranslations('questions')
  const exams = useTranslations('exams.answers')
  const questions = useMemo(() => inSheetOrder(given), [given])
  // The address alone has the place at which the page was left: the router brings it back as it was first given.
  const number = questionNumberOf(useSearchParams().get('question'))
  const [index, setIndex] = useState(Math.min(number, questions.length) - 1)
  const [moved, setMoved] = useState(false)
  const signed = useBookSigns()
  const heading = useRef<HTMLHeadingElement>(null)
  const goTo = (to: number) => {
    if (to < 0) return notify.warning(t('isFirst'))
    if (to >= questions.length) return notify.warning(t('isLast'))
    setMoved(true)
    setIndex(to)
    // The place stays in the address, so that a reload and a change of language come back to it.
    window.history.replaceState(null, '', routes.examAnswers(attempt, { question: to + 1 }))
  }
  useEffect(() => {
    if (moved) heading.current?.focus()
  }, [index, moved])
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || areForScrolling(event.target) || (event.target instanceof Element && event.target.closest('input, textarea, select, dialog'))) return
    if (event.key === 'ArrowLeft') goTo(index - 1)
    if (event.key === 'ArrowRight') goTo(index + 1)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const shown = questions[index]
  if (!shown) return <Panel><EmptyState title={exams('none')} action={{ href: exitHref, label: exams('exit') }} /></Panel>
  const { answerId, attemptId } = attempt
  const source = attempt.isSimulation ? 'simulation' as const : 'theory' as const
  return (
    <div className={styles.columns}>
      <Panel>
        <div className={`num ${question.meta}`}>
          <span className={question.position} aria-hidden="true">{t('position', { number: index + 1, total: questions.length })}</span>
          <Tag tone="brand">{t(`kinds.${shown.kind}`)}</Tag>
          {shown.score > 0 && !shown.isWithheld && <span>{t('earned', { earned: shown.isRight ? shown.score : 0, score: shown.score })}</span>}
          {!shown.isWithheld && (
            <span className={question.metaEnd}>
              <MistakeToggle
                key={shown.id} mark={signed(source, shown.id) ?? { inBook: shown.inBook, mistakeId: shown.mistakeId }}
                target={{ source, questionId: shown.id, kind: shown.kind, content: shown.content, attemptId, answerId }}
              />
            </span>
          )}
        </div>
        <h2 className="sr" ref={heading} tabIndex={-1}>{t('number', { number: index + 1, total: questions.length })}</h2>
        <QuestionReview question={shown} source={source} />
        <div className={question.foot}>
          <Button icon={<Icon of={ChevronLeft} className="i i-16" />} onClick={() => goTo(index - 1)}>{t('previous')}</Button>
          <Button onClick={() => goTo(index + 1)}>{t('next')}<Icon of={ChevronRight} className="i i-16" /></Button>
        </div>
      </Panel>
      <aside className={`panel panel-pad ${styles.sheetPanel}`} aria-label={t('sheet')}>
        <ResultSheet cells={questions.map(({ id, kind, score, isRight, isWithheld }) => ({ id, kind, score, state: isWithheld ? 'withheld' as const : isRight ? 'right' as const : 'wrong' as const }))} current={index} onGoTo={goTo} />
        <ButtonLink block className={styles.exit} href={exitHref}>{exams('exit')}</ButtonLink>
      </aside>
    </div>
  )
}
