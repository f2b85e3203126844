import { useTranslations } from 'next-intl'
import { use } from 'react'
import { RankingView } from '@/components/rankings/ranking-view'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import type { Ranking, RankingScope } from '@/lib/domain/rankings'
import styles from './rankings.module.css'

type Props = { target: RankingScope; name: string; ranking: Promise<Settled<Ranking>> }

/** Beside a course or plan: the first six by class hours, the own place, and the way to more; or that they could not be read. */
export function RankingPanel({ target, name, ranking: asked }: Props) {
  const t = useTranslations('rankings')
  const ranking = use(asked)
  return (
    <Panel labelledBy="ranking-title">
      <div className={styles.side}>
        {ranking.error
          ? <><div className={styles.sideHead}><h2 className="h3" id="ranking-title">{t('metrics.hours')}</h2></div><ErrorState title={t('loadFailed')} /></>
          : <RankingView target={target} name={name} hours={ranking.value} />}
      </div>
    </Panel>
  )
}
