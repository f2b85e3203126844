import { useTranslations } from 'next-intl'
import styles from '@/components/home/home.module.css'
import { CardGridSkeleton, Skeleton } from '@/components/ui/skeletons'
import { HOME_NOTICES } from '@/lib/domain/notices'
import { STRIP_LENGTH } from '@/lib/domain/home'

const places = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The banner to come. */
export function BannerSkeleton() {
  return <div className={`skel ${styles.banner}`} aria-hidden="true" />
}

/** The strip of begun things to come. */
export function StripSkeleton() {
  const t = useTranslations('home.strip')
  return (
    <section aria-label={t('title')} aria-busy="true">
      <HeadSkeleton />
      <div className="grid4">{places(STRIP_LENGTH).map((place) => <div key={place} className={`card ${styles.study}`}><Skeleton width={56} height={22} gap={0} /><Skeleton width="70%" height={18} gap={6} /><Skeleton width="50%" height={12} gap={6} /></div>)}</div>
    </section>
  )
}

/** The notices to come. */
export function NewsSkeleton() {
  const t = useTranslations('home.news')
  return (
    <section aria-label={t('title')} aria-busy="true">
      <HeadSkeleton />
      <ul className={`panel ${styles.news}`}>{places(HOME_NOTICES).map((place) => <li key={place} className={styles.newsPlace}><Skeleton width="60%" height={16} gap={0} /></li>)}</ul>
    </section>
  )
}

/** The first floor to come. */
export function FloorSkeleton() {
  return (
    <div>
      <HeadSkeleton />
      <CardGridSkeleton count={4} phone="two" progress={false} />
    </div>
  )
}

function HeadSkeleton() {
  return <div className="sechead"><Skeleton width={96} height={28} gap={0} /></div>
}
