'use client'

import { ChevronRight } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense, useState } from 'react'
import { RankingList } from '@/components/rankings/ranking-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { sideRankingRows, type Ranking, type RankingScope } from '@/lib/domain/rankings'
import styles from './rankings.module.css'

// Only a press opens it: with a boundary of its own, so that nothing else vanishes while it loads.
const RankingDialog = dynamic(() => import('@/components/rankings/ranking-dialog'), { ssr: false })

/** The first six by class hours, and all the rankings of a course or plan in a dialog; the browser gets what they say once for both. */
export function RankingView({ target, name, hours }: { target: RankingScope; name: string; hours: Ranking }) {
  const t = useTranslations('rankings')
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={styles.sideHead}>
        <h2 className="h3" id="ranking-title">{t('metrics.hours')}</h2>
        <button type="button" className={styles.more} onClick={() => setOpen(true)}>{t('more')}<Icon of={ChevronRight} className="i i-16" /></button>
      </div>
      {hours.rows.length > 0
        ? <RankingList ranking={hours} metric="hours" label={t('metrics.hours')} count={sideRankingRows} compact />
        : <EmptyState compact text={t('nobody')} />}
      {open && <Suspense><RankingDialog target={target} name={name} hours={hours} onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
