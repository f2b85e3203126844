'use client'

import { Skeleton } from '@/components/ui/skeletons'
import styles from './certificates.module.css'

const CARDS = ['a', 'b', 'c', 'd']

/** A year of my certificates to come, box for box. */
export function CertificatesSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton width={120} height={38} gap={0} />
      <section>
        <div className={styles.year}><Skeleton width={120} height={32} gap={0} /></div>
        <ul className={styles.list}>
          {CARDS.map((card) => (
            <li key={card}>
              <div className={`panel ${styles.card}`}>
                <div className="skel" style={{ width: 56, height: 56, borderRadius: '50%' }} />
                <div className={styles.lines}><Skeleton width="70%" height={22} gap={0} /><Skeleton width="50%" height={18} gap={0} /><Skeleton height={24} gap={0} /></div>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
