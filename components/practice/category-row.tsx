'use client'

import { ChevronDown } from 'lucide'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import styles from '@/components/practice/practice.module.css'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { useFoldedRow } from '@/components/ui/use-folded-row'

export type CategoryLink = { href: string; label: string; lang?: string; current: boolean }

/** One level of categories; what does not stand on its first line folds away unless it is the chosen one. */
export function CategoryRowView({ label, links }: { label: string; links: CategoryLink[] }) {
  const t = useTranslations('practice')
  const id = useId()
  const { list, fitting, open, toggle } = useFoldedRow(links.length, links.findIndex(({ current }) => current))
  const folded = fitting !== null && !open
  return (
    <nav className={styles.row} aria-label={label}>
      <ul ref={list} className={folded ? `${styles.list} ${styles.folded}` : styles.list} id={id}>
        {links.map(({ href, label: text, lang, current }, index) => (
          <li key={href} className={folded && index >= fitting ? styles.away : undefined}><Link className={styles.item} href={href} lang={lang} aria-current={current ? 'true' : undefined} scroll={false}><span>{text}</span></Link></li>
        ))}
      </ul>
      {fitting !== null && <button className={styles.more} type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>{t(open ? 'less' : 'more')}<Icon of={ChevronDown} className={open ? `i i-16 ${styles.up}` : 'i i-16'} /></button>}
    </nav>
  )
}
