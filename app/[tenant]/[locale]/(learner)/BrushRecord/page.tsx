import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { FreshPage } from '@/components/content/fresh-page'
import { PracticeRecord } from '@/components/practice/practice-record'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { mayPass } from '@/lib/domain/errors'
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
  const asked = drawId ? await settle(getDraw(learner, { drawId })) : null
  // What the platform kept wins over the figures of the address.
  const draw = asked?.value?.isEnded ? asked.value : null
  const shown = draw ? { ...endedResultOf(draw), subjectName: draw.subjectName || result.subjectName } : result
  return (
    <Messages areas={['practice', 'questions', 'mistakes', 'content']}>
      <FreshPage />
      <Breadcrumb items={[session.exerciseBank ? { label: t('bank'), href: routes.exerciseCentre() } : { label: t('toBook'), href: routes.mistakeBook() }, { label: t('title') }]} />
      <PracticeRecord learnerId={learner.id} result={shown} draw={draw} hasFailed={asked?.error !== undefined && mayPass(asked.error)} hasBank={session.exerciseBank} endedAt={drawId ? null : endedAt} />
    </Messages>
  )
}
