'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { PointsHelp } from '@/components/rankings/points-help'
import { RankingList } from '@/components/rankings/ranking-list'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { RowsSkeleton } from '@/components/ui/skeletons'
import { ViewTabs } from '@/components/ui/view-tabs'
import { contentMetrics, rankingRows, type ContentMetric, type Ranking, type RankingScope } from '@/lib/domain/rankings'
import { contentRankingQuery } from '@/lib/queries/rankings'
import { routes } from '@/lib/routes'
import styles from './rankings.module.css'

type Props = { target: RankingScope; name: string; /** What is known of the hours already. */ hours?: Ranking; onClose: () => void }

/** The first ten of a course, plan or class by class hours and by points, with the own place. */
export default function RankingDialog({ target, name, hours, onClose }: Props) {
  const t = useTranslations('rankings')
  return (
    <Dialog open wide title={t.rich('of', { name: () => <PlatformText>{name}</PlatformText> })} onClose={onClose}>
      <div className={styles.dialogTabs}>
        <ViewTabs
          label={t('kinds')}
          tabs={contentMetrics.map((metric) => ({
            id: metric, label: t(`metrics.${metric}`),
            content: (
              <>
                {metric === 'points' && <div className={styles.help}><PointsHelp /></div>}
                <OneRanking target={target} metric={metric} given={metric === 'hours' ? hours : undefined} />
              </>
            ),
          }))}
        />
      </div>
    </Dialog>
  )
}

function OneRanking({ target, metric, given }: { target: RankingScope; metric: ContentMetric; given: Ranking | undefined }) {
  const t = useTranslations('rankings')
  const ranking = useQuery({ ...contentRankingQuery({ ...target, metric }), initialData: given })
  if (ranking.data) {
    return ranking.data.rows.length > 0
      ? <RankingList ranking={ranking.data} metric={metric} label={t(`metrics.${metric}`)} />
      // Beside a course or plan stands how one begins it.
      : <EmptyState text={t('nobody')} action={target.scope === 'class' ? { href: routes.courseLibrary(), label: t('toLibrary') } : undefined} />
  }
  return ranking.isError
    ? <ErrorState title={t('loadFailed')} onRetry={() => void ranking.refetch()} retrying={ranking.isFetching} />
    : <RowsSkeleton count={rankingRows} height={56} picture />
}
