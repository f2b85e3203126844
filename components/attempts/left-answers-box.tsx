'use client'

import { Download, Send } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { FiledWord, useFiling } from '@/components/attempts/filing'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { answerFileOf, leftAnswers, type LeftAnswer, type LeftAnswers } from '@/lib/domain/answer-file'

type Props = { left: LeftAnswers; learner: ExamLearner; /** The last moment is over, another window or device handed in, or they are of another attempt than the one on the screen. */ why: 'late' | 'elsewhere' | 'earlier'; onDone?: () => void; /** For pages that may be left when handing in fails. */ leadAway?: (error: unknown) => boolean }

/** The last resort: which answers the server never confirmed, handing them in all the same, the file with them, and what comes of it. */
export function LeftAnswersBox({ left, learner, why, onDone, leadAway }: Props) {
  const t = useTranslations('answerFile')
  const [isSaved, setSaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const filing = useFiling(leadAway)
  const answers = leftAnswers(left)
  // Made once: what is handed in and what is saved is one and the same.
  const made = useRef<Promise<string> | null>(null)
  const text = () => (made.current ??= answerFileOf(left, learner, Date.now()).then((file) => JSON.stringify(file, null, 2)))
  // A paper may be changed while it is taken.
  const wordOf = ({ number, letters, optionIds }: Pick<LeftAnswer, 'number' | 'letters' | 'optionIds'>) =>
    number === 0 ? t('gone') : t('item', { number, letters: optionIds.length === 0 ? t('cleared') : letters || t('goneOption') })
  const save = async () => {
    try {
      const file = new Blob([await text()], { type: 'application/json' })
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: t('fileName', { number: left.attempt.ref.attemptId }) })
      link.click()
      // The browser reads the file after this turn.
      window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      setSaved(true)
    } catch {
      made.current = null
      notify.error(t('failed'))
    }
  }
  const { state } = filing
  const isFiled = state.step === 'filed'
  // A platform that does not know our exam protocol takes no answer files.
  const takesNone = state.step === 'notTaken' || left.attempt.standing.epoch === null
  // Neither with the organiser nor in a file: what is kept here is all there is of them.
  const isOnlyHere = !isFiled && !isSaved
  return (
    <div className={styles.left}>
      <p>{t(why, { count: answers.length })}</p>
      {/* Long, it scrolls by itself, and has nothing in it that a keyboard could go to. */}
      <ul className={styles.leftList} tabIndex={0} aria-label={t('title')}>
        {answers.map(({ opId, ...answer }) => <li key={opId} className="num">{wordOf(answer)}</li>)}
      </ul>
      {!isFiled && <p>{t(takesNone ? 'whatFile' : 'what')}</p>}
      <FiledWord state={state} />
      <div className={styles.leftActions}>
        {!isFiled && !takesNone && <Button look="primary" icon={<Icon of={Send} className="i" />} busy={state.step === 'sending'} busyLabel={t('sending')} onClick={() => void filing.handIn(text)}>{t('handIn')}</Button>}
        <Button look={takesNone ? 'primary' : undefined} icon={<Icon of={Download} className="i" />} onClick={() => void save()}>{t('download')}</Button>
        {onDone && <Button look={isFiled ? 'primary' : undefined} onClick={isOnlyHere ? () => setAsking(true) : onDone}>{t(isFiled ? 'filedDone' : isSaved ? 'done' : 'discard')}</Button>}
      </div>
      {onDone && (
        <ConfirmDialog
          open={isAsking} danger title={t('question.title')} confirmLabel={t('discard')} onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onDone()
          }}
        >
          {t('question.text')}
        </ConfirmDialog>
      )}
    </div>
  )
}
