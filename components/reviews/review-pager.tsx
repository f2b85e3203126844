import { ChevronLeft, ChevronRight } from 'lucide'
import { useTranslations } from 'next-intl'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import styles from './reviews.module.css'

/** Back and forth through the pages of reviews; nothing when there is only one. */
export function ReviewPager({ page, count, onGo }: { page: number; count: number; onGo: (page: number) => void }) {
  const t = useTranslations('reviews')
  if (count <= 1 && page <= 1) return null
  return (
    <nav className={styles.pager} aria-label={t('pages')}>
      <IconButton label={t('previous')} icon={<Icon of={ChevronLeft} className="i" />} aria-disabled={page <= 1 || undefined} onClick={() => page > 1 && onGo(Math.min(page - 1, count))} />
      <span className="num" aria-live="polite">{page} / {count}</span>
      <IconButton label={t('next')} icon={<Icon of={ChevronRight} className="i" />} aria-disabled={page >= count || undefined} onClick={() => page < count && onGo(page + 1)} />
    </nav>
  )
}
