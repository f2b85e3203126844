import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound, redirect } from 'next/navigation'
import { ExamTaking } from '@/components/attempts/exam-taking'
import { wayBack } from '@/components/attempts/exam-ways'
import { Messages } from '@/lib/i18n/messages-provider'
import { mayBeginAttempt } from '@/lib/request/exams'
import { requireAsking } from '@/lib/request/learner'
import { isRegistrationOffered } from '@/lib/request/registration'
import { attemptToGoOnWith, examNameOf, examPlaceOf } from '@/lib/routes'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations('attempts')
  return { title: examNameOf(await searchParams) || t('title'), referrer: 'no-referrer' }
}

/**
 * Taking a theory exam. Rendering it begins nothing: the browser opens the paper, so that no prefetch and no robot ever uses an attempt. Nor
 * does a link of another site: it leads to where the exam is begun or gone on with, by a press. So does one that names an attempt: a
 * platform without the exam protocol begins another one, whichever is asked for.
 */
export default async function ExamTakingPage({ searchParams }: Props) {
  const query = await searchParams
  const place = examPlaceOf(query)
  if (place && !(await mayBeginAttempt(query))) redirect(wayBack(place))
  const { session, tenant } = await requireAsking()
  if (!place) notFound()
  const learner = { id: session.learnerId, name: session.name, account: session.username, canReset: await isRegistrationOffered(tenant.id) }
  return (
    <Messages areas={['attempts', 'answerFile', 'content']}>
      <ExamTaking key={JSON.stringify(place)} learner={learner} place={place} attemptId={attemptToGoOnWith(query)} name={examNameOf(query)} />
    </Messages>
  )
}
