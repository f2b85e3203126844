'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/practice/practice.module.css'
import { Grid } from '@/components/ui/grid'
import { Tag } from '@/components/ui/tag'
import type { SubjectCard } from '@/lib/domain/practice'

const PrepareDialog = dynamic(() => import('@/components/practice/prepare-dialog').then((file) => file.PrepareDialog), { ssr: false })

/** The subjects of a category; pressing one prepares an exercise. */
export function SubjectCards({ subjects, openId }: { subjects: SubjectCard[]; /** The subject that an address asks for. */ openId: string | null }) {
  const t = useTranslations('practice')
  const lang = usePlatformLang()
  const [chosen, setChosen] = useState<SubjectCard | null>(() => subjects.find(({ id }) => id === openId) ?? null)
  return (
    <div className={styles.cards}>
      <Grid label={t('subjects')}>
        {subjects.map((subject) => (
          <article key={subject.id} className={`card ${styles.card}`}>
            <p className={styles.cardHead}><Tag tone="brand">{t('special')}</Tag><span>{t('total', { count: subject.total })}</span></p>
            <h2><button type="button" lang={lang(subject.title)} aria-haspopup="dialog" onClick={() => setChosen(subject)}>{subject.title}</button></h2>
            <p className={styles.counts}>
              <span>{t('single')} {subject.singleCount}</span><span>{t('multiple')} {subject.multipleCount}</span><span>{t('judgement')} {subject.judgementCount}</span>
            </p>
          </article>
        ))}
      </Grid>
      {chosen && <PrepareDialog subject={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}
