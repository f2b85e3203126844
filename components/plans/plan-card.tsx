'use client'

import { StudyCard } from '@/components/cards/study-card'
import { EndTime } from '@/components/plans/end-time'
import { Link } from '@/components/ui/link'
import type { PlanCard as Plan } from '@/lib/domain/plans'
import { routes } from '@/lib/routes'

/** A plan of mine or in the library; until when it runs stands on its cover. */
export function PlanCard({ plan, eager, inLibrary }: { plan: Plan; eager?: boolean; inLibrary?: boolean }) {
  return (
    <StudyCard
      card={plan}
      eager={eager}
      inLibrary={inLibrary}
      note={plan.endsAt && <EndTime at={plan.endsAt} />}
      link={(name, lang) => <Link href={routes.planDetail(plan.id, name)} lang={lang}>{name}</Link>}
    />
  )
}
