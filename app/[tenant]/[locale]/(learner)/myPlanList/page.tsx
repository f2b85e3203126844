import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { MyPlans, PlanFilters } from '@/components/plans/my-plans'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { myListQuery } from '@/lib/domain/my-lists'
import { pageCount } from '@/lib/domain/paging'
import { myPlansInput } from '@/lib/domain/plans-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { countMyPlans, listMyPlans } from '@/lib/training/plans'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('plans.mine'))('title') }
}

export default async function MyPlansPage({ searchParams }: Props) {
  const learner = await requireLearner()
  const view = myPlansInput.parse(await searchParams)
  const t = await getTranslations('plans.mine')
  const plans = await settle(listMyPlans(learner, view))
  const list = plans.value
  const last = list ? pageCount(list) : 1
  if (list && view.page > last) redirect(routes.myPlans(myListQuery({ ...view, page: last })))
  const counts = list ? await countMyPlans(learner, view, list) : {}
  return (
    <>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')}>
        <SearchBar action={routes.myPlans()} value={view.name} label={t('search')} keep={{ state: view.state === 'all' ? undefined : view.state }} />
      </PageHead>
      <PlanFilters view={view} counts={counts} />
      <Messages areas={['cards']}><MyPlans view={view} plans={plans} /></Messages>
    </>
  )
}
