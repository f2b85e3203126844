'use client'

import { ChevronRight } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import type { Ranking, RankingScope } from '@/lib/domain/rankings'
import styles from './rankings.module.css'

// Only a press opens it: with a boundary of its own, so that nothing else vanishes while it loads.
const RankingDialog = dynamic(() => import('@/components/rankings/ranking-dialog'), { ssr: false })

/** Opens the rankings of a course or plan in a dialog. */
export function MoreRankings({ target, name, hours }: { target: RankingScope; name: string; hours: Ranking }) {
  const t = useTranslations('rankings')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.more} onClick={() => setOpen(true)}>{t('more')}<Icon of={ChevronRight} className="i i-16" /></button>
      {open && <Suspense><RankingDialog target={target} name={name} hours={hours} onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
