'use client'

import type { ReactNode } from 'react'
import styles from '@/components/cards/study-list-skeleton.module.css'
import { CardGridSkeleton, Skeleton } from '@/components/ui/skeletons'
import { myListSize } from '@/lib/domain/paging'

/** A list of courses or plans to come, box for box; the heading comes with the page, so that focus goes to the real one. */
export function StudyListSkeleton({ filters, list }: { /** What stands between search and list. */ filters?: ReactNode; /** Instead of cards. */ list?: ReactNode }) {
  return (
    <>
      <div className={styles.crumbs} />
      <div className="headline">
        <Skeleton width={120} height={38} gap={0} />
        <div className={`searchbar ${styles.search}`}><Skeleton height={40} gap={0} /></div>
      </div>
      {filters}
      <div className={`tabs ${styles.tabs}`} />
      {list ?? <CardGridSkeleton count={myListSize} phone="rows" />}
    </>
  )
}
