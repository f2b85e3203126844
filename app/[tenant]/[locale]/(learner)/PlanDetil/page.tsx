import type { Metadata } from 'next'
import { getNow, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { FreshOnReturn } from '@/components/content/fresh-on-return'
import { Refused } from '@/components/content/refused'
import { LearningDetailFailed, LearningDetailTop } from '@/components/enrolment/learning-detail'
import { FreshAtDates } from '@/components/plans/fresh-at-dates'
import { PlanDetail } from '@/components/plans/plan-detail'
import { withPlanLocks } from '@/lib/domain/catalogue'
import { detailInput } from '@/lib/domain/course-detail-input'
import { turnsIn } from '@/lib/domain/plans'
import { learningDetailAreas } from '@/lib/i18n/areas'
import { Messages } from '@/lib/i18n/messages-provider'
import { inTime } from '@/lib/request/in-time'
import { requireAsking, requireLearner } from '@/lib/request/learner'
import { readCertificate, readLearningSide } from '@/lib/request/learning-side'
import { refusalOf } from '@/lib/request/refusal'
import { settle } from '@/lib/request/settle'
import { listPlanItems } from '@/lib/training/catalogue'
import { getPlan } from '@/lib/training/course-detail'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const askPlan = cache(async (planId: string) => settle(getPlan(await requireLearner(), { planId })))

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { id } = detailInput.parse(await searchParams)
  const plan = id && (await askPlan(id)).value
  return { title: plan ? plan.name : (await getTranslations('learningDetail.plan'))('title') }
}

export default async function PlanDetailPage({ searchParams }: Props) {
  const asking = await requireAsking()
  const { learner } = asking
  const query = await searchParams
  const { id, tab } = detailInput.parse(query)
  if (!id) notFound()
  // All at once: what turns out not to be wanted was asked for in vain, but nobody waits twice.
  const side = readLearningSide(learner, { kind: 'plan', id }, query)
  const asked = settle(listPlanItems(learner, { planId: id }))
  const opened = await askPlan(id)
  const refusal = refusalOf(opened)
  if (refusal) return <><LearningDetailTop kind="plan" /><Refused words={refusal} /></>
  if (opened.error) return <LearningDetailFailed kind="plan" />
  const plan = opened.value
  if (!plan) notFound()
  const items = asked.then((settled) => (settled.error ? settled : { value: withPlanLocks(settled.value, plan) }))
  const passed = plan.state === 'passed'
  const certificate = readCertificate(asking, { kind: 'plan', id, name: plan.name }, { passed })
  await inTime(items, side.ranking, side.reviews, certificate)
  const renderedAt = (await getNow()).getTime()
  return (
    <Messages areas={['planDetail', ...learningDetailAreas({ tab, passed })]}>
      <PlanDetail plan={plan} items={items} tab={tab} certificate={certificate} {...side} />
      <FreshOnReturn renderedAt={renderedAt} />
      <FreshAtDates renderedAt={renderedAt} turnsIn={turnsIn(plan, renderedAt)} />
    </Messages>
  )
}
