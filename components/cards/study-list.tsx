import { Fragment, type ReactNode } from 'react'
import { EmptyPage } from '@/components/ui/empty-page'
import { ErrorState } from '@/components/ui/error-state'
import { Grid } from '@/components/ui/grid'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import { myListSizes, type Page } from '@/lib/domain/paging'

const FIRST_ROW = 4

type Props<Item> = {
  list: Settled<Page<Item>>
  /** The accessible name of the list. */
  label: string
  /** `eager` for the first row: its pictures are not waited for. */
  card: (item: Item, eager: boolean) => ReactNode
  /** The size that the address asks for. */
  asked: number
  hrefOf: (to: { page: number; size: number }) => string
  /** What is said when the list could not be loaded. */
  failed: string
  /** What would be here, and the next useful step. */
  empty: { text: string; action: { href: string; label: string } }
}

/** The cards of one page of courses or plans with the pager, or why there are none. */
export function StudyList<Item extends { id: string }>({ list, label, card, asked, hrefOf, failed, empty }: Props<Item>) {
  if (list.error) return <Panel><ErrorState title={failed} /></Panel>
  const { items, total, page, size } = list.value
  return (
    <>
      {items.length === 0
        ? <EmptyPage page={page} total={total} firstHref={hrefOf({ page: 1, size: asked })} empty={empty} />
        : <Grid phone="rows" label={label}>{items.map((item, index) => <Fragment key={item.id}>{card(item, index < FIRST_ROW)}</Fragment>)}</Grid>}
      <Pager page={page} size={size} asked={asked} total={total} sizes={myListSizes} hrefOf={hrefOf} />
    </>
  )
}
