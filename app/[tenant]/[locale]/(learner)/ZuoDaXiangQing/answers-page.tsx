import { getLocale, getTranslations } from 'next-intl/server'
import { ExamGuard } from '@/components/attempts/exam-guard'
import { FreshPage } from '@/components/content/fresh-page'
import { Refused } from '@/components/content/refused'
import { AnswerDetail } from '@/components/exams/answer-detail'
import { AttemptHead } from '@/components/exams/attempt-head'
import { ExamPageFailed } from '@/components/exams/exam-page-failed'
import { ScoreRecord } from '@/components/exams/score-record'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { Locale } from '@/lib/domain/locale'
import { langAttribute } from '@/lib/domain/text-language'
import { Messages } from '@/lib/i18n/messages-provider'
import { platformWords } from '@/lib/i18n/platform-words'
import { requireAnswers, wayBack } from '@/lib/request/exams'
import { requireAsking } from '@/lib/request/learner'
import { routes } from '@/lib/routes'

type Props = { query: Record<string, string | string[] | undefined>; simulation: boolean }

/** The answer detail of theory exams and of simulations. */
export async function AnswersPage({ query, simulation }: Props) {
  const { learner, session } = await requireAsking()
  const page = await requireAnswers(learner, query, simulation)
  const t = await getTranslations('exams')
  if (!page) return <ExamPageFailed page="answers" />
  if (page.refusal !== undefined) return <Refused words={page.refusal} action={{ href: routes.myExams(), label: t('title') }} />
  const { attempt, result, number, total, answers } = page
  const title = page.title ?? t('answers.title')
  // Our own words are in the page's language whatever they look like.
  const lang = page.title ? langAttribute(page.title, (await getLocale()) as Locale) : undefined
  const exitHref = wayBack(attempt, result.kind)
  // A simulation without questions of its own is told by its score record.
  const hasQuestions = !attempt.isSimulation || (answers.value?.length ?? 0) > 0
  return (
    <Messages areas={['exams', 'questions', 'mistakes', 'content']}>
      <FreshPage />
      <ExamGuard of={{ learnerId: learner.id, examId: attempt.examId }} />
      <Breadcrumb items={[{ label: t('title'), href: routes.myExams() }, { label: title, href: exitHref, lang }, { label: t('answers.title') }]} />
      <AttemptHead title={title} studentName={session.name} result={result} number={number} total={total} />
      {attempt.isSimulation && <Stack><ScoreRecord rows={result.rows} /></Stack>}
      {answers.error === 'rejected'
        ? <Panel><EmptyState title={t('answers.refused')} text={answers.words && platformWords(await getTranslations('errors.platform'), answers.words)} action={{ href: exitHref, label: t('answers.exit') }} /></Panel>
        : answers.error
          ? <Panel><ErrorState title={t('answers.loadFailed')} /></Panel>
          : hasQuestions && <AnswerDetail key={attempt.attemptId} attempt={attempt} questions={answers.value} exitHref={exitHref} />}
    </Messages>
  )
}
