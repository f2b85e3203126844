import { useTranslations } from 'next-intl'
import { use } from 'react'
import { MoreRankings } from '@/components/rankings/more-rankings'
import { RankingList } from '@/components/rankings/ranking-list'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import { sideRankingRows, type Ranking, type RankingScope } from '@/lib/domain/rankings'
import styles from './rankings.module.css'

type Props = { target: RankingScope; name: string; ranking: Promise<Settled<Ranking>> }

/** Beside a course or plan: the first six by class hours, the own place, and the way to more. */
export function RankingPanel({ target, name, ranking: asked }: Props) {
  const t = useTranslations('rankings')
  const ranking = use(asked)
  return (
    <Panel labelledBy="ranking-title">
      <div className={styles.side}>
        <div className={styles.sideHead}>
          <h2 className="h3" id="ranking-title">{t('metrics.hours')}</h2>
          {!ranking.error && <MoreRankings target={target} name={name} hours={ranking.value} />}
        </div>
        {ranking.error
          ? <ErrorState title={t('loadFailed')} />
          : ranking.value.rows.length > 0
            ? <RankingList ranking={ranking.value} metric="hours" label={t('metrics.hours')} count={sideRankingRows} compact />
            : <p className="muted">{t('nobody')}</p>}
      </div>
    </Panel>
  )
}
