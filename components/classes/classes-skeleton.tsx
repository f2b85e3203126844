import { Skeleton } from '@/components/ui/skeletons'
import styles from './classes.module.css'

const CARDS = ['a', 'b']

/** My classes to come, box for box. */
export function ClassesSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton width={120} height="var(--lh-28)" gap={0} />
      <ul className={styles.list}>
        {CARDS.map((card) => (
          <li key={card}>
            <div className={`panel ${styles.card}`}>
              <Skeleton width="70%" height="var(--lh-16)" gap={0} /><Skeleton width="60%" height="var(--lh-14)" gap={0} /><Skeleton width="40%" height="var(--lh-14)" gap={0} /><Skeleton width="30%" height="var(--lh-14)" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
