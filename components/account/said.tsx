import { CircleX } from 'lucide'
import { Icon } from '@/components/ui/icon'
import styles from './entry-form.module.css'

/** What became of sending a form, above its button until it is sent again. */
export function Said({ text }: { text: string | null }) {
  return text && <p className={styles.said} role="alert"><Icon of={CircleX} className="i" />{text}</p>
}
