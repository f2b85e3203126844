import type { Metadata } from 'next'
import { getNow, getTranslations } from 'next-intl/server'
import { FreshPage } from '@/components/content/fresh-page'
import { PracticeRecord } from '@/components/practice/practice-record'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { endedResultOf } from '@/lib/domain/practice'
import { practiceResultInput } from '@/lib/domain/practice-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { getDraw } from '@/lib/training/practice'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('practice.result'))('title') }
}

export default async function PracticeRecordPage({ searchParams }: Props) {
  const { learner, session } = await requireAsking()
  const { result, drawId, endedAt } = practiceResultInput.parse(await searchParams)
  const t = await getTranslations('practice.result')
  const kept = drawId ? ((await settle(getDraw(learner, { drawId }))).value ?? null) : null
  // What the platform kept wins over the figures of the address.
  const draw = kept?.isEnded ? kept : null
  const shown = draw ? { ...endedResultOf(draw), subjectName: draw.subjectName || result.subjectName } : result
  return (
    <Messages areas={['practice', 'questions', 'mistakes', 'content']}>
      <FreshPage />
      <Breadcrumb items={[session.exerciseBank ? { label: t('bank'), href: routes.exerciseCentre() } : { label: t('toBook'), href: routes.mistakeBook() }, { label: t('title') }]} />
      <PracticeRecord learnerId={learner.id} result={shown} draw={draw} hasBank={session.exerciseBank} endedAt={draw ? null : endedAt} submittedAt={draw?.endedAt ?? endedAt ?? (await getNow()).toISOString()} />
    </Messages>
  )
}
