import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { PracticeRun } from '@/components/practice/practice-run'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { practiceOf, routes } from '@/lib/routes'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('practice.run'))('title') }
}

/** Question practice: of a subject, or of the wrong-question book. */
export default async function PracticePage({ searchParams }: Props) {
  const { learner, session } = await requireAsking()
  const asked = practiceOf(await searchParams)
  if (!asked) notFound()
  const { what, drawId } = asked
  const t = await getTranslations('practice.run')
  const title = what.from === 'subject' ? what.subjectName || t('title') : t('book')
  return (
    <Messages areas={['practice', 'questions', 'mistakes', 'content']}>
      <PracticeRun key={JSON.stringify(what)} learnerId={learner.id} what={what} drawId={drawId} title={title} hasBank={session.exerciseBank} backHref={what.from === 'subject' && session.exerciseBank ? routes.exerciseCentre() : routes.mistakeBook()} />
    </Messages>
  )
}
