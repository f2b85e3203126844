import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import styles from './player.module.css'

type Props = { icon: IconNode; title: string; text?: string; /** Lines about the section. */ facts?: ReactNode; /** Buttons or links. */ actions?: ReactNode; alert?: boolean }

/** What the stage says when it has nothing to show. */
export function StageWord({ icon, title, text, facts, actions, alert = false }: Props) {
  return (
    <div className={styles.word} role={alert ? 'alert' : undefined}>
      <Icon of={icon} className="i" aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {facts && <div className={styles.facts}>{facts}</div>}
      {text && <p>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** The stage while its content is on the way. */
export function StageLoading({ label, percent }: { label: string; percent?: number }) {
  return (
    <div className={styles.word} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <p className="num">{label}{percent !== undefined && <span className="sr"> {percent}%</span>}</p>
    </div>
  )
}
