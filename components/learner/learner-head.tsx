import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { LevelCard } from '@/components/rankings/level-card'
import { LevelLadder } from '@/components/rankings/level-ladder'
import { Avatar } from '@/components/ui/avatar'
import type { LearningSummary, Level } from '@/lib/domain/levels'
import styles from './learner.module.css'

type Props = { summary: LearningSummary; /** None where the platform does not say them. */ levels: Level[] }

/** Who I am and which level I have reached, on the ladder of all levels. */
export function LearnerHead({ summary, levels }: Props) {
  const t = useTranslations('learner')
  const { level, points } = summary
  const levelName = level.name ?? levels.find(({ id }) => id === level.id)?.name ?? t('level', { level: level.id })
  return (
    <section className="panel" aria-label={t('head')}>
      <div className={styles.head}>
        <Avatar src={summary.avatarUrl} size={72} />
        <div className={styles.who}>
          <h2 className="h2 clip1"><PlatformText>{summary.name}</PlatformText></h2>
          {summary.department && <p className="clip1"><PlatformText>{summary.department}</PlatformText></p>}
        </div>
        <LevelCard levels={levels} levelId={level.id} levelName={levelName} points={points} />
      </div>
      {levels.length > 0 && <LevelLadder levels={levels} levelId={level.id} points={points} />}
    </section>
  )
}
