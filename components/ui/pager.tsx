import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide'
import { useTranslations } from 'next-intl'
import { AddressInput } from '@/components/ui/address-input'
import { Form } from '@/components/ui/form'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { ListSaid } from '@/components/ui/list-said'
import { pagerPlaces } from '@/components/ui/pager-pages'
import { PagerSize } from '@/components/ui/pager-size'
import { PagerStep } from '@/components/ui/pager-step'

export type PagerProps = {
  page: number
  /** How many rows stand on a page. */
  size: number
  /** How many were asked for, where a platform cuts its pages smaller: so links ask, and the choice shows it. */
  asked?: number
  /** Null where the page could not be read: then only the size can be chosen, as a page of fewer rows may be. */
  total: number | null
  /** The sizes to choose from; none, no choice. */
  sizes?: readonly number[]
  /** The address of a page; called on the server. */
  hrefOf: (to: { page: number; size: number }) => string
  /** How the page is called in the address. */
  pageName?: string
  /** What is paged, for screen readers, when there are two pagers. */
  label?: string
}

/** Below a list: its pager, and for screen readers what another address made of it, which also is that there is nothing. */
export function Pager(props: PagerProps) {
  const t = useTranslations('ui.pager')
  const { page, size, asked = size, total, hrefOf } = props
  return (
    <>
      {total !== 0 && <Pages {...props} />}
      {total !== null && <ListSaid at={hrefOf({ page, size: asked })} text={t(total > 0 ? 'said' : 'total', { page, total })} />}
    </>
  )
}

/** Total, size, pages and a jump; every step is a link, so that a page has an address. */
function Pages({ page, size, asked = size, total, sizes = [], hrefOf, pageName = 'page', label }: PagerProps) {
  const t = useTranslations('ui.pager')
  const to = (target: number) => hrefOf({ page: target, size: asked })
  const choice = sizes.length > 0 && <PagerSize label={t('size')} current={to(1)} options={sizes.map((value) => ({ value: hrefOf({ page: 1, size: value }), label: t('perPage', { size: value }) }))} />
  if (total === null) return choice && <nav className="pager" aria-label={label ?? t('label')}>{choice}</nav>
  const count = Math.max(1, Math.ceil(total / size))
  const [path = '', query = ''] = to(1).split('?')
  const kept = [...new URLSearchParams(query)].filter(([name]) => name !== pageName)
  return (
    <nav className="pager" aria-label={label ?? t('label')}>
      <span className="total num">{t('total', { total })}</span>
      {choice}
      <ul className="pages">
        <PagerStep href={page > 1 ? to(Math.min(page - 1, count)) : null} label={t('previous')}><Icon of={ChevronLeft} className="i" /></PagerStep>
        {pagerPlaces(page, count).map(({ page: place, far }, index) => (
          <li key={place ?? `gap${index}`} className={far ? 'far' : undefined}>
            {place === null
              ? <span className="gap"><Icon of={Ellipsis} className="i i-16" /></span>
              : <Link href={to(place)} aria-current={place === page ? 'page' : undefined}>{place}</Link>}
          </li>
        ))}
        <PagerStep href={page < count ? to(page + 1) : null} label={t('next')}><Icon of={ChevronRight} className="i" /></PagerStep>
      </ul>
      <Form className="jump" action={path}>
        {kept.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />)}
        {t.rich('jump', { field: () => <AddressInput className="input num" name={pageName} type="number" inputMode="numeric" min={1} max={count} value={String(page)} required aria-label={t('jumpTo')} /> })}
      </Form>
    </nav>
  )
}
