import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { FreshPage } from '@/components/content/fresh-page'
import { Part } from '@/components/content/part'
import { Library, libraryHref } from '@/components/library/library'
import { PlanLibrary } from '@/components/library/library-lists'
import { LibrarySkeleton } from '@/components/library/library-skeleton'
import { libraryInput } from '@/lib/domain/library-input'
import { pageCount } from '@/lib/domain/paging'
import { Messages } from '@/lib/i18n/messages-provider'
import { inTime } from '@/lib/request/in-time'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { keptForTenant } from '@/lib/request/tenant-cache'
import { listPlanLibrary, listTagGroups } from '@/lib/training/library'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Rows of tags whose room is kept while the library is on its way. */
const ROWS = 2

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('library.plans'))('title') }
}

async function read(searchParams: Props['searchParams']) {
  const learner = await requireLearner()
  const view = libraryInput.parse(await searchParams)
  const [plans, groups] = await Promise.all([
    settle(listPlanLibrary(learner, view)),
    settle(keptForTenant(learner.tenantId, `plan tags ${learner.locale}`, () => listTagGroups(learner, { kind: 'plan' }))),
  ])
  const last = plans.value ? pageCount(plans.value) : view.page
  if (view.page > last) redirect(libraryHref.plans({ ...view, page: last }))
  return { view, plans, groups: groups.value ?? [] }
}

async function Plans({ asked }: { asked: ReturnType<typeof read> }) {
  const { view, plans, groups } = await asked
  return (
    <Messages areas={['library', 'cards']}>
      <FreshPage />
      <Library kind="plans" view={view} groups={groups}><PlanLibrary view={view} plans={plans} /></Library>
    </Messages>
  )
}

export default async function PlanLibraryPage({ searchParams }: Props) {
  const asked = read(searchParams)
  await inTime(asked)
  return <Part of={asked} skeleton={<LibrarySkeleton rows={ROWS} />}><Plans asked={asked} /></Part>
}
