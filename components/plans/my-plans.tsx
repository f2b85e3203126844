import { useTranslations } from 'next-intl'
import { StudyList } from '@/components/cards/study-list'
import { PlanCard } from '@/components/plans/plan-card'
import { LinkTabs } from '@/components/ui/link-tabs'
import type { Settled } from '@/lib/domain/errors'
import { myListQuery } from '@/lib/domain/my-lists'
import type { Page } from '@/lib/domain/paging'
import { planFilters, type MyPlansView, type PlanCard as Plan, type PlanFilter } from '@/lib/domain/plans'
import { routes } from '@/lib/routes'

type Counts = Partial<Record<PlanFilter, number>>

/** The filters; choosing one begins again on page 1 with 8 (spec 1, my plans). */
export function PlanFilters({ view, counts }: { view: MyPlansView; counts: Counts }) {
  const t = useTranslations('plans.mine')
  return (
    <LinkTabs
      label={t('filters')}
      items={planFilters.map((state) => ({
        href: routes.myPlans(myListQuery({ state, name: view.name })),
        label: t(state),
        count: counts[state],
        current: state === view.state,
      }))}
    />
  )
}

/** The cards of one page of my plans, or why there are none. */
export function MyPlans({ view, plans }: { view: MyPlansView; plans: Settled<Page<Plan>> }) {
  const t = useTranslations('plans.mine')
  const searched = view.name !== '' || view.state !== 'all'
  return (
    <StudyList
      list={plans}
      label={t('list')}
      card={(plan, eager) => <PlanCard plan={plan} eager={eager} />}
      asked={view.size}
      hrefOf={(to) => routes.myPlans(myListQuery({ ...view, ...to }))}
      failed={t('loadFailed')}
      empty={searched
        ? { text: t('noneFound'), action: { href: routes.myPlans(), label: t('showAll') } }
        : { text: t('none'), action: { href: routes.planLibrary(), label: t('toLibrary') } }}
    />
  )
}
