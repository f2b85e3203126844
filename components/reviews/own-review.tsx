import { useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import { Stars } from '@/components/ui/stars'
import type { OwnReview as Own } from '@/lib/domain/reviews'
import styles from './reviews.module.css'

/** What I wrote; it stays as it is. */
export function OwnReview({ review }: { review: Own }) {
  const t = useTranslations('reviews')
  const lang = usePlatformLang()
  return (
    <div className={styles.own}>
      <div className={styles.who}>
        <h3>{t('own')}</h3>
        <Stars value={review.stars} size={12} />
        {review.writtenAt && <time className="num" dateTime={review.writtenAt}>{t('day', { at: new Date(review.writtenAt) })}</time>}
      </div>
      {review.text && <p className={styles.text} lang={lang(review.text)}>{review.text}</p>}
    </div>
  )
}
