'use client'

import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { ProgressLine } from '@/components/ui/progress-bar'
import { Stars } from '@/components/ui/stars'
import { useViewInAddress } from '@/components/ui/use-view-in-address'
import { ViewTabs, type ViewTab } from '@/components/ui/view-tabs'
import type { PlayerSubject } from '@/lib/domain/player'
import { routes } from '@/lib/routes'
import styles from './player.module.css'

type Props = { subject: PlayerSubject; /** The study time again, for phones. */ time: ReactNode; views: ViewTab[]; /** Ends the visit before another page opens. */ onLeave: (event: MouseEvent, href: string) => void }

/** What is studied and how far: name, lecturer, company, rating, hours, credits, progress; below it the catalogue. */
export function SidePanel({ subject, time, views, onLeave }: Props) {
  const t = useTranslations('study.side')
  const lang = usePlatformLang()
  const view = useViewInAddress(views.map(({ id }) => id))
  const ledger = routes.studyTime(subject)
  return (
    <aside className={styles.side} aria-label={t(subject.kind)}>
      <div className={styles.about}>
        <h2 className="h3" lang={lang(subject.name)}>{subject.name}</h2>
        <p className={styles.facts}>
          {subject.teacherName && <span><PlatformText>{subject.teacherName}</PlatformText></span>}
          {subject.companyName && <span><PlatformText>{subject.companyName}</PlatformText></span>}
        </p>
        <p className={`num ${styles.facts}`}>
          {subject.rating > 0 && <Stars value={subject.rating} size={14} />}
          <span>{t('hours', { hours: subject.hours })}</span>
          <span>{t('credits', { credits: subject.credits })}</span>
          <a className={`link ${styles.ledger}`} href={ledger} onClick={(event) => onLeave(event, ledger)}>{t('ledger')}</a>
        </p>
        {time}
        <div className={styles.progress}><ProgressLine percent={subject.progressPercent} label={t('progress')} tone={subject.state === 'passed' ? 'ok' : 'brand'} /></div>
      </div>
      <ViewTabs label={t('tabs')} tabs={views} {...view} keep />
    </aside>
  )
}
