'use client'

import { ChartNoAxesColumn, UserRound, Users } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { Icon } from '@/components/ui/icon'
import type { SchoolClass } from '@/lib/domain/classes'
import styles from './classes.module.css'

const RankingDialog = dynamic(() => import('@/components/rankings/ranking-dialog'))

/** A class: its name, head teachers and number of people; pressing it shows its rankings. */
export function ClassCard({ schoolClass: { id, name, teacherNames, memberCount } }: { schoolClass: SchoolClass }) {
  const t = useTranslations('classes')
  const [open, setOpen] = useState(false)
  const facts = (
    <>
      <span className={`${styles.name} clip2`}><PlatformText>{name}</PlatformText></span>
      {teacherNames && <span className={styles.fact}><Icon of={UserRound} className="i i-16" /><span>{t.rich('teachers', { names: () => <PlatformText>{teacherNames}</PlatformText> })}</span></span>}
      <span className={styles.fact}><Icon of={Users} className="i i-16" />{t('members', { count: memberCount })}</span>
    </>
  )
  if (id === null) return <div className={`panel ${styles.card}`}>{facts}</div>
  return (
    <>
      <button type="button" className={`panel ${styles.card} ${styles.opens}`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {facts}
        <span className={styles.action}><Icon of={ChartNoAxesColumn} className="i i-16" />{t('rankings')}</span>
      </button>
      {open && <Suspense><RankingDialog target={{ scope: 'class', id }} name={name} onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
