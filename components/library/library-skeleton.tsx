import { StudyListSkeleton } from '@/components/cards/study-list-skeleton'
import styles from './library.module.css'

/** A library to come; its tags take the room of so many rows. */
export function LibrarySkeleton({ rows }: { rows: number }) {
  return <StudyListSkeleton filters={<div className={`panel ${styles.filters} ${styles.skeleton}`} style={{ '--rows': rows }} />} />
}
