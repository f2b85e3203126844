'use client'

import styles from '@/components/cards/study-list-skeleton.module.css'
import { RowsSkeleton, Skeleton } from '@/components/ui/skeletons'
import { longListSize } from '@/lib/domain/paging'

type Props = { /** Rows of filters below the tabs. */ filters?: number; /** Of one row of the list. */ height?: number }

/** A long list to come with its title, its tabs and its filters; the heading comes with the page, so that focus goes to the real one. */
export function RowsListSkeleton({ filters = 0, height = 66 }: Props) {
  return (
    <>
      <Skeleton width={120} height={40} gap={0} />
      <div className={`tabs ${styles.tabs}`} />
      {filters > 0 && <div style={{ height: filters * 44 }} />}
      <div className="panel"><RowsSkeleton count={longListSize} height={height} /></div>
    </>
  )
}
