import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { RefusedPage } from '@/components/content/refused'
import { PracticalDetailView } from '@/components/exams/practical-detail'
import { PracticalFailed } from '@/components/exams/practical-failed'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { refusalOf } from '@/lib/request/refusal'
import { settle } from '@/lib/request/settle'
import { practicalPlaceOf, routes } from '@/lib/routes'
import { getPractical } from '@/lib/training/exam-results'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('exams.practical'))('title') }
}

export default async function PracticalDetailPage({ searchParams }: Props) {
  const learner = await requireLearner()
  const place = practicalPlaceOf(await searchParams)
  if (!place) notFound()
  const asked = await settle(getPractical(learner, place))
  const refusal = refusalOf(asked)
  if (asked.value === null) notFound()
  if (refusal) return <RefusedPage words={refusal} />
  const t = await getTranslations('exams.practical')
  const backHref = place.examId ? routes.examPreparation(place.examId, { examType: 3 }) : routes.myExams()
  if (asked.error) return <PracticalFailed backHref={backHref} />
  return (
    <Messages areas={['exams', 'content', 'study']}>
      <PracticalDetailView key={`${place.attemptId} ${place.groupId} ${place.detailId}`} learnerId={learner.id} detail={asked.value} title={t('title')} backHref={backHref} />
    </Messages>
  )
}
