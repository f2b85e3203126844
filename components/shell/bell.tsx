'use client'

import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { unreadCountQuery } from '@/lib/queries/messages'
import { routes } from '@/lib/routes'

/** The way to the messages; a dot when some are unread, their number in the name. */
export function Bell() {
  const t = useTranslations('shell.bell')
  const { data: count = 0 } = useQuery(unreadCountQuery)
  return (
    <Link className="iconbtn" href={routes.personalCentre('messages')} aria-label={count > 0 ? t('unread', { count }) : t('none')}>
      <BellIcon className="i" />
      {count > 0 && <span className="dot" />}
    </Link>
  )
}
