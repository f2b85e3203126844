import { useTranslations } from 'next-intl'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { Avatar } from '@/components/ui/avatar'
import { Stars } from '@/components/ui/stars'
import type { Review } from '@/lib/domain/reviews'
import styles from './reviews.module.css'

/** One review: who, how many stars, when, what, and the platform's reply. */
export function ReviewItem({ review }: { review: Review }) {
  const t = useTranslations('reviews')
  const lang = usePlatformLang()
  return (
    <li className={styles.review}>
      <div className={styles.who}>
        <Avatar src={review.avatarUrl} size={32} lazy />
        <b className="clip1" lang={lang(review.learnerName)}>{review.learnerName}</b>
        <Stars value={review.stars} size={12} />
        {review.writtenAt && <time className="num" dateTime={review.writtenAt}>{t('day', { at: new Date(review.writtenAt) })}</time>}
      </div>
      {review.text && <p className={styles.text} lang={lang(review.text)}>{review.text}</p>}
      {review.reply && <p className={styles.reply}><b>{t('reply')}</b> <PlatformText>{review.reply}</PlatformText></p>}
    </li>
  )
}
