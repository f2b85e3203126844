import { useTranslations } from 'next-intl'
import { Suspense, use } from 'react'
import { PointsHelp } from '@/components/rankings/points-help'
import { RankingList } from '@/components/rankings/ranking-list'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { RowsSkeleton } from '@/components/ui/skeletons'
import type { Settled } from '@/lib/domain/errors'
import { rankingMetrics, rankingRows, type Ranking, type RankingMetric } from '@/lib/domain/rankings'
import { routes } from '@/lib/routes'
import styles from './rankings.module.css'

type Props = { metric: RankingMetric; ranking: Promise<Settled<Ranking>> }

/** The four rankings of the tenant, one at a time; points explain themselves. */
export function LearningRankings({ metric, ranking }: Props) {
  const t = useTranslations('rankings')
  return (
    <section className={`panel ${styles.rankings}`} aria-label={t('title')}>
      <div className={styles.tabrow}>
        <LinkTabs
          label={t('kinds')}
          items={rankingMetrics.map((one) => ({
            href: routes.personalCentre('learningData', { ranking: one === 'hours' ? undefined : one }), label: t(`metrics.${one}`), current: one === metric,
          }))}
        />
        {metric === 'points' && <PointsHelp />}
      </div>
      <div className={styles.listArea}>
        <Suspense key={metric} fallback={<RowsSkeleton count={rankingRows} height={56} picture />}><List metric={metric} ranking={ranking} /></Suspense>
      </div>
    </section>
  )
}

function List({ metric, ranking: asked }: Props) {
  const t = useTranslations('rankings')
  const ranking = use(asked)
  if (ranking.error) return <ErrorState title={t('loadFailed')} />
  if (ranking.value.rows.length === 0) return <EmptyState text={t('nobody')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} />
  return <RankingList ranking={ranking.value} metric={metric} label={t(`metrics.${metric}`)} />
}
