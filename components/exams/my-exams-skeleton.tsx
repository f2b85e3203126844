'use client'

import { StudyListSkeleton } from '@/components/cards/study-list-skeleton'
import styles from '@/components/exams/exams.module.css'
import { PanelSkeleton, Skeleton } from '@/components/ui/skeletons'
import { longListSize } from '@/lib/domain/paging'

const cards = Array.from({ length: longListSize }, (_, index) => index)

/** My exams to come: title with search, tabs, kinds, and cards in two columns. */
export function MyExamsSkeleton() {
  return (
    <StudyListSkeleton
      list={
        <>
          <div className={styles.filters}><Skeleton width="60%" height={40} gap={0} /></div>
          <ul className={styles.list}>{cards.map((card) => <li key={card}><PanelSkeleton lines={2} height={140} /></li>)}</ul>
        </>
      }
    />
  )
}
