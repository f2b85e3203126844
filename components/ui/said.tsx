import { CircleX } from 'lucide'
import { Icon } from '@/components/ui/icon'
import styles from './said.module.css'

/** What became of an act, beside what was pressed until it is tried again. */
export function Said({ text }: { text: string | null }) {
  return text && <p className={styles.said} role="alert"><Icon of={CircleX} className="i" />{text}</p>
}
