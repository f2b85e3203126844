import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'

type Props = { page: number; total: number; /** The address of page 1. */ firstHref: string; /** What is said of a list that holds nothing, and the next useful step. */ empty: { text: string; action: { href: string; label: string } } }

/** In place of the rows of a page that has none: a list may hold rows all the same, and from a later page the way leads to the first. */
export function EmptyPage({ page, total, firstHref, empty }: Props) {
  const t = useTranslations('ui.empty')
  const isLater = page > 1
  const action = isLater ? { href: firstHref, label: t('firstPage') } : empty.action
  // The list itself is not empty: only of one that is do the usual words say so.
  return <Panel>{isLater || total > 0 ? <EmptyState title={t('page')} action={action} /> : <EmptyState text={empty.text} action={action} />}</Panel>
}
