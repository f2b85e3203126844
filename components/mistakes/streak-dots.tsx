import { useTranslations } from 'next-intl'
import styles from '@/components/mistakes/mistakes.module.css'
import { STREAK_TO_LEAVE } from '@/lib/domain/mistakes'

/** How often a question was answered right in a row, of what lets it leave the book: in dots and in words. */
export function StreakDots({ streak }: { streak: number }) {
  const t = useTranslations('mistakes')
  return (
    <span>
      <span className={styles.dots} aria-hidden="true">{Array.from({ length: STREAK_TO_LEAVE }, (_, at) => <i key={at} className={at < streak ? styles.on : undefined} />)}</span>{' '}
      {t('streak', { count: Math.min(streak, STREAK_TO_LEAVE), goal: STREAK_TO_LEAVE })}
    </span>
  )
}
