'use client'

import { FileX2, Inbox } from 'lucide'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { StageWord } from '@/components/study/stage-word'

/** The stage where there is nothing to open: a course or plan without sections, or one that no longer has what the address names. */
export function EmptyStage({ hasStops, actions }: { hasStops: boolean; /** The ways out. */ actions: ReactNode }) {
  const t = useTranslations('study.stage')
  const empty = useTranslations('ui.empty')
  return hasStops
    ? <StageWord icon={FileX2} title={t('missing')} text={t('missingText')} actions={actions} />
    : <StageWord icon={Inbox} title={empty('title')} actions={actions} />
}
