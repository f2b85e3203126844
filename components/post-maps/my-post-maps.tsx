import { useTranslations } from 'next-intl'
import { PostMapList } from '@/components/account/centre-parts'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { PageHead } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import { postMapStates, type PostMap, type PostMapFilter } from '@/lib/domain/post-maps'
import { routes } from '@/lib/routes'

const at = (filter: PostMapFilter) => routes.personalCentre('postMaps', { state: filter === 'all' ? undefined : filter })

/** The post maps of my tenant, by how they stand for me. */
export function MyPostMaps({ filter, maps }: { filter: PostMapFilter; maps: Settled<PostMap[]> }) {
  const t = useTranslations('postMaps')
  return (
    <>
      <PageHead title={t('title')} />
      <LinkTabs label={t('filters')} items={(['all', ...postMapStates] as const).map((one) => ({ href: at(one), label: t(`states.${one}`), current: one === filter }))} />
      {/* It stays when the last of its cards has gone, and with it who looks after the focus. */}
      <PostMapList key={filter} maps={maps.value ?? []}>
        <Panel>
          {maps.error
            ? <ErrorState title={t('failed')} />
            : <EmptyState text={t(filter === 'all' ? 'none' : 'noneOfState')} action={filter === 'all' ? { href: routes.courseLibrary(), label: t('toLibrary') } : { href: at('all'), label: t('showAll') }} />}
        </Panel>
      </PostMapList>
    </>
  )
}
