'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { SectionRow } from '@/components/catalogue/section-row'
import { useOpening } from '@/components/enrolment/use-opening'
import { StateMark } from '@/components/ui/state-mark'
import { countSections, withUnlocked, type Chapter } from '@/lib/domain/catalogue'
import type { EnrolmentTarget, Permission } from '@/lib/domain/enrolment'
import styles from './catalogue.module.css'

type Props = {
  /** The course or plan that is studied. */
  owner: EnrolmentTarget
  /** The item of the plan these chapters belong to. */
  itemId?: string
  /** With their locks applied. */
  chapters: Chapter[]
  /** Whether there is a study record; else opening a section makes one. */
  begun: boolean
  permission: Permission
}

/** Chapters and sections with how they stand; open ones lead into the player, locked ones say what opens them. */
export function Catalogue({ owner, itemId, chapters: given, begun, permission }: Props) {
  const t = useTranslations('catalogue')
  const { open, busy } = useOpening(owner)
  const [unlocked, setUnlocked] = useState<string[]>([])
  const chapters = unlocked.reduce(withUnlocked, given)
  return chapters.map((chapter, index) => {
    const { passed, total } = countSections([chapter])
    return (
      <section className="chapter" key={chapter.id} aria-labelledby={`chapter-${chapter.id}`}>
        <header>
          <h2 className={styles.title} id={`chapter-${chapter.id}`}>
            <span className={styles.number}>{t('chapter', { number: index + 1 })}</span> <PlatformText>{chapter.name}</PlatformText>
          </h2>
          {chapter.locked && <StateMark state="locked" iconOnly />}
          <span className="muted num">{t('passed', { passed, total })}</span>
        </header>
        <ul>
          {chapter.sections.map((section) => (
            <SectionRow
              key={section.id} section={section} chapter={chapter} chapters={chapters} owner={owner} itemId={itemId} begun={begun} permission={permission}
              onStart={(at) => !busy && open({ by: 'start', at })} onUnlocked={() => setUnlocked((ids) => [...ids, section.id])}
            />
          ))}
        </ul>
      </section>
    )
  })
}
