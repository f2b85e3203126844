import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { LearningSide, SideFact, type SideData } from '@/components/enrolment/learning-side'
import { isInOrder, missingMinutes, sectionsOf, type PlanItem } from '@/lib/domain/catalogue'
import type { PlanDetail } from '@/lib/domain/course-detail'
import type { Settled } from '@/lib/domain/errors'

type Props = SideData & { plan: PlanDetail; items: Promise<Settled<PlanItem[]>> }

/** Beside a plan: how far I am, the ranking and the reviews. */
export function PlanDetailSide({ plan, items, ...data }: Props) {
  const t = useTranslations('planDetail')
  const shared = useTranslations('learningDetail')
  return (
    <LearningSide
      kind="plan"
      detail={plan}
      own={
        <>
          <SideFact name={t('sections')}>{shared('ofSections', { passed: plan.sectionsDone, total: plan.sectionsTotal })}</SideFact>
          <Suspense><Remaining items={items} /></Suspense>
          {plan.startsAt && <SideFact name={t('startDate')}><time dateTime={plan.startsAt}>{t('moment', { at: new Date(plan.startsAt) })}</time></SideFact>}
          {plan.endsAt && <SideFact name={t('endDate')}><time dateTime={plan.endsAt}>{t('moment', { at: new Date(plan.endsAt) })}</time></SideFact>}
          <Suspense><Order items={items} sequential={plan.sequential} /></Suspense>
        </>
      }
      {...data}
    />
  )
}

/** About how long the sections that are not passed still take. */
async function Remaining({ items: asked }: Pick<Props, 'items'>) {
  const [t, items] = [await getTranslations('learningDetail'), await asked]
  if (items.error) return null
  const minutes = items.value.flatMap(({ chapters }) => sectionsOf(chapters)).reduce((sum, section) => sum + missingMinutes(section), 0)
  return minutes > 0 ? <SideFact name={t('remaining')}>{t('minutes', { minutes })}</SideFact> : null
}

/** Whether sections open one after another. */
async function Order({ items: asked, sequential }: Pick<Props, 'items'> & { sequential: boolean }) {
  const [t, items] = [await getTranslations('learningDetail'), await asked]
  if (items.error) return null
  return <SideFact name={t('order')}>{t(items.value.some(({ chapters }) => isInOrder(chapters, sequential)) ? 'sequential' : 'free')}</SideFact>
}
