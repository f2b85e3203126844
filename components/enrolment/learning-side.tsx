import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Part } from '@/components/content/part'
import { progressTones } from '@/components/enrolment/learning-hero'
import { RankingPanel } from '@/components/rankings/ranking-panel'
import { ReviewsPanel } from '@/components/reviews/reviews-panel'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressRing } from '@/components/ui/progress-ring'
import { PanelSkeleton } from '@/components/ui/skeletons'
import type { LearningDetail } from '@/lib/domain/course-detail'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import type { Ranking } from '@/lib/domain/rankings'
import type { Reviews } from '@/lib/domain/reviews'
import { routes } from '@/lib/routes'
import styles from './learning-detail.module.css'

/** What stands beside a detail and is read apart from it. */
export type SideData = { learnerId: string; ranking: Promise<Settled<Ranking>>; reviews: Promise<Settled<Reviews>> }

type Props = SideData & {
  kind: EnrolmentKind
  detail: LearningDetail
  /** How far I am, and what orders it: `SideFact`s. */
  own: ReactNode
}

/** Beside a course or plan: how far I am, the first by class hours, and what learners say. */
export function LearningSide({ kind, detail, own, learnerId, ranking, reviews }: Props) {
  const t = useTranslations('learningDetail')
  const { id, name, result } = detail
  return (
    <>
      <Panel labelledBy="learning-own">
        <div className={styles.own}>
          <ProgressRing percent={detail.progressPercent} label={`${t('progress')} ${detail.progressPercent}%`} size={56} tone={progressTones[detail.state]} />
          <h2 className="h3" id="learning-own">{t('own')}</h2>
        </div>
        <dl className={styles.list}>{own}</dl>
        {detail.state !== 'notStarted' && <Link className={`link ${styles.ledger}`} href={routes.studyTime({ kind, id })}>{t('ledger')}</Link>}
      </Panel>
      <Part of={ranking} skeleton={<PanelSkeleton lines={7} height={430} />}><RankingPanel target={{ scope: kind, id }} name={name} ranking={ranking} /></Part>
      <Part of={reviews} skeleton={<PanelSkeleton lines={8} height={420} />}><ReviewsPanel target={{ kind, id }} name={name} learnerId={learnerId} result={result} reviews={reviews} /></Part>
    </>
  )
}

/** A name and its value. */
export function SideFact({ name, children }: { name: string; children: ReactNode }) {
  return <div><dt>{name}</dt><dd className="num">{children}</dd></div>
}
