import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { progressTones } from '@/components/enrolment/learning-hero'
import { Panel } from '@/components/ui/panel'
import { ProgressRing } from '@/components/ui/progress-ring'
import type { LearningDetail } from '@/lib/domain/course-detail'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import styles from './learning-detail.module.css'

type Props = {
  kind: EnrolmentKind
  detail: LearningDetail
  /** The hours where they are more than a number. */
  hours?: ReactNode
  /** How far I am: `SideFact`s. */
  own: ReactNode
  /** What else there is to know: `SideFact`s. */
  more: ReactNode
}

/** Beside a course or plan: how far I am, and what it is. */
export function LearningSide({ kind, detail, hours, own, more }: Props) {
  const t = useTranslations('learningDetail')
  return (
    <>
      <Panel labelledBy="learning-own">
        <div className={styles.own}>
          <ProgressRing percent={detail.progressPercent} label={`${t('progress')} ${detail.progressPercent}%`} size={56} tone={progressTones[detail.state]} />
          <h2 className="h3" id="learning-own">{t('own')}</h2>
        </div>
        <dl className={styles.list}>{own}</dl>
      </Panel>
      <Panel labelledBy="learning-facts">
        <h2 className="h3" id="learning-facts">{t(`${kind}.facts`)}</h2>
        <dl className={styles.list}>
          {detail.teacherName && <SideFact name={t('lecturer')}><PlatformText>{detail.teacherName}</PlatformText></SideFact>}
          {detail.companyName && <SideFact name={t('company')}><PlatformText>{detail.companyName}</PlatformText></SideFact>}
          <SideFact name={t('totalHours')}>{hours ?? t('hours', { hours: detail.hours })}</SideFact>
          <SideFact name={t('totalCredits')}>{t('credits', { credits: detail.credits })}</SideFact>
          <SideFact name={t('participants')}>{t('people', { count: detail.joinCount })}</SideFact>
          {more}
        </dl>
      </Panel>
    </>
  )
}

/** A name and its value. */
export function SideFact({ name, children }: { name: string; children: ReactNode }) {
  return <div><dt>{name}</dt><dd className="num">{children}</dd></div>
}
