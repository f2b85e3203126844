import { DefaultCover } from '@/components/ui/art/default-cover'
import { KindIcon, type Kind } from '@/components/ui/kind-icon'
import styles from './phone-picture.module.css'

const rows: [kind: Kind, percent: number][] = [['video', 33], ['document', 62], ['courseware', 76], ['simulation', 12], ['exam', 100]]

/** The app on a phone: a drawing, for eyes only. */
export function PhonePicture() {
  return (
    <div className={styles.ground} aria-hidden="true">
      <div className={styles.phone}>
        <div className={styles.screen}>
          <div className={styles.bar}><i /><i /></div>
          <div className={styles.banner}><DefaultCover /></div>
          {rows.map(([kind, percent]) => (
            <div key={kind} className={styles.row}>
              <span className={styles.kind}><KindIcon kind={kind} /></span>
              <span className={styles.words}><i /><span className={percent === 100 ? 'bar ok' : 'bar'} style={{ '--v': `${percent}%` }}><i /></span></span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
