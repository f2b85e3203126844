import { useTranslations } from 'next-intl'
import { use } from 'react'
import { PlanCatalogue } from '@/components/plans/plan-catalogue'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { withoutResources, type PlanItem } from '@/lib/domain/catalogue'
import type { PlanDetail } from '@/lib/domain/course-detail'
import type { Closure } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import { routes } from '@/lib/routes'

type Props = { plan: PlanDetail; items: Promise<Settled<PlanItem[]>>; closure: Closure | null }

/** The catalogue of a plan once it is there; without items, or when it could not be read, that is said instead. */
export function PlanCatalogueView({ plan, items: asked, closure }: Props) {
  const t = useTranslations('planDetail')
  const items = use(asked)
  if (items.error) return <ErrorState title={t('loadFailed')} />
  if (items.value.length === 0) return <EmptyState text={t('empty')} action={{ href: routes.planLibrary(), label: t('toLibrary') }} />
  const { id, state, result, sequential, currentItemId, currentSectionName } = plan
  return <PlanCatalogue planId={id} rule={{ state, result, sequential }} currentItemId={currentItemId} currentName={currentSectionName} closure={closure} items={items.value.map((item) => ({ ...item, chapters: withoutResources(item.chapters) }))} />
}
