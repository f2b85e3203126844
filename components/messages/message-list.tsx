'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Paperclip } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { useUnreadCount } from '@/components/messages/use-unread-count'
import { useTellRefusal } from '@/components/shell/tell-refusal'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { LinkTabs } from '@/components/ui/link-tabs'
import { useMoments } from '@/components/ui/moments'
import { notify } from '@/components/ui/notify'
import { PageHead } from '@/components/ui/page'
import { Said } from '@/components/ui/said'
import { messagesQuery, messageStates, type MessagesView, type MessageSummary } from '@/lib/domain/messages'
import { longListSize, type Page } from '@/lib/domain/paging'
import { markAllRead, readHereQuery, unreadCountQuery } from '@/lib/queries/messages'
import { routes } from '@/lib/routes'
import styles from './messages.module.css'

type Props = { view: MessagesView; list: Page<MessageSummary>; pager: ReactNode }

/** Reads the list again when the number of unread messages changes from elsewhere: a new message, another tab, another device. */
function useFreshList(count: number | undefined) {
  const router = useRouter()
  const known = useRef(count)
  const own = useRef(false)
  useEffect(() => {
    const before = known.current
    known.current = count
    if (own.current) own.current = false
    else if (before !== undefined && count !== undefined && before !== count) router.refresh()
  }, [count, router])
  return { markOwn: (isOwn: boolean) => { own.current = isOwn } }
}

/** Asks how many messages are unread where a list that has just come has more of them than was last known: one has arrived since. */
function useFreshCount(list: Props['list'], isBehind: boolean) {
  const client = useQueryClient()
  const check = useEffectEvent(() => void (isBehind && client.invalidateQueries(unreadCountQuery)))
  useEffect(() => check(), [list])
}

function Row({ message, unread, href }: { message: MessageSummary; unread: boolean; href: string }) {
  const t = useTranslations('messages')
  const { moment } = useMoments()
  return (
    <li>
      <Link href={href} className={unread ? `${styles.row} ${styles.unread}` : styles.row}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.title}><span className="sr">{t(unread ? 'status.unread' : 'status.read')} </span><PlatformText>{message.title}</PlatformText>{message.hasAttachment && <Icon of={Paperclip} className="i i-16" role="img" aria-label={t('hasAttachment')} />}</span>
          <span className={styles.facts}><PlatformText>{message.sender}</PlatformText>{message.sentAt && <time className="num" dateTime={message.sentAt}>{moment(message.sentAt)}</time>}</span>
        </span>
      </Link>
    </li>
  )
}

/** The learner's messages, by state and page by page. */
export function MessageList({ view, list, pager }: Props) {
  const t = useTranslations('messages')
  const client = useQueryClient()
  const tellRefusal = useTellRefusal()
  const count = useUnreadCount()
  const { data: readHere = [] } = useQuery(readHereQuery)
  const { markOwn } = useFreshList(count)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  /** The list of which all were marked as read here, until it comes anew. */
  const [marked, setMarked] = useState<Props['list'] | null>(null)
  const isUnread = (message: MessageSummary) => message.unread && marked !== list && !readHere.includes(message.id)
  useFreshCount(list, count !== undefined && list.items.filter(isUnread).length > count)
  const at = (to: Partial<MessagesView>, open?: string) => routes.personalCentre('messages', { ...messagesQuery({ ...view, ...to }, longListSize), message: open })
  const router = useRouter()
  const markAll = async () => {
    setBusy(true)
    setSaid(null)
    try {
      markOwn(true)
      await markAllRead(client)
      setMarked(list)
      notify.success(t('marked'))
      router.refresh()
    } catch (error) {
      markOwn(false)
      setSaid(tellRefusal(error, t('markFailed')))
    } finally {
      setBusy(false)
    }
  }
  const tabs = messageStates.map((state) => ({ href: routes.personalCentre('messages', messagesQuery({ state, size: view.size }, longListSize)), label: t(`filters.${state}`), count: state === 'unread' && count ? count : undefined, current: state === view.state }))
  return (
    <>
      <PageHead title={t('title')}>
        {/* Not natively disabled, which would take the focus of whoever has just pressed it. */}
        <Button icon={<Icon of={CheckCheck} className="i" />} aria-disabled={count === 0 || undefined} busy={busy} busyLabel={t('marking')} onClick={count === 0 ? undefined : markAll}>{t('markAll')}</Button>
      </PageHead>
      <Said text={said} />
      <LinkTabs label={t('filters.label')} items={tabs} />
      {list.items.length === 0
        ? <div className="panel"><EmptyState text={t(view.state === 'unread' ? 'emptyUnread' : view.state === 'read' ? 'emptyRead' : 'empty')} action={view.state === 'all' ? { href: routes.home(), label: t('toHome') } : { href: at({ state: 'all', page: 1 }), label: t('filters.all') }} /></div>
        : <ul className={`panel ${styles.list}`} aria-label={t('title')}>{list.items.map((message) => <Row key={message.id} message={message} unread={isUnread(message)} href={at({}, message.id)} />)}</ul>}
      {pager}
    </>
  )
}
