'use client'

import { useTranslations } from 'next-intl'
import { useUnreadCount } from '@/components/messages/use-unread-count'
import styles from './messages.module.css'

const MOST_SHOWN = 99

/** The number of unread messages beside a word; nothing when there are none. */
export function UnreadBadge() {
  const t = useTranslations('shell.bell')
  const count = useUnreadCount() ?? 0
  if (count === 0) return null
  return <span className={styles.badge}><span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span><span className="sr">{t('badge', { count })}</span></span>
}
