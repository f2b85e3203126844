import { CardGridSkeleton, Skeleton } from '@/components/ui/skeletons'
import styles from './collection.module.css'

const CARDS = 6

/** My collection to come, box for box. */
export function CollectionSkeleton() {
  return (
    <>
      <Skeleton width={120} height={38} gap={0} />
      <div className={`tabs ${styles.tabs}`} />
      <div className={styles.list}><CardGridSkeleton count={CARDS} phone="rows" /></div>
    </>
  )
}
