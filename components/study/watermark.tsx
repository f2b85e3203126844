import styles from './player.module.css'

/** The learner's name, four times and faint, over whatever is shown: for a camera, not for a screen reader. */
export function Watermark({ name }: { name: string }) {
  return (
    <div className={styles.marks} aria-hidden="true" data-watermark="">
      {[1, 2, 3, 4].map((place) => <span className={styles.mark} key={place}>{name}</span>)}
    </div>
  )
}
