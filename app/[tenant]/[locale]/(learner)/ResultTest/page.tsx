import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ExamGuard } from '@/components/attempts/exam-guard'
import { Refused } from '@/components/content/refused'
import { ExamPageFailed } from '@/components/exams/exam-page-failed'
import { ExamResultView } from '@/components/exams/exam-result'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAttempt, wayBack } from '@/lib/request/exams'
import { requireLearner } from '@/lib/request/learner'
import { attemptPlaceOf, routes } from '@/lib/routes'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('exams.result'))('title') }
}

export default async function ExamResultPage({ searchParams }: Props) {
  const learner = await requireLearner()
  const query = await searchParams
  const page = await requireAttempt(learner, query)
  const examId = attemptPlaceOf(query)?.examId
  const t = await getTranslations('exams')
  if (page && page.refusal !== undefined) return <Refused words={page.refusal} action={{ href: routes.myExams(), label: t('title') }} />
  const backHref = page ? wayBack(page.attempt, page.result.kind) : routes.myExams()
  return (
    <Messages areas={['exams']}>
      {examId !== undefined && <ExamGuard of={{ learnerId: learner.id, examId }} />}
      <Breadcrumb items={[{ label: t('title'), href: routes.myExams() }, { label: t('prep.title'), href: backHref }, { label: t('result.title') }]} />
      {page
        ? <ExamResultView attempt={page.attempt} result={{ ...page.result, title: page.title }} backHref={backHref} hasReceipts={page.result.handInNumber !== null} />
        : <ExamPageFailed page="result" />}
    </Messages>
  )
}
