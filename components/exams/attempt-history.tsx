'use client'

import { ChevronDown } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useId, useState } from 'react'
import { useExamWords } from '@/components/exams/moments'
import { OutcomeMark } from '@/components/exams/outcome-mark'
import styles from '@/components/exams/exams.module.css'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { PanelSkeleton } from '@/components/ui/skeletons'
import { StateMark } from '@/components/ui/state-mark'
import type { ExamPlace } from '@/lib/domain/attempts'
import type { Attempt, ExamKind } from '@/lib/domain/exams'

// After the page: most look at none of them.
const load = () => import('@/components/exams/opened-attempt')
const OpenedAttempt = dynamic(load, { ssr: false, loading: () => <PanelSkeleton lines={3} height={150} /> })

/** The attempt whose last answers may still be on their way, as long as that is so: to ask how it went would cut them off. */
function useCollecting(attempts: readonly Attempt[]): string | undefined {
  const [collected, setCollected] = useState<string | null>(null)
  const { id, lateMs } = attempts.find((attempt) => attempt.lateMs !== undefined && attempt.id !== collected) ?? {}
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => setCollected(id), lateMs)
    return () => clearTimeout(timer)
  }, [id, lateMs])
  return id
}

type Props = { place: ExamPlace; kind: ExamKind; attempts: Attempt[]; /** The one that the learner would go on with, though it may be listed with a score of 0. */ underWayId?: string | null; heading?: 'h2' | 'h3' }

/** My attempts, newest first; one at a time opens and loads its result. */
export function AttemptHistory({ place, kind, attempts, underWayId, heading: Heading = 'h2' }: Props) {
  const t = useTranslations('exams.history')
  const exams = useTranslations('exams')
  const { moment } = useExamWords()
  const [openId, setOpen] = useState<string | null>(null)
  const id = useId()
  const collectingId = useCollecting(attempts)
  useEffect(() => void load().catch(() => undefined), [])
  return (
    <section className={styles.history} aria-labelledby={`${id}-title`}>
      <Heading className="h3" id={`${id}-title`}>{t('title')}</Heading>
      {attempts.length === 0
        ? <EmptyState compact text={t('none')} />
        : (
            <ol>
              {attempts.map((attempt) => {
                const isOpen = attempt.id === openId
                const state = attempt.id === collectingId ? 'collecting' : attempt.id === underWayId ? 'running' : attempt.state
                return (
                  <li key={attempt.id} className={styles.row}>
                    <div className={styles.line}>
                      <span className={styles.number} id={`${id}-${attempt.id}-number`}>{t('number', { number: attempt.number })}</span>
                      <span className={styles.pair}><span>{t('score')} </span>{state === 'running' || attempt.score === null || attempt.score < 0 ? '–' : exams('points', { score: attempt.score })}</span>
                      <span>{state === 'running' || state === 'pendingSubmit' || state === 'pendingUpload' || state === 'collecting' ? <StateMark state="inProgress">{t(`states.${state}`)}</StateMark> : <OutcomeMark outcome={attempt.outcome} />}</span>
                      <span className={`num ${styles.time}`}>{moment(attempt.startedAt ?? attempt.finishedAt)}</span>
                      <span className={styles.toggle}>
                        {state !== 'running' && state !== 'collecting' && (
                          <Button look="ghost" aria-expanded={isOpen} aria-controls={`${id}-${attempt.id}`} aria-describedby={`${id}-${attempt.id}-number`} icon={<Icon of={ChevronDown} className="i i-16" style={isOpen ? { rotate: '180deg' } : undefined} />} onClick={() => setOpen(isOpen ? null : attempt.id)}>
                            {t(isOpen ? 'collapse' : 'expand')}
                          </Button>
                        )}
                      </span>
                    </div>
                    <div id={`${id}-${attempt.id}`} className={styles.open} hidden={!isOpen}>{isOpen && <OpenedAttempt place={place} kind={kind} attempt={attempt} />}</div>
                  </li>
                )
              })}
            </ol>
          )}
    </section>
  )
}
