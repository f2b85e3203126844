'use client'

import { Check, LayoutGrid } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import { loadExamSettings } from '@/components/attempts/later-parts'
import { useCellInSight } from '@/components/questions/use-cell-in-sight'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Answers, OpenedAttempt } from '@/lib/domain/attempts'
import { sheetGroups } from '@/lib/domain/questions'

const ExamSettings = dynamic(loadExamSettings, { ssr: false })

type Props = { session: AttemptSession; attempt: OpenedAttempt; answers: Answers; marked: string[]; current: number; onGoTo: (index: number) => void }

/** All questions by kind with what became of each: answered, unanswered, marked, told by shape and by word. */
export function AnswerSheet({ session, attempt, answers, marked, current, onGoTo }: Props) {
  const t = useTranslations('attempts')
  const { questions } = attempt
  const cell = useCellInSight(current)
  const done = questions.filter(({ id }) => answers[id]).length
  const statesOf = (isDone: boolean, isMarked: boolean, isNow: boolean) =>
    [t(isDone ? 'cellStates.answered' : 'cellStates.unanswered'), ...(isMarked ? [t('cellStates.marked')] : []), ...(isNow ? [t('cellStates.current')] : [])].join(t('cellStates.join'))
  return (
    <>
      <h2 className={`h3 ${styles.sheetTitle}`}>{t('sheet')}</h2>
      <div className={`${styles.counts} num`}>
        <div><span className="cell done" aria-hidden="true"><Icon of={Check} className="i i-16" /></span><span>{t('counts.answered')} <b>{done}</b></span></div>
        <div><span className="cell" aria-hidden="true" /><span>{t('counts.unanswered')} <b>{questions.length - done}</b></span></div>
        <div><span className="cell flag" aria-hidden="true" /><span>{t('counts.marked')} <b>{marked.length}</b></span></div>
      </div>
      {sheetGroups(questions).map(({ kind, items, score }) => (
        <section key={kind}>
          <h3 className={styles.group}>{t(`kinds.${kind}`)} <span className="num">{t('sheetGroup', { count: items.length, score })}</span></h3>
          <div className={`sheet ${styles.cells}`}>
            {items.map(({ number, question }) => {
              const [isDone, isMarked, isNow] = [Boolean(answers[question.id]), marked.includes(question.id), number - 1 === current]
              return (
                <button
                  key={question.id} ref={isNow ? cell : undefined} type="button" className={['cell num', isDone && 'done', isMarked && 'flag', isNow && 'now'].filter(Boolean).join(' ')} aria-current={isNow ? 'step' : undefined}
                  aria-label={t('cell', { number, states: statesOf(isDone, isMarked, isNow) })} onClick={() => onGoTo(number - 1)}
                >
                  {number}
                </button>
              )
            })}
          </div>
        </section>
      ))}
      {/* Elsewhere nobody counts them (contract 8). */}
      {attempt.place.origin === 'standalone' && <SwitchFacts session={session} />}
      <ExamSettings />
    </>
  )
}

/** How much of the screen switches is used, where they are limited. */
function SwitchFacts({ session }: { session: AttemptSession }) {
  const t = useTranslations('attempts.switches')
  const switches = useObserved(session, (state) => state.switches)
  if (!switches || switches.rule === 'none') return null
  const { rule, countUsed, countAllowed, secondsUsed, secondsAllowed } = switches
  return (
    <section className={styles.switches}>
      <h3 className={styles.group}>{t('title')}</h3>
      <p className="num">{rule !== 'time' && t('count', { used: countUsed, allowed: countAllowed })}</p>
      <p className="num">{rule !== 'count' && t('seconds', { used: secondsUsed, allowed: secondsAllowed })}</p>
      <p className="muted">{t('rule')}</p>
    </section>
  )
}

/** On phones, the way to the sheet. */
export function SheetButton({ done, total, onPress }: { done: number; total: number; onPress: () => void }) {
  const t = useTranslations('attempts')
  return <Button className={`num ${styles.sheetButton}`} icon={<Icon of={LayoutGrid} className="i i-16" />} aria-haspopup="dialog" onClick={onPress}>{t('sheetShort', { done, total })}</Button>
}
