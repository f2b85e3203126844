'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { unreadCountQuery } from '@/lib/queries/messages'
import styles from './messages.module.css'

const MOST_SHOWN = 99

/** The number of unread messages beside a word; nothing when there are none. */
export function UnreadBadge() {
  const t = useTranslations('shell.bell')
  const { data: count = 0 } = useQuery(unreadCountQuery)
  if (count === 0) return null
  return <span className={styles.badge}><span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span><span className="sr">{t('badge', { count })}</span></span>
}
