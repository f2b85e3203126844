import list from '@/components/cards/study-list-skeleton.module.css'
import { Skeleton } from '@/components/ui/skeletons'
import styles from './post-maps.module.css'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Post maps to come, box for box: title, states, and cards below their covers. */
export function PostMapsSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton width={120} height="var(--lh-28)" gap={0} />
      <div className={`tabs ${list.tabs}`} />
      <ul className={styles.cards}>
        {CARDS.map((card) => (
          <li key={card}>
            <div className={`panel ${styles.card}`}>
              <div className="skel" style={{ height: 112, borderRadius: 0 }} />
              <div className={styles.body}><Skeleton width="70%" height="var(--lh-14)" gap={0} /><Skeleton width="50%" height="var(--lh-12)" gap={0} /><Skeleton height="var(--lh-14)" gap={0} /></div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
