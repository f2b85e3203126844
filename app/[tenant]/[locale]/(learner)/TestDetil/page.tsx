import type { Metadata } from 'next'
import { getLocale, getNow, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { FreshOnReturn } from '@/components/content/fresh-on-return'
import { Refused } from '@/components/content/refused'
import { ExamPageFailed } from '@/components/exams/exam-page-failed'
import { ExamPreparation } from '@/components/exams/exam-preparation'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { statusOf, withWindow, type ExamKind } from '@/lib/domain/exams'
import type { Locale } from '@/lib/domain/locale'
import { langAttribute } from '@/lib/domain/text-language'
import { Messages } from '@/lib/i18n/messages-provider'
import { clockOver, simulationAddressFor } from '@/lib/request/exams'
import { requireAsking, requireLearner } from '@/lib/request/learner'
import { refusalOf } from '@/lib/request/refusal'
import { settle } from '@/lib/request/settle'
import { preparationOf, routes } from '@/lib/routes'
import { getExam } from '@/lib/training/exams'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const askExam = cache(async (examId: string, kind: ExamKind | null) => settle(getExam(await requireLearner(), { examId, kind })))

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const place = preparationOf(await searchParams)
  const exam = place && (await askExam(place.id, place.kind)).value
  return { title: exam ? exam.title : (await getTranslations('exams.prep'))('title') }
}

export default async function ExamPreparationPage({ searchParams }: Props) {
  const { learner, session } = await requireAsking()
  const place = preparationOf(await searchParams)
  if (!place) notFound()
  const asked = await askExam(place.id, place.kind)
  const refusal = refusalOf(asked)
  if (asked.value === null) notFound()
  const t = await getTranslations('exams')
  const title = asked.value?.title
  const here = title ? { label: title, lang: langAttribute(title, (await getLocale()) as Locale) } : { label: t('prep.title') }
  const crumbs = [{ label: t('title'), href: routes.myExams() }, here]
  if (refusal) return <><Breadcrumb items={crumbs} /><Refused words={refusal} /></>
  if (asked.error) return <><Breadcrumb items={crumbs} /><ExamPageFailed page="prep" /></>
  const renderedAt = (await getNow()).getTime()
  const { aheadMs, ...told } = withWindow(asked.value, place)
  const now = clockOver({ aheadMs }, session, renderedAt)
  const exam = { ...told, status: statusOf(told, place.status, now.serverNow) }
  return (
    <Messages areas={['exams', 'answerFile', 'content']}>
      <Breadcrumb items={crumbs} />
      <ExamPreparation exam={exam} simulationUrl={simulationAddressFor(learner, exam.simulation)} now={now} learner={{ id: learner.id, name: session.name, account: session.username }} />
      <FreshOnReturn renderedAt={renderedAt} />
    </Messages>
  )
}
