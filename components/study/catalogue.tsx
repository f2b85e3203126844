'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef } from 'react'
import { ChapterWords } from '@/components/catalogue/chapter-words'
import { PlatformText } from '@/components/content/platform-text'
import { CatalogueRow } from '@/components/study/catalogue-row'
import { EmptyState } from '@/components/ui/empty-state'
import { KindIcon } from '@/components/ui/kind-icon'
import { StateMark } from '@/components/ui/state-mark'
import { countSections, type Chapter } from '@/lib/domain/catalogue'
import { stopsOf, stopsOfChapter, stopsOfItem, type Player, type PlayerItem, type Stop } from '@/lib/domain/player'
import styles from './player.module.css'

type Props = { player: Player; current: Stop | null; onOpen: (stop: Stop) => void; /** Something locked was pressed: it may be unlocked elsewhere by now. */ onLocked?: () => void }

/** Chapters and sections with kind and state, the current one marked and in sight; of a plan its courses and exams. */
export function Catalogue({ player, current, onOpen, onLocked }: Props) {
  const t = useTranslations('catalogue')
  const study = useTranslations('study.catalogue')
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const stops = new Map(stopsOf(player).map((stop) => [stop.key, stop]))
  const currentKey = current?.key
  const isPlan = player.subject.kind === 'plan'

  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current="true"]')
    const view = list.current?.closest<HTMLElement>('[role="tabpanel"]')
    // Only the catalogue scrolls: on phones it is part of the page, which stays where it is.
    if (!row || !view || view.scrollHeight <= view.clientHeight) return
    const { top, bottom } = row.getBoundingClientRect()
    const frame = view.getBoundingClientRect()
    if (top < frame.top + 40 || bottom > frame.bottom - 8) view.scrollTop += top - frame.top - frame.height / 3
  }, [currentKey])

  const rowOf = (stop: Stop) => <CatalogueRow key={stop.key} stop={stop} subject={player.subject} stops={stops} isCurrent={stop.key === currentKey} idOf={({ key }) => `${id}-${key}`} onOpen={onOpen} onLocked={onLocked} />
  const chapterOf = (chapter: Chapter, index: number, item: PlayerItem) => {
    const { passed, total } = countSections([chapter])
    const lockId = `${id}-${item.id ?? ''}-${chapter.id}`
    return (
      <section className={styles.chapter} key={chapter.id}>
        <header>
          <h3 className="clip1">
            <ChapterWords locked={chapter.locked} className={`clip1 ${styles.press}`} describedBy={lockId}>{t('chapter', { number: index + 1 })}　<PlatformText>{chapter.name}</PlatformText></ChapterWords>
          </h3>
          {chapter.locked && <StateMark state="locked" iconOnly id={lockId} />}
          <span className="muted num"><span aria-hidden="true">{passed} / {total}</span><span className="sr">{study('passed', { passed, total })}</span></span>
        </header>
        <ul>{stopsOfChapter(item, chapter).map(rowOf)}</ul>
      </section>
    )
  }
  if (stops.size === 0) return <EmptyState compact text={t('empty')} />
  return (
    <div ref={list}>
      {player.items.map((item) => (
        <div className={styles.item} key={item.id ?? item.targetId}>
          {isPlan && item.kind === 'course' && <h3 className={styles.itemHead}><KindIcon kind="course" /><PlatformText>{item.name}</PlatformText></h3>}
          {item.kind === 'exam' ? <ul>{stopsOfItem(item).map(rowOf)}</ul> : item.chapters.map((chapter, index) => chapterOf(chapter, index, item))}
        </div>
      ))}
    </div>
  )
}
