import type { ReactNode } from 'react'
import styles from '@/components/home/home.module.css'

/** The parts of the home page below each other. */
export function HomeParts({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}
