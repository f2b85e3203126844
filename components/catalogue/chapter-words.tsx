'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { notify } from '@/components/ui/notify'

type Props = { locked: boolean; className?: string; /** The id of what says how the chapter stands. */ describedBy: string; children: ReactNode }

/** The words of a chapter's heading; those of a locked chapter can be pressed and say so. */
export function ChapterWords({ locked, className, describedBy, children }: Props) {
  const t = useTranslations('catalogue')
  if (!locked) return children
  return <button type="button" className={className} aria-describedby={describedBy} onClick={() => notify.error(t('chapterLocked'))}>{children}</button>
}
