import { Skeleton } from '@/components/ui/skeletons'
import styles from './learning-paths.module.css'

const CARDS = ['a', 'b', 'c']

/** Learning paths to come, box for box. */
export function LearningPathsSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton width={120} height="var(--lh-28)" gap={0} />
      <ul className={styles.cards}>
        {CARDS.map((card) => (
          <li key={card}>
            <div className={`panel ${styles.card}`}>
              <div className="skel" style={{ flex: 'none', width: 48, height: 48, borderRadius: 'var(--r-3)' }} />
              <div className={styles.lines}>
                <Skeleton width="70%" height="var(--lh-16)" gap={0} /><Skeleton width="40%" height="var(--lh-12)" gap={0} />
                <div className={styles.done}><Skeleton height={6} gap={0} /><Skeleton width="30%" height="var(--lh-14)" gap={0} /></div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
