'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useId, useRef, useState } from 'react'
import styles from '@/components/practice/practice.module.css'

export type CategoryLink = { href: string; label: string; lang?: string; current: boolean }

/** In pixels; a row that is taller can be folded (spec 2 §9). */
const LINE = 40

/** One level of categories; what does not stand on its first line folds away unless it is the chosen one. */
export function CategoryRowView({ label, links }: { label: string; links: CategoryLink[] }) {
  const t = useTranslations('practice')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState<number | null>(null)
  const [pressed, setPressed] = useState<boolean | null>(null)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const watcher = new ResizeObserver(() => {
      const tops = [...row.children].map((item) => (item as HTMLElement).offsetTop)
      setFitting(row.scrollHeight > LINE ? tops.filter((top) => top === tops[0]).length : null)
    })
    watcher.observe(row)
    return () => watcher.disconnect()
  }, [links.length])
  const open = pressed ?? (fitting !== null && links.findIndex(({ current }) => current) >= fitting)
  const folded = fitting !== null && !open
  return (
    <nav className={styles.row} aria-label={label}>
      <ul ref={list} className={folded ? `${styles.list} ${styles.folded}` : styles.list} id={id}>
        {links.map(({ href, label: text, lang, current }, index) => (
          <li key={href} className={folded && index >= fitting ? styles.away : undefined}><Link className={styles.item} href={href} lang={lang} aria-current={current ? 'true' : undefined} scroll={false} prefetch={false}><span>{text}</span></Link></li>
        ))}
      </ul>
      {fitting !== null && <button className={styles.more} type="button" aria-expanded={open} aria-controls={id} onClick={() => setPressed(!open)}>{t(open ? 'less' : 'more')}<ChevronDown className={open ? `i i-16 ${styles.up}` : 'i i-16'} /></button>}
    </nav>
  )
}
