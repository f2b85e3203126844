import { useTranslations } from 'next-intl'
import { CollectionList } from '@/components/favourites/collection-list'
import { ErrorState } from '@/components/ui/error-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { ListSaid } from '@/components/ui/list-said'
import { PageHead } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import { collectionKinds, type Collected } from '@/lib/domain/favourites'
import { routes } from '@/lib/routes'

type Props = { kind: EnrolmentKind; collected: Record<EnrolmentKind, Settled<Collected[]>> }

/** What I have collected, courses and plans apart, each with its count. */
export function MyCollection({ kind, collected }: Props) {
  const t = useTranslations('favourites.mine')
  const pager = useTranslations('ui.pager')
  const shown = collected[kind]
  const hrefOf = (one: EnrolmentKind) => routes.personalCentre('collection', { kind: one === 'course' ? undefined : one })
  return (
    <>
      <PageHead title={t('title')} />
      <LinkTabs
        label={t('kinds')}
        items={collectionKinds.map((one) => ({
          href: hrefOf(one),
          label: t(one),
          count: collected[one].value?.length,
          current: one === kind,
        }))}
      />
      {shown.value && <ListSaid at={hrefOf(kind)} text={pager('total', { total: shown.value.length })} />}
      {shown.error ? <Panel><ErrorState title={t('loadFailed')} /></Panel> : <CollectionList key={kind} kind={kind} items={shown.value} />}
    </>
  )
}
