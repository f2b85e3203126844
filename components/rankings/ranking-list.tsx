import { Ellipsis } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { Avatar } from '@/components/ui/avatar'
import { Icon } from '@/components/ui/icon'
import { Medal } from '@/components/ui/medal'
import { rankingRows, shareOfFirst, shownRows, type Ranking, type RankingMetric, type RankingRow } from '@/lib/domain/rankings'
import styles from './rankings.module.css'

type Props = {
  ranking: Ranking
  metric: RankingMetric
  label: string
  /** For side panels: six rows, no bars, and the own place as NO.n. */
  compact?: boolean
  /** How many rows; ten unless said otherwise. */
  count?: number
}

/** The places of a ranking: medals for the first three, then numbers, and the own place below them when it is not among them. */
export function RankingList({ ranking, metric, label, compact = false, count = rankingRows }: Props) {
  const t = useTranslations('rankings')
  const { top, below } = shownRows(ranking, count)
  const isOwn = (row: RankingRow) => row.learnerId === ranking.own?.learnerId
  const rowOf = (row: RankingRow) => <Row key={row.learnerId || row.rank} row={row} metric={metric} own={isOwn(row)} compact={compact} share={shareOfFirst(ranking, row.value)} />
  return (
    <ol className={`rank ${compact ? styles.compact : styles.full}`} aria-label={label}>
      {top.map(rowOf)}
      {below && !compact && <li className="gap" aria-hidden="true"><span className="pos"><Icon of={Ellipsis} className="i i-16" /></span></li>}
      {below && rowOf(below)}
      {/* A ranking of mistakes names nobody's place but in its rows. */}
      {!ranking.own && metric !== 'mistakes' && <li className={styles.none}>{t('noPlace')}</li>}
    </ol>
  )
}

type RowProps = { row: RankingRow; metric: RankingMetric; own: boolean; compact: boolean; share: number }

function Row({ row, metric, own, compact, share }: RowProps) {
  const t = useTranslations('rankings')
  const { rank } = row
  return (
    <li className={own ? 'me' : undefined} style={{ '--f': share }} aria-current={own || undefined} value={rank || undefined}>
      <span className="pos">{rank === 1 || rank === 2 || rank === 3 ? <Medal place={rank} /> : rank > 0 && <><span className="sr">{t('place', { rank })}</span><span aria-hidden="true">{rank}</span></>}</span>
      <Avatar src={row.avatarUrl} size={compact ? 32 : 36} lazy />
      <span className="who">
        <span className={styles.name}>
          <span className="clip1"><PlatformText>{row.name}</PlatformText></span>
          {own && <span className={`num ${styles.own}`}>{compact && rank > 0 ? t('ownPlace', { rank }) : t('me')}</span>}
        </span>
        {!compact && row.workNumber && <small>{row.workNumber}</small>}
      </span>
      {!compact && <span className={`bar ${styles.bar}`} style={{ '--v': `${share * 100}%` }} aria-hidden="true"><i /></span>}
      <span className="val">{t.rich(`value.${metric}`, { value: row.value, b: (figure) => <b>{figure}</b> })}</span>
    </li>
  )
}
