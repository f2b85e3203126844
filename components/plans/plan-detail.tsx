import { Suspense } from 'react'
import { LearningDetailPage } from '@/components/enrolment/learning-detail'
import type { SideData } from '@/components/enrolment/learning-side'
import { PlanCatalogueView } from '@/components/plans/plan-catalogue-view'
import { PlanDetailHero } from '@/components/plans/plan-detail-hero'
import { PlanDetailSide } from '@/components/plans/plan-detail-side'
import { RowsSkeleton } from '@/components/ui/skeletons'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { PlanItem } from '@/lib/domain/catalogue'
import type { DetailTab, PlanDetail as Plan } from '@/lib/domain/course-detail'
import { closureOf } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'

type Props = SideData & { certificate: Promise<Settled<CheckableCertificate | null>>; plan: Plan; /** With their locks applied. */ items: Promise<Settled<PlanItem[]>>; tab: DetailTab }

/** A plan: what it is, when it runs, how far one is, its introduction, and its courses and exams. */
export function PlanDetail({ plan, items, tab, certificate, ...data }: Props) {
  const closure = closureOf(plan)
  return (
    <LearningDetailPage
      kind="plan"
      detail={plan}
      closure={closure}
      tab={tab}
      hero={<PlanDetailHero certificate={certificate} plan={plan} items={items} closure={closure} />}
      side={<PlanDetailSide plan={plan} items={items} {...data} />}
      catalogue={<Suspense fallback={<RowsSkeleton count={6} />}><PlanCatalogueView plan={plan} items={items} closure={closure} /></Suspense>}
    />
  )
}
