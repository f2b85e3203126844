'use client'

import { ChevronDown } from 'lucide'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { useFoldedRow } from '@/components/ui/use-folded-row'
import styles from './library.module.css'

export type TagLink = { href: string; label: string; lang?: string; current: boolean }
export type TagRowFacts = { id: string; label: string; lang?: string; tags: TagLink[] }

/** One group of tags. What does not stand on its first line is folded away, unless the chosen tag is among it. */
export function TagRow({ label, lang, tags }: TagRowFacts) {
  const t = useTranslations('library')
  const id = useId()
  const { list, fitting, open, toggle } = useFoldedRow(tags.length, tags.findIndex(({ current }) => current))
  return (
    <div className={styles.row} role="group" aria-labelledby={`${id}-name`}>
      <span className={styles.name} id={`${id}-name`} lang={lang}>{label}</span>
      <ul ref={list} className={open ? styles.tags : `${styles.tags} ${styles.folded}`} id={`${id}-tags`}>
        {tags.map((tag, index) => (
          <li key={tag.href} className={!open && fitting !== null && index >= fitting ? styles.away : undefined}>
            <Link className={styles.tag} href={tag.href} lang={tag.lang} aria-current={tag.current ? 'true' : undefined} scroll={false}><span>{tag.label}</span></Link>
          </li>
        ))}
      </ul>
      {fitting !== null && (
        <button className={styles.more} type="button" aria-expanded={open} aria-controls={`${id}-tags`} aria-describedby={`${id}-name`} onClick={toggle}>
          {t(open ? 'less' : 'more')}<Icon of={ChevronDown} className={open ? `i i-16 ${styles.up}` : 'i i-16'} />
        </button>
      )}
    </div>
  )
}
