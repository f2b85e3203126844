'use client'

import { ChevronLeft, ChevronRight } from 'lucide'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { useLetterKeys } from '@/components/questions/letter-keys'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { optionLetter } from '@/lib/domain/questions'

type Props = { optionCount: number; onMove: (by: 1 | -1) => void; sheetButton: ReactNode }

/** Previous and next, and on wide screens what the keyboard does. */
export function QuestionNav({ optionCount, onMove, sheetButton }: Props) {
  const t = useTranslations('attempts')
  const hasKeys = useLetterKeys()
  return (
    <nav className={styles.nav} aria-label={t('keys.move')}>
      <div className={styles.navIn}>
        <Button icon={<Icon of={ChevronLeft} className="i i-16" />} onClick={() => onMove(-1)}>{t('previous')}</Button>
        <span className={styles.keys} aria-hidden="true">
          {hasKeys && <><kbd>A</kbd>–<kbd>{optionLetter(Math.max(0, optionCount - 1))}</kbd> {t('keys.choose')}</>}
          <kbd>←</kbd><kbd>→</kbd> {t('keys.move')}
          {hasKeys && <><kbd>M</kbd> {t('keys.mark')}</>}
        </span>
        {sheetButton}
        <Button look="primary" onClick={() => onMove(1)}>{t('next')}<Icon of={ChevronRight} className="i i-16" /></Button>
      </div>
    </nav>
  )
}
