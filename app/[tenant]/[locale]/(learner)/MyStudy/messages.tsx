import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { MessageList } from '@/components/account/centre-parts'
import { MessageArticle } from '@/components/messages/message-article'
import { ErrorState } from '@/components/ui/error-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { PageHead } from '@/components/ui/page'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import { messagesQuery, messageStates, type MessagesView as View } from '@/lib/domain/messages'
import { messagesInput, openMessageInput } from '@/lib/domain/messages-input'
import { longListSize, longListSizes, pageCount } from '@/lib/domain/paging'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { getMessage, listMessages } from '@/lib/training/messages'

const at = (view: Partial<View>) => routes.personalCentre('messages', messagesQuery(view, longListSize))

/** The messages in the personal centre: the list, or the one the address names. */
export async function MessagesView({ query }: { query: Record<string, string | string[] | undefined> }) {
  const learner = await requireLearner()
  const view = messagesInput.parse(query)
  const open = openMessageInput.parse(query.message ?? null)
  const t = await getTranslations('messages')
  const pagerOf = ({ page, size, total }: { page: number; size: number; total: number | null }) => <Pager page={page} size={size} asked={view.size} total={total} sizes={longListSizes} hrefOf={(to) => at({ ...view, ...to })} />
  const failed = (
    <>
      <PageHead title={t('title')} />
      <LinkTabs label={t('filters.label')} items={messageStates.map((state) => ({ href: at({ state, size: view.size }), label: t(`filters.${state}`), current: state === view.state }))} />
      <Panel><ErrorState title={(await getTranslations('errors'))('loadFailed', { what: t('what') })} /></Panel>
      {pagerOf({ ...view, total: null })}
    </>
  )
  if (open) {
    const { value, error } = await settle(getMessage(learner, open, view))
    return error ? failed : <Messages areas={['messages', 'content']}><MessageArticle message={value} back={at(view)} /></Messages>
  }
  const { value: list } = await settle(listMessages(learner, view))
  if (!list) return failed
  // The unread become fewer as they are read: the way back from the only one on a page leads to the page before.
  const last = pageCount(list)
  if (view.page > last) redirect(at({ ...view, page: last }))
  const pager = pagerOf(list)
  return <Messages areas={['messages']}><MessageList view={view} list={list} pager={pager} /></Messages>
}
