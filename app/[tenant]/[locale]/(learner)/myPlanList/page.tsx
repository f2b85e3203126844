import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { StudyListSkeleton } from '@/components/cards/study-list-skeleton'
import { FreshPage } from '@/components/content/fresh-page'
import { Part } from '@/components/content/part'
import { PlanFilters, MyPlans } from '@/components/plans/my-plans'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { PageHead } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { myPlansInput } from '@/lib/domain/plans-input'
import { myListQuery } from '@/lib/domain/my-lists'
import { pageCount } from '@/lib/domain/paging'
import { Messages } from '@/lib/i18n/messages-provider'
import { inTime } from '@/lib/request/in-time'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { countMyPlans, listMyPlans } from '@/lib/training/plans'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('plans.mine'))('title') }
}

async function read(searchParams: Props['searchParams']) {
  const learner = await requireLearner()
  const view = myPlansInput.parse(await searchParams)
  const plans = await settle(listMyPlans(learner, view))
  const list = plans.value
  const last = list ? pageCount(list) : 1
  if (list && view.page > last) redirect(routes.myPlans(myListQuery({ ...view, page: last })))
  return { view, plans, counts: list ? await countMyPlans(learner, view, list) : {} }
}

async function Plans({ asked }: { asked: ReturnType<typeof read> }) {
  const { view, plans, counts } = await asked
  const t = await getTranslations('plans.mine')
  return (
    <>
      <FreshPage />
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('title') }]} />
      <PageHead title={t('title')}>
        <SearchBar action={routes.myPlans()} value={view.name} label={t('search')} keep={myListQuery({ ...view, name: '', page: 1 })} />
      </PageHead>
      <PlanFilters view={view} counts={counts} />
      <Messages areas={['cards']}><MyPlans view={view} plans={plans} /></Messages>
    </>
  )
}

export default async function MyPlansPage({ searchParams }: Props) {
  const asked = read(searchParams)
  await inTime(asked)
  return <Part of={asked} skeleton={<StudyListSkeleton />}><Plans asked={asked} /></Part>
}
