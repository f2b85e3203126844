'use client'

import { SlidersHorizontal } from 'lucide'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { TagRow, type TagRowFacts } from '@/components/library/tag-row'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import styles from './library.module.css'

/** The groups of tags below each other; on phones behind a button that says how many are chosen. */
export function TagRows({ rows, chosen, clearHref }: { rows: TagRowFacts[]; chosen: number; clearHref: string }) {
  const t = useTranslations('library')
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <section className={`panel ${styles.filters}`} aria-label={t('filters')}>
      <div className={styles.bar}>
        <Button look="ghost" className={styles.toggle} icon={<Icon of={SlidersHorizontal} className="i" />} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t('filters')}
        </Button>
        {chosen > 0 && <span className="muted num">{t('chosen', { count: chosen })}</span>}
        {chosen > 0 && <Link className={`link ${styles.clear}`} href={clearHref} scroll={false}>{t('clear')}</Link>}
      </div>
      <div className={open ? styles.rows : `${styles.rows} ${styles.closed}`} id={id}>{rows.map((row) => <TagRow key={row.id} {...row} />)}</div>
    </section>
  )
}
