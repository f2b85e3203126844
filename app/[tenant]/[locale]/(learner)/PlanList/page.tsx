import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { Library, libraryHref } from '@/components/library/library'
import { PlanLibrary } from '@/components/library/library-lists'
import { libraryInput } from '@/lib/domain/library-input'
import { pageCount } from '@/lib/domain/paging'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { keptForTenant } from '@/lib/request/tenant-cache'
import { listPlanLibrary, listTagGroups } from '@/lib/training/library'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('library.plans'))('title') }
}

export default async function PlanLibraryPage({ searchParams }: Props) {
  const learner = await requireLearner()
  const view = libraryInput.parse(await searchParams)
  const [plans, groups] = await Promise.all([
    settle(listPlanLibrary(learner, view)),
    settle(keptForTenant(learner.tenantId, `plan tags ${learner.locale}`, () => listTagGroups(learner, { kind: 'plan' }))),
  ])
  const last = plans.value ? pageCount(plans.value) : view.page
  if (view.page > last) redirect(libraryHref.plans({ ...view, page: last }))
  return (
    <Messages areas={['library', 'cards']}>
      <Library kind="plans" view={view} groups={groups.value ?? []}>
        <PlanLibrary view={view} plans={plans} />
      </Library>
    </Messages>
  )
}
