'use client'

import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { LevelBadge } from '@/components/ui/level-badge'
import { Tag } from '@/components/ui/tag'
import type { Level } from '@/lib/domain/levels'
import styles from './levels.module.css'

/** The ten levels: badge, name, and at least how many points each takes. */
export default function LevelsDialog({ levels, levelId, onClose }: { levels: Level[]; levelId?: number; onClose: () => void }) {
  const t = useTranslations('rankings.levels')
  return (
    <Dialog open title={t('title')} onClose={onClose}>
      <p>{t('intro')}</p>
      {levels.length === 0 && <ErrorState title={t('failed')} />}
      <ol className={styles.levels}>
        {levels.map((level) => (
          <li key={level.id} className={level.id === levelId ? styles.mine : undefined} aria-current={level.id === levelId ? 'true' : undefined}>
            <LevelBadge level={level.id} size={52} ahead={levelId !== undefined && level.id > levelId} />
            <span className={styles.levelName}><PlatformText>{level.name}</PlatformText>{level.id === levelId && <Tag tone="brand">{t('mine')}</Tag>}</span>
            <span className="num">{t('atLeast', { points: level.pointsNeeded })}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
