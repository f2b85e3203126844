import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { LevelBadge } from '@/components/ui/level-badge'
import { levelProgress, type Level } from '@/lib/domain/levels'
import styles from './levels.module.css'

/** All levels from the lowest to the highest; those ahead are grey. None of a learner whose level is none of them. */
export function LevelLadder({ levels, levelId, points }: { levels: Level[]; levelId: number; points: number }) {
  const t = useTranslations('rankings.levels')
  const { current, next, percent } = levelProgress(levels, levelId, points)
  if (!current && !next) return null
  const way = (id: number) => (id <= levelId ? 100 : id === levelId + 1 ? percent : 0)
  return (
    <ol className={styles.ladder} aria-label={t('ladder')}>
      {levels.map(({ id, name }) => (
        <li key={id} style={{ '--way': `${way(id)}%` }} className={id === levelId ? styles.here : undefined} aria-current={id === levelId ? 'step' : undefined}>
          <LevelBadge level={id} size={52} ahead={id > levelId} />
          <span><PlatformText>{name}</PlatformText></span>
        </li>
      ))}
    </ol>
  )
}
