'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { Icon } from '@/components/ui/icon'
import type { FiledAnswers } from '@/lib/domain/answer-file'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { handInAnswerFile } from '@/lib/queries/attempts'
import { BffError } from '@/lib/queries/bff'

export type FilingState = { step: 'idle' | 'sending' | 'notTaken' } | { step: 'filed'; filed: FiledAnswers } | { step: 'failed'; words: string | null }

/**
 * Handing in an answer file: `notTaken` where the platform takes none, `failed` with its words where it refused this one. `leadAway` is for
 * pages that may be left over a failure; a running exam stays.
 */
export function useFiling(leadAway?: (error: unknown) => boolean) {
  const client = useQueryClient()
  const [state, setState] = useState<FilingState>({ step: 'idle' })
  const handIn = async (text: () => Promise<string>) => {
    setState({ step: 'sending' })
    try {
      const filed = await handInAnswerFile(await text())
      setState(filed ? { step: 'filed', filed } : { step: 'notTaken' })
      void client.invalidateQueries({ queryKey: ['attempts', 'files'] })
    } catch (error) {
      if (leadAway?.(error)) return
      setState({ step: 'failed', words: error instanceof BffError && error.hasWords ? error.message : null })
    }
  }
  return { state, handIn, reset: () => setState({ step: 'idle' }) }
}

/** What became of it, in words: the number under which the file is kept, or why it was not taken. */
export function FiledWord({ state }: { state: FilingState }) {
  const t = useTranslations('answerFile')
  const words = usePlatformWords()
  if (state.step === 'failed') return <p className={styles.leftWord} role="alert"><Icon of={TriangleAlert} className="i" aria-hidden="true" /> <span>{state.words ? words(state.words) : t('notSent')}</span></p>
  if (state.step === 'notTaken') return <p className={styles.leftWord} role="status"><Icon of={TriangleAlert} className="i" aria-hidden="true" /> <span>{t('notTaken')}</span></p>
  if (state.step !== 'filed') return null
  const { number, late, arrived } = state.filed
  return (
    <p className={styles.leftWord} role="status">
      <Icon of={CircleCheck} className="i" aria-hidden="true" />
      <span><b className="num">{t('filed', { number })}</b> {late > 0 ? t('filedLate', { count: late }) : ''} {arrived > 0 ? t('filedArrived', { count: arrived }) : ''} {t('filedText')}</span>
    </p>
  )
}
