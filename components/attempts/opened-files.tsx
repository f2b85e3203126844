'use client'

import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRef, useState, type ChangeEvent } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { FiledWord, useFiling } from '@/components/attempts/filing'
import { useLeadAway } from '@/components/shell/lead-away'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Icon } from '@/components/ui/icon'
import { useMoments } from '@/components/ui/moments'
import { answerFileIn } from '@/lib/domain/answer-file'
import { answerFilesQuery } from '@/lib/queries/attempts'

/** The answer files that were received of an exam, and a field for another. */
export default function OpenedFiles({ examId, learnerId }: { examId: string; learnerId: string }) {
  const t = useTranslations('answerFile')
  const { moment } = useMoments()
  const received = useQuery(answerFilesQuery(examId))
  const filing = useFiling(useLeadAway())
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ name: string; text: string; about: ReturnType<typeof answerFileIn> } | null>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    filing.reset()
    const text = await file.text()
    setChosen({ name: file.name, text, about: answerFileIn(text) })
  }
  const { about } = chosen ?? {}
  const isForeign = about !== null && about !== undefined && about.learner.id !== learnerId
  const problem = chosen && (!about ? t('upload.unreadable') : isForeign ? t('upload.foreign') : null)
  if (received.isError) return <ErrorState title={t('upload.loadFailed')} onRetry={() => void received.refetch()} retrying={received.isFetching} />
  if (received.data === null) return <p className={styles.filesText}>{t('notTaken')}</p>
  return (
    <div className={styles.left}>
      <p className={styles.filesText}>{t('upload.text')}</p>
      {received.data && received.data.length > 0 && (
        <ul className={styles.filesList} aria-label={t('upload.received')}>
          {received.data.map(({ number, receivedAt, late, arrived }) => (
            <li key={number}><b className="num">{number}</b> <span className="num">{moment(receivedAt)}</span> <span>{t('upload.counts', { late, arrived })}</span></li>
          ))}
        </ul>
      )}
      {chosen && about && !problem && <p>{t('upload.chosen', { exam: about.exam, count: about.count, at: moment(about.madeAt) })}</p>}
      {problem && <p className="error" role="alert">{problem}</p>}
      <FiledWord state={filing.state} />
      <div className={styles.leftActions}>
        <input ref={field} className="sr" type="file" accept="application/json,.json" aria-label={t('upload.choose')} tabIndex={-1} onChange={(event) => void choose(event)} />
        <Button icon={<Icon of={FileUp} className="i" />} data-gesture="" onClick={() => field.current?.click()}>{t('upload.choose')}</Button>
        {chosen && !problem && filing.state.step !== 'filed' && <Button look="primary" busy={filing.state.step === 'sending'} busyLabel={t('sending')} onClick={() => void filing.handIn(() => Promise.resolve(chosen.text))}>{t('handIn')}</Button>}
      </div>
    </div>
  )
}
