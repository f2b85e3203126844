'use client'

import { Check, ChevronLeft, ChevronRight, Keyboard, KeyboardOff, LayoutGrid, X } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { watchBook } from '@/components/mistakes/book-signs'
import { MistakeToggle } from '@/components/mistakes/mistake-toggle'
import { JudgedQuestion } from '@/components/practice/judged-question'
import { OpenQuestion } from '@/components/practice/open-question'
import { PracticeSession, type Submitted } from '@/components/practice/practice-session'
import styles from '@/components/practice/practice.module.css'
import { areForScrolling } from '@/components/questions/arrow-keys'
import { areLetterKeysOn, setLetterKeys, useLetterKeys } from '@/components/questions/letter-keys'
import { QuestionText } from '@/components/questions/question-text'
import questions from '@/components/questions/questions.module.css'
import { useCellInSight } from '@/components/questions/use-cell-in-sight'
import { useWatched } from '@/components/shell/lead-away'
import { useTellRefusal } from '@/components/shell/tell-refusal'
import { kept } from '@/components/study/kept'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { Skeleton } from '@/components/ui/skeletons'
import { Tag } from '@/components/ui/tag'
import { bookMarkOf, type DrawFrom } from '@/lib/domain/practice'
import { clockOf } from '@/lib/domain/practice-clock'
import { lettersOf } from '@/lib/domain/questions'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { judge, loadDraw, makeDraw } from '@/lib/queries/practice'
import { drawIdOf, routes } from '@/lib/routes'

function Clock({ session }: { session: PracticeSession }) {
  const t = useTranslations('practice.run')
  const { hour, min, sec } = clockOf(useObserved(session, (state) => state.seconds))
  return <p className={styles.clock}><span className="sr">{t('time')} </span><span role="timer" aria-live="off">{hour}:{min}:{sec}</span></p>
}

function Card({ session, onGoTo }: { session: PracticeSession; onGoTo: (index: number) => void }) {
  const t = useTranslations('practice.run')
  const draw = useObserved(session, (state) => state.draw)
  const answers = useObserved(session, (state) => state.answers)
  const index = useObserved(session, (state) => state.index)
  const hasKeys = useLetterKeys()
  const cell = useCellInSight(index)
  return (
    <>
      <p className={`legend ${styles.legend}`}>
        <span><span className="cell right" aria-hidden="true"><Icon of={Check} className="i g" /></span>{t('legend.right')}</span>
        <span><span className="cell wrong" aria-hidden="true"><Icon of={X} className="i g" /></span>{t('legend.wrong')}</span>
        <span><span className="cell now" aria-hidden="true" />{t('legend.current')}</span>
      </p>
      <div className={`sheet ${styles.cells}`}>
        {draw?.questions.map(({ id }, at) => {
          const answer = answers[id]
          const state = answer ? (answer.isRight ? 'right' : 'wrong') : 'open'
          const isNow = at === index
          return (
            <button key={id} ref={isNow ? cell : undefined} type="button" className={['cell num', answer && state, isNow && 'now'].filter(Boolean).join(' ')} aria-current={isNow ? 'step' : undefined} aria-label={t('cell', { number: at + 1, state, current: isNow ? 'yes' : 'no' })} onClick={() => onGoTo(at)}>
              {at + 1}
              {state === 'right' && <Icon of={Check} className="i g" aria-hidden="true" />}
              {state === 'wrong' && <Icon of={X} className="i g" aria-hidden="true" />}
            </button>
          )
        })}
      </div>
      <Button look="ghost" className={styles.letterKeys} icon={<Icon of={hasKeys ? Keyboard : KeyboardOff} className="i" />} onClick={() => setLetterKeys(!hasKeys)}>{t(hasKeys ? 'keysOff' : 'keysOn')}</Button>
    </>
  )
}

/** The draw that the address has now: the router brings a page back as it was first given, when its draw did not stand there yet. */
const drawHere = (given: string | null) => drawIdOf(Object.fromEntries(new URLSearchParams(window.location.search))) ?? given

type Props = { learnerId: string; what: DrawFrom; drawId: string | null; title: string; backHref: string; hasBank: boolean }

/** Practising a draw question by question: judged at once or on submit, with time, card and keys (spec 2 §2.9). */
export function PracticeRun({ learnerId, what, drawId, title, backHref, hasBank }: Props) {
  const t = useTranslations('practice.run')
  const q = useTranslations('questions')
  const words = usePlatformWords()
  const router = useRouter()
  const tellRefusal = useTellRefusal()
  const watched = useWatched()
  const [session] = useState(() => new PracticeSession({
    learnerId, what, kept,
    // The time is told unasked too.
    doors: { make: (from) => watched(makeDraw(from)), load: (id) => watched(loadDraw(id)), judge: (given, leaving) => watched(judge(given, leaving)) },
    onDrawn: (id) => window.history.replaceState(null, '', routes.practice(what, id)),
  }))
  const status = useObserved(session, (state) => state.status)
  const refusal = useObserved(session, (state) => state.refusal)
  const draw = useObserved(session, (state) => state.draw)
  const index = useObserved(session, (state) => state.index)
  const answers = useObserved(session, (state) => state.answers)
  const choices = useObserved(session, (state) => state.chosen)
  const isJudging = useObserved(session, (state) => state.isJudging)
  const [asksEnd, setAsksEnd] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const [card, setCard] = useState(false)
  const hasKeys = useLetterKeys()
  const heading = useRef<HTMLHeadingElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)

  useEffect(() => {
    void session.open(drawHere(drawId))
    const hide = () => document.visibilityState === 'hidden' && session.save(true)
    const leave = () => session.save(true)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      session.close()
    }
  }, [session, drawId])
  const failed = (error: unknown, sentence: string) => {
    tellRefusal(error, sentence)
  }
  const ended = useEffectEvent(() => {
    const result = session.result
    if (result && draw) router.replace(routes.practiceResult({ ...result, subjectName: result.subjectName || title }, draw))
  })
  useEffect(() => {
    if (status === 'ended') ended()
  }, [status])

  const question = draw?.questions[index] ?? null
  const answer = question ? answers[question.id] : undefined
  const mark = question && answer && bookMarkOf(question, answer)
  const chosen = (question && choices[question.id]) ?? []
  const goTo = (to: number) => {
    if (!session.goTo(to)) return notify.warning(q(to < 0 ? 'isFirst' : 'isLast'))
    const focus = () => heading.current?.focus()
    if (!card) return focus()
    // It gives the focus back to its button as it closes, and nothing behind it takes it before.
    setCard(false)
    requestAnimationFrame(focus)
  }
  const noteFocus = () => {
    hadFocus.current = inner.current?.contains(document.activeElement) ?? false
  }
  const judged = (begin: () => Promise<Submitted | void>) => {
    noteFocus()
    begin().then(
      (submitted) => {
        if (submitted === 'unchosen') notify.warning(t('choose'))
        if (submitted === 'gone') notify.error(t('questionGone'))
      },
      (error: unknown) => failed(error, t('judgeFailed')),
    )
  }
  const pick = (optionId: string) => judged(() => session.pick(optionId))
  const submit = () => judged(() => session.submit())
  // Just before what is shown changes: the way out of the book goes with the question that takes it.
  const noteSign = useEffectEvent(noteFocus)
  useEffect(() => watchBook(noteSign), [])
  const isInBook = mark?.inBook
  // What was pressed goes with the open question, or with the book: the focus stays at the question, unless it went elsewhere meanwhile.
  useEffect(() => {
    if (!answer) return
    if (hadFocus.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [answer, isInBook])
  const end = () => {
    setEnding(true)
    session.end().catch((error: unknown) => failed(error, t('endFailed'))).finally(() => setEnding(false))
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!question || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const onControl = event.target instanceof Element && event.target.closest('button, a, select, textarea')
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (areForScrolling(event.target)) return
      event.preventDefault()
      return goTo(index + (event.key === 'ArrowLeft' ? -1 : 1))
    }
    if (event.key === 'Enter' && !onControl && question.kind === 'multiple' && !answer) return submit()
    if (!areLetterKeysOn()) return
    const at = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase().charCodeAt(0) - 97 : /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1
    const option = question.options[at]
    if (option) pick(option.id)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const total = draw?.questions.length ?? 0
  const done = Object.keys(answers).length
  const head = (
    <header className={styles.bar}>
      <h1 className="clip1">{what.from === 'subject' ? <PlatformText>{draw?.subjectName || title}</PlatformText> : title}</h1>
      {question && <Clock session={session} />}
      {question
        ? <Button look="primary" busy={isEnding} busyLabel={t('ending')} onClick={() => (done < total ? setAsksEnd(true) : end())}>{t('end')}</Button>
        : <ButtonLink href={backHref}>{t('back')}</ButtonLink>}
    </header>
  )
  if (!question && (status === 'loading' || status === 'ended')) {
    return (
      <div className={styles.page}>
        {head}
        <div className={styles.shell}>
          <main id="main" tabIndex={-1} className={styles.main}>
            <p className="sr" role="status">{t('loading')}</p>
            <div className={styles.inner} aria-hidden="true"><Skeleton width="40%" /><Skeleton height={28} gap={16} />{['a', 'b', 'c', 'd'].map((option) => <Skeleton key={option} height={56} gap={12} />)}</div>
          </main>
          <div className={styles.aside} />
        </div>
      </div>
    )
  }
  if (!question) {
    return (
      <div className={styles.page}>
        {head}
        <main id="main" tabIndex={-1} className={styles.wait}>
          {status === 'failed'
            ? <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => void session.open(drawHere(drawId))} />
            : <EmptyState text={status === 'missing' ? (refusal ? words(refusal) : t('missing')) : t('none')} action={{ href: backHref, label: t('back') }} />}
        </main>
      </div>
    )
  }
  const target = answer && { ...question.place, questionId: question.id, kind: question.kind, content: question.content, chosenIds: answer.chosenIds, isRight: answer.isRight, mistakeId: answer.mistakeId }
  return (
    <div className={styles.page}>
      {head}
      <div className={styles.shell}>
        <main id="main" tabIndex={-1} className={styles.main}>
          <div className={styles.inner} ref={inner}>
            <div className={`num ${questions.meta}`}>
              <span className={questions.position} aria-hidden="true">{q('position', { number: index + 1, total })}</span>
              <Tag tone="brand">{q(`kinds.${question.kind}`)}</Tag>
              {answer && target && mark && <span className={questions.metaEnd}><MistakeToggle key={question.id} mark={mark} target={target} /></span>}
            </div>
            <h2 className="sr" ref={heading} tabIndex={-1}>{q('number', { number: index + 1, total })}</h2>
            <QuestionText html={question.content} id="question" />
            <p className="sr" role="status">{answer && t('verdict', { state: answer.isRight ? 'right' : 'wrong', letters: lettersOf(question.options, answer.correctIds) })}</p>
            {answer && target && mark
              ? <JudgedQuestion key={question.id} question={question} answer={answer} mark={mark} target={target} hasBank={hasBank} onGraded={(review) => session.schedule(question.id, review)} />
              : <OpenQuestion key={question.id} question={question} chosen={chosen} isJudging={isJudging} onPick={pick} onSubmit={submit} />}
          </div>
          <nav className={styles.nav} aria-label={t('card')}>
            <div className={styles.navIn}>
              <Button icon={<Icon of={ChevronLeft} className="i i-16" />} onClick={() => goTo(index - 1)}>{q('previous')}</Button>
              <span className={styles.hint}>{t(hasKeys ? 'keys' : 'fewKeys')}</span>
              <Button className={`num ${styles.cardButton}`} icon={<Icon of={LayoutGrid} className="i i-16" />} aria-haspopup="dialog" onClick={() => setCard(true)}>{t('cardShort', { done, total })}</Button>
              <Button onClick={() => goTo(index + 1)}>{q('next')}<Icon of={ChevronRight} className="i i-16" /></Button>
            </div>
          </nav>
        </main>
        <aside className={styles.aside} aria-label={t('card')}><h2 className="h3">{t('card')}</h2><Card session={session} onGoTo={goTo} /></aside>
      </div>
      <Dialog open={card} onClose={() => setCard(false)} title={t('card')} sheet><Card session={session} onGoTo={goTo} /></Dialog>
      <ConfirmDialog
        open={asksEnd} title={t('endTitle')} confirmLabel={t('end')} cancelLabel={t('goOn')} onCancel={() => setAsksEnd(false)}
        onConfirm={() => {
          setAsksEnd(false)
          end()
        }}
      >
        {t('endText', { count: total - done })}
      </ConfirmDialog>
    </div>
  )
}
