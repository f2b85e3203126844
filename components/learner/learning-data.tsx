import { useTranslations } from 'next-intl'
import { Suspense, use } from 'react'
import { BasicData } from '@/components/learner/basic-data'
import { LearnerHead } from '@/components/learner/learner-head'
import { OwnDataSkeleton } from '@/components/learner/learning-data-skeleton'
import { LearningRankings } from '@/components/rankings/learning-rankings'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import type { LearningSummary, Level } from '@/lib/domain/levels'
import type { Ranking, RankingMetric } from '@/lib/domain/rankings'

type Own = { summary: Promise<Settled<LearningSummary | null>>; levels: Promise<Settled<Level[]>>; unread: Promise<Settled<number>> }
type Props = Own & { metric: RankingMetric; ranking: Promise<Settled<Ranking>> }

/** The learning data of the personal centre: who I am, my eight figures, and the rankings. */
export function LearningData({ metric, ranking, ...own }: Props) {
  const t = useTranslations('learner')
  return (
    <Stack>
      <PageHead title={t('title')} hidden />
      <Suspense fallback={<OwnDataSkeleton />}><OwnData {...own} /></Suspense>
      <LearningRankings metric={metric} ranking={ranking} />
    </Stack>
  )
}

/** What has been reached; without the levels' names or the unread messages the rest still shows. */
function OwnData(asked: Own) {
  const t = useTranslations('learner')
  const summary = use(asked.summary)
  const levels = use(asked.levels)
  const unread = use(asked.unread)
  if (summary.error || !summary.value) return <Panel><ErrorState title={t('loadFailed')} /></Panel>
  return (
    <>
      <LearnerHead summary={summary.value} levels={levels.value ?? []} />
      <BasicData summary={summary.value} unread={unread.value ?? null} />
    </>
  )
}
