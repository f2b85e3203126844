'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { LevelBadge } from '@/components/ui/level-badge'
import { levelProgress, type Level } from '@/lib/domain/levels'
import styles from './levels.module.css'

// Only a press opens it: with a boundary of its own, so that nothing else vanishes while it loads.
const LevelsDialog = dynamic(() => import('@/components/rankings/levels-dialog'), { ssr: false })

type Props = { levels: Level[]; levelId: number; levelName: string; points: number }

/** The own level with its badge, and how many points the next one takes; pressing it explains all ten. */
export function LevelCard({ levels, levelId, levelName, points }: Props) {
  const t = useTranslations('rankings.levels')
  const [open, setOpen] = useState(false)
  const { current, next, missing, percent } = levelProgress(levels, levelId, points)
  // Of a level that is none of them nobody knows whether one comes after it.
  const isKnown = current !== null || next !== null
  return (
    <>
      <button type="button" className={styles.level} onClick={() => setOpen(true)}>
        <span className="sr">{t('button', { level: levelId, name: levelName })}</span>
        {(isKnown || levels.length === 0) && <LevelBadge level={levelId} decorative />}
        <span className={styles.levelWords}>
          <b><PlatformText>{levelName}</PlatformText></b>
          <small className="num">{next ? t('pointsOf', { points, needed: next.pointsNeeded }) : t('points', { points })}</small>
          {isKnown && (
            <>
              <span className={`bar ${styles.levelBar}`} style={{ '--v': `${percent}%` }}><i /></span>
              <small className="num">{next ? t.rich('missing', { missing, name: () => <PlatformText>{next.name}</PlatformText> }) : t('top')}</small>
            </>
          )}
        </span>
      </button>
      {open && <Suspense><LevelsDialog levels={levels} levelId={levelId} onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
