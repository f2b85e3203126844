import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Part } from '@/components/content/part'
import { LearningSide, SideFact, type SideData } from '@/components/enrolment/learning-side'
import { isInOrder, lacksSections, missingMinutes, sectionsOf, type PlanItem } from '@/lib/domain/catalogue'
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
          <Part of={items} skeleton={null}><Remaining items={items} /></Part>
          {plan.startsAt && <SideFact name={t('startDate')}><time dateTime={plan.startsAt}>{t('moment', { at: new Date(plan.startsAt) })}</time></SideFact>}
          {plan.endsAt && <SideFact name={t('endDate')}><time dateTime={plan.endsAt}>{t('moment', { at: new Date(plan.endsAt) })}</time></SideFact>}
          <Part of={items} skeleton={null}><Order items={items} sequential={plan.sequential} /></Part>
        </>
      }
      {...data}
    />
  )
}

/** About how long the sections that are not passed still take. */
function Remaining({ items: asked }: Pick<Props, 'items'>) {
  const t = useTranslations('learningDetail')
  const items = use(asked)
  if (items.error) return null
  const minutes = items.value.flatMap(({ chapters }) => sectionsOf(chapters)).reduce((sum, section) => sum + missingMinutes(section), 0)
  return minutes > 0 ? <SideFact name={t('remaining')}>{t('minutes', { minutes })}</SideFact> : null
}

/** Whether sections open one after another. */
function Order({ items: asked, sequential }: Pick<Props, 'items'> & { sequential: boolean }) {
  const t = useTranslations('learningDetail')
  const items = use(asked)
  // Without the sections of a course nobody knows how its sections open.
  if (items.error || (!sequential && items.value.some(lacksSections))) return null
  return <SideFact name={t('order')}>{t(items.value.some(({ chapters }) => isInOrder(chapters, sequential)) ? 'sequential' : 'free')}</SideFact>
}
