'use client'

import { useTranslations } from 'next-intl'
import { Dialog } from '@/components/ui/dialog'
import styles from './levels.module.css'

const sources = ['section', 'exam', 'course', 'plan'] as const

/** What points are, how they are earned and what they are good for. */
export default function PointsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('rankings.points')
  return (
    <Dialog open title={t('title')} onClose={onClose}>
      <p>{t('intro')}</p>
      <ul className={styles.points}>
        {sources.map((source) => <li key={source}><span>{t(`sources.${source}`)}</span><b className="num">{t(`values.${source}`)}</b></li>)}
      </ul>
      <p>{t('once')}</p>
      <p>{t('levels')}</p>
    </Dialog>
  )
}
