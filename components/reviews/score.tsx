import { useTranslations } from 'next-intl'
import { Stars } from '@/components/ui/stars'
import { starCounts, type Ratings } from '@/lib/domain/reviews'
import styles from './reviews.module.css'

/** The overall score with half stars, and how many percent gave five stars down to one. */
export function Score({ ratings }: { ratings: Ratings }) {
  const t = useTranslations('reviews')
  return (
    <div className={styles.score}>
      <div>
        <div className={`num ${styles.figure}`} aria-hidden="true">{ratings.average.toFixed(1)}</div>
        <Stars value={ratings.average} size={14} />
      </div>
      <ul className={styles.shares} aria-label={t('shares')}>
        {starCounts.toReversed().map((stars) => {
          const percent = Math.round(ratings.shares[stars - 1] ?? 0)
          return (
            <li key={stars}>
              <span>{t('stars', { count: stars })}</span>
              <span className={`bar ${styles.share}`} style={{ '--v': `${percent}%` }} aria-hidden="true"><i /></span>
              <span className={styles.percent}>{percent}%</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
