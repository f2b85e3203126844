'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useId, useRef, useState } from 'react'
import styles from './library.module.css'

export type TagLink = { href: string; label: string; lang?: string; current: boolean }
export type TagRowFacts = { id: string; label: string; lang?: string; tags: TagLink[] }

/** The height of one line of tags, in pixels; a row that is taller can be folded (spec 2 §9). */
const LINE = 40

/** One group of tags. What does not stand on its first line is folded away, unless the chosen tag is among it. */
export function TagRow({ label, lang, tags }: TagRowFacts) {
  const t = useTranslations('library')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  // How many stand on the first line; null when all do.
  const [fitting, setFitting] = useState<number | null>(null)
  const [pressed, setPressed] = useState<boolean | null>(null)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const watcher = new ResizeObserver(() => {
      const tops = [...row.children].map((tag) => (tag as HTMLElement).offsetTop)
      setFitting(row.scrollHeight > LINE ? tops.filter((top) => top === tops[0]).length : null)
    })
    watcher.observe(row)
    return () => watcher.disconnect()
  }, [tags.length])
  const open = pressed ?? (fitting !== null && tags.findIndex(({ current }) => current) >= fitting)
  return (
    <div className={styles.row} role="group" aria-labelledby={`${id}-name`}>
      <span className={styles.name} id={`${id}-name`} lang={lang}>{label}</span>
      <ul ref={list} className={open ? styles.tags : `${styles.tags} ${styles.folded}`} id={`${id}-tags`}>
        {tags.map((tag, index) => (
          <li key={tag.href} className={!open && fitting !== null && index >= fitting ? styles.away : undefined}>
            <Link className={styles.tag} href={tag.href} lang={tag.lang} aria-current={tag.current ? 'true' : undefined} scroll={false} prefetch={false}><span>{tag.label}</span></Link>
          </li>
        ))}
      </ul>
      {fitting !== null && (
        <button className={styles.more} type="button" aria-expanded={open} aria-controls={`${id}-tags`} aria-describedby={`${id}-name`} onClick={() => setPressed(!open)}>
          {t(open ? 'less' : 'more')}<ChevronDown className={open ? `i i-16 ${styles.up}` : 'i i-16'} />
        </button>
      )}
    </div>
  )
}
