'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AnswerSheet, SheetButton } from '@/components/attempts/answer-sheet'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import { ExamBar } from '@/components/attempts/exam-bar'
import { ExamBanners } from '@/components/attempts/exam-banners'
import { ExamDialogs } from '@/components/attempts/exam-dialogs'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { loadReviewDialog } from '@/components/attempts/later-parts'
import { usePictures } from '@/components/attempts/pictures'
import { QuestionCard } from '@/components/attempts/question-card'
import { QuestionNav } from '@/components/attempts/question-nav'
import { useExamKeys } from '@/components/attempts/use-exam-keys'
import { useObserved } from '@/components/study/observable'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { notify } from '@/components/ui/notify'
import { chosenAfter, onPaper, type OpenedAttempt } from '@/lib/domain/attempts'
import { answersOf, currentOf } from '@/lib/domain/attempts-journal'

const ReviewDialog = dynamic(loadReviewDialog, { ssr: false })

type Props = { session: AttemptSession; attempt: OpenedAttempt; learner: ExamLearner; name: string; isDurable: boolean }

/** The open paper: bar, question, answer sheet, and what is asked before it is handed in. */
export function Paper({ session, attempt, learner, name, isDurable }: Props) {
  const t = useTranslations('attempts')
  const sync = useObserved(session, (state) => state.sync)!
  const journal = useObserved(sync, (state) => state.journal)
  const writing = useObserved(sync, (state) => state.writing)
  const phase = useObserved(session, (state) => state.phase)
  const notice = useObserved(session, (state) => state.notice)
  const [step, setStep] = useState<'ask' | 'review' | null>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const pictures = usePictures(attempt.questions)

  const { questions } = attempt
  const current = currentOf(journal, questions)
  const question = questions[current]
  const answers = useMemo(() => onPaper(questions, answersOf(journal)), [questions, journal])
  const mayWrite = writing === 'here' && phase === 'answering' && notice === null
  const done = questions.filter(({ id }) => answers[id]).length

  const goTo = (index: number, focuses = false) => {
    if (index < 0) return notify.warning(t('isFirst'))
    const next = questions[index]
    if (!next) return notify.warning(t('isLast'))
    sync.goTo(index, next.id)
    window.scrollTo({ top: 0 })
    if (focuses) requestAnimationFrame(() => heading.current?.focus())
  }
  const choose = (index: number) => {
    const option = question?.options[index]
    if (mayWrite && question && option) sync.choose(question.id, chosenAfter(question, answers[question.id] ?? [], option.id))
  }
  const mark = () => {
    if (mayWrite && question) sync.toggleMark(question.id)
  }
  const cancel = () => {
    setStep(null)
    notify.info(t('cancelled'))
  }
  // A question goes with what of it has the focus: its successor's heading takes it over.
  const isInQuestion = () => heading.current?.parentElement?.contains(document.activeElement) ?? false
  useExamKeys({ onOption: choose, onMove: (by) => goTo(current + by, isInQuestion()), onMark: mark })
  useEffect(() => {
    // What may be opened without a network must be here before it is cut.
    void Promise.allSettled([import('@/components/attempts/review-dialog'), import('@/components/attempts/zoom-dialog'), import('@/components/attempts/exam-settings')])
  }, [])
  useEffect(() => {
    // Whoever waited was at a heading that has gone with the waiting; who is asked something meanwhile is not called away.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = document.title.replace(/^[^·]*/, `${name} `)
  }, [name])

  if (!question) return null
  const sheet = (
    <AnswerSheet
      session={session} attempt={attempt} answers={answers} marked={journal.marked} current={current}
      onGoTo={(index) => {
        setSheetOpen(false)
        goTo(index, true)
      }}
    />
  )
  return (
    <div className={styles.exam}>
      <ExamBar
        session={session} sync={sync} learnerId={learner.id} name={name} done={done} total={questions.length} isDurable={isDurable}
        canHandIn={mayWrite} onHandIn={() => setStep(answers[question.id] ? 'review' : 'ask')}
      />
      <div className={styles.shell}>
        <main id="main" tabIndex={-1} className={styles.main}>
          <div className={styles.inner}>
            <ExamBanners session={session} sync={sync} learner={learner} isDurable={isDurable} onContinued={() => heading.current?.focus({ preventScroll: true })} />
            <QuestionCard
              key={question.id} question={question} number={current + 1} total={questions.length} chosen={answers[question.id] ?? []} isMarked={journal.marked.includes(question.id)}
              mayWrite={mayWrite} heading={heading} pictures={pictures} onOption={choose} onMark={mark}
            />
          </div>
          <QuestionNav optionCount={question.options.length} onMove={(by) => goTo(current + by)} sheetButton={<SheetButton done={done} total={questions.length} onPress={() => setSheetOpen(true)} />} />
        </main>
        <aside className={styles.aside} aria-label={t('sheet')}>{sheet}</aside>
      </div>
      <p className="sr" role="status">{t('questionNumber', { number: current + 1, total: questions.length })}</p>
      <ExamDialogs session={session} learner={learner} sheet={isSheetOpen ? sheet : null} onCloseSheet={() => setSheetOpen(false)} />
      <ConfirmDialog open={step === 'ask' && mayWrite} title={t('ask')} confirmLabel={t('handIn')} onCancel={cancel} onConfirm={() => setStep('review')} />
      {step === 'review' && mayWrite && (
        <ReviewDialog
          questions={questions} answers={answers} marked={journal.marked} pending={sync.pending}
          onStay={cancel}
          onGoTo={(index) => {
            cancel()
            goTo(index, true)
          }}
          onHandIn={() => {
            setStep(null)
            void session.handIn('learner')
          }}
        />
      )}
    </div>
  )
}
