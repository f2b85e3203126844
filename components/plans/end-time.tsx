import { useTranslations } from 'next-intl'
import styles from './plans.module.css'

/** Until when a plan runs; where there is little room, without the time of day. */
export function EndTime({ at }: { /** ISO 8601 with offset. */ at: string }) {
  const t = useTranslations('cards')
  return <time dateTime={at}>{t.rich('until', { end: new Date(at), clock: (words) => <span className={styles.clock}>{words}</span> })}</time>
}
