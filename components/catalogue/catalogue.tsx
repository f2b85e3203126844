'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ChapterWords } from '@/components/catalogue/chapter-words'
import { PlatformText } from '@/components/content/platform-text'
import { anchorOf, SectionRow } from '@/components/catalogue/section-row'
import { useClosedPress } from '@/components/catalogue/use-closed-press'
import { useOpening } from '@/components/enrolment/use-opening'
import { StateMark } from '@/components/ui/state-mark'
import { countSections, withUnlocked, type Chapter, type Section } from '@/lib/domain/catalogue'
import type { Closure, EnrolmentTarget, PlayerPlace } from '@/lib/domain/enrolment'
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
  /** Why nothing of it opens now. */
  closure: Closure | null
  /** The rank of the chapters' headings. */
  heading?: 'h2' | 'h3'
}

/** Chapters and sections with how they stand; open ones lead into the player, locked ones say what opens them. */
export function Catalogue({ owner, itemId, chapters: given, begun, closure, heading: Heading = 'h2' }: Props) {
  const t = useTranslations('catalogue')
  const { open, busy } = useOpening(owner)
  const [unlocked, setUnlocked] = useState<string[]>([])
  const chapters = unlocked.reduce(withUnlocked, given)
  const pressClosed = useClosedPress()
  const start = (at: PlayerPlace, { kind, locked }: Section) => {
    if (closure) pressClosed(closure, owner.kind === 'plan' && begun && kind === 'exam' && !locked ? at : null)
    else if (!busy) open({ by: 'start', at })
  }
  return chapters.map((chapter, index) => {
    const { passed, total } = countSections([chapter])
    return (
      <section className="chapter" key={chapter.id} aria-labelledby={anchorOf('chapter', chapter.id, itemId)}>
        <header className={styles.head}>
          <Heading className={styles.title} id={anchorOf('chapter', chapter.id, itemId)}>
            <ChapterWords locked={chapter.locked} className={styles.press} describedBy={anchorOf('lock', chapter.id, itemId)}>
              <span className={styles.number}>{t('chapter', { number: index + 1 })}</span> <PlatformText>{chapter.name}</PlatformText>
            </ChapterWords>
          </Heading>
          {chapter.locked && <StateMark state="locked" iconOnly id={anchorOf('lock', chapter.id, itemId)} />}
          <span className="muted num">{t('passed', { passed, total })}</span>
        </header>
        <ul>
          {chapter.sections.map((section) => (
            <SectionRow
              key={section.id} section={section} chapters={chapters} owner={owner} itemId={itemId} begun={begun} closure={closure}
              onStart={(at) => start(at, section)} onUnlocked={() => setUnlocked((ids) => [...ids, section.id])}
            />
          ))}
        </ul>
      </section>
    )
  })
}
