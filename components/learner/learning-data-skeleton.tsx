import list from '@/components/cards/study-list-skeleton.module.css'
import { PanelSkeleton, RowsSkeleton, Skeleton } from '@/components/ui/skeletons'
import { rankingRows } from '@/lib/domain/rankings'
import styles from './learner.module.css'

const FACTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Who I am and my eight figures, to come. */
export function OwnDataSkeleton() {
  return (
    <>
      <PanelSkeleton lines={5} height={250} />
      <ul className={`panel ${styles.facts}`} aria-busy="true">
        {FACTS.map((fact) => (
          <li key={fact}>
            <div>
              <div className={`skel ${styles.picture}`} />
              <Skeleton width="60%" height="var(--lh-20)" gap={0} /><Skeleton width="40%" height="var(--lh-12)" gap={0} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The learning data to come: the own ones, and a ranking below its tabs. */
export function LearningDataSkeleton() {
  return (
    <div className="stack">
      <OwnDataSkeleton />
      <section className="panel"><div className={`tabs ${list.tabs}`} /><RowsSkeleton count={rankingRows} height={56} picture /></section>
    </div>
  )
}
