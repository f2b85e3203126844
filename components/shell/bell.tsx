'use client'

import { Bell as BellIcon } from 'lucide'
import { useTranslations } from 'next-intl'
import { useUnreadCount } from '@/components/messages/use-unread-count'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'

/** The way to the messages; a dot when some are unread, their number in the name. */
export function Bell() {
  const t = useTranslations('shell.bell')
  const count = useUnreadCount() ?? 0
  return (
    <Link className="iconbtn" href={routes.personalCentre('messages')} aria-label={count > 0 ? t('unread', { count }) : t('none')}>
      <Icon of={BellIcon} className="i" />
      {count > 0 && <span className="dot" />}
    </Link>
  )
}
