'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import type { ExamLearner } from '@/components/attempts/exam-taking'
import { Button } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'
import { answerFileOf, leftAnswers, type LeftAnswers } from '@/lib/domain/answer-file'

type Props = { left: LeftAnswers; learner: ExamLearner; /** They are of another attempt than the one on the screen. */ isEarlier?: boolean; onDone?: () => void }

/** The last resort: which answers the server never confirmed, the file with them, and what to do with it. */
export function LeftAnswersBox({ left, learner, isEarlier = false, onDone }: Props) {
  const t = useTranslations('answerFile')
  const [isSaved, setSaved] = useState(false)
  const answers = leftAnswers(left)
  const save = async () => {
    try {
      const file = new Blob([JSON.stringify(await answerFileOf(left, learner, Date.now()), null, 2)], { type: 'application/json' })
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: t('fileName', { number: left.attempt.ref.attemptId }) })
      link.click()
      // The browser reads the file after this turn.
      window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      setSaved(true)
    } catch {
      notify.error(t('failed'))
    }
  }
  return (
    <div className={styles.left}>
      <p>{t(isEarlier ? 'earlier' : 'late', { count: answers.length })}</p>
      <ul className={styles.leftList}>
        {answers.map(({ opId, number, letters }) => <li key={opId} className="num">{t('item', { number, letters: letters || t('cleared') })}</li>)}
      </ul>
      <p>{t('what')}</p>
      <div className={styles.leftActions}>
        <Button look="primary" icon={<Download className="i" />} onClick={() => void save()}>{t('download')}</Button>
        {onDone && <Button onClick={onDone}>{t(isSaved ? 'done' : 'discard')}</Button>}
      </div>
    </div>
  )
}
