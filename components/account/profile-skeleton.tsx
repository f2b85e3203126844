import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeletons'
import styles from './profile.module.css'

const FACTS = ['a', 'b', 'c', 'd', 'e', 'f']

function PanelToCome({ children }: { children: ReactNode }) {
  return <section className="panel panel-pad"><div className={styles.heading}><Skeleton width={120} height="var(--lh-16)" gap={0} /></div>{children}</section>
}

/** Rows with what each is called, and beside or below it something of `height`. */
function RowsToCome({ height }: { height: number }) {
  const row = <div className={styles.row}><div className={styles.name}><Skeleton width={72} height="var(--lh-14)" gap={0} /></div><div className={styles.value}><Skeleton width="60%" height={height} gap={0} /></div></div>
  return <>{row}{row}</>
}

function ActToCome() {
  return <div className={styles.act}><p><span className="skel" style={{ display: 'block', height: 'var(--lh-14)' }} /></p><div className="skel" style={{ width: 112, height: 40 }} /></div>
}

/** Personal data to come, box for box: the facts below the picture, and the panels of what one does with them. */
export function ProfileSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <Skeleton width={120} height="var(--lh-28)" gap={0} />
      <PanelToCome>
        <div className={styles.avatar}><div className="skel" style={{ width: 96, height: 96, borderRadius: '50%' }} /></div>
        <div className={styles.facts}>{FACTS.map((fact) => <div key={fact}><Skeleton width="60%" height="var(--lh-14)" gap={0} /><Skeleton width="60%" height="var(--lh-14)" gap={0} /></div>)}</div>
      </PanelToCome>
      <PanelToCome><RowsToCome height={40} /></PanelToCome>
      <PanelToCome><ActToCome /></PanelToCome>
      <PanelToCome><RowsToCome height={44} /></PanelToCome>
      <PanelToCome><ActToCome /></PanelToCome>
    </div>
  )
}
