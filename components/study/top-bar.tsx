'use client'

import { ArrowLeft } from 'lucide'
import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { Bell } from '@/components/shell/bell'
import { PlayerMenu } from '@/components/study/player-menu'
import type { PlayerLearner } from '@/components/study/stage-props'
import { Icon } from '@/components/ui/icon'
import type { PlayerSubject } from '@/lib/domain/player'
import styles from './player.module.css'

type Props = {
  subject: PlayerSubject
  title: string
  learner: PlayerLearner
  /** The detail page this player belongs to. */
  backHref: string
  onBack: (event: MouseEvent) => void
  /** Reports the visit. */
  leave: () => Promise<unknown>
  /** The learner stays after all. */
  stay: () => void
  leaving: boolean
  children: ReactNode
}

/** Back, the name of the section, the study time, messages and the learner's menu. */
export function TopBar({ subject, title, learner, backHref, onBack, leaving, leave, stay, children }: Props) {
  const t = useTranslations('study')
  const lang = usePlatformLang()
  return (
    <header className={styles.bar}>
      <a className="iconbtn" href={backHref} aria-label={t(`back.${subject.kind}`)} title={t(`back.${subject.kind}`)} aria-busy={leaving || undefined} onClick={onBack}>
        {leaving ? <span className="spin" /> : <Icon of={ArrowLeft} className="i" />}
      </a>
      <h1 className="clip1" lang={lang(title)} title={title}>{title}</h1>
      {children}
      <div className={styles.barEnd}>
        <Bell />
        <div className={styles.user}><PlayerMenu learner={learner} leave={leave} stay={stay} /></div>
      </div>
    </header>
  )
}
