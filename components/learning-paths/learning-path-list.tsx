'use client'

import { Route } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { useOpened } from '@/components/linked-courses/use-opened'
import { Icon } from '@/components/ui/icon'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { LearningPath } from '@/lib/domain/learning-paths'
import styles from './learning-paths.module.css'

const LearningPathDialog = dynamic(() => import('./learning-path-dialog'))

/** The learning paths as cards; each opens its nodes. */
export function LearningPathList({ paths }: { paths: LearningPath[] }) {
  const t = useTranslations('learningPaths')
  const { opened, open, close } = useOpened('path')
  return (
    <>
      <ul className={styles.cards}>
        {paths.map((path) => {
          const known = path.nodes.length > 0 && path.nodes.every((node) => node.standing !== null)
          const done = path.nodes.filter((node) => node.standing === 'passed').length
          return (
            <li key={path.id}>
              <button type="button" className={`panel ${styles.card}`} aria-haspopup="dialog" onClick={() => open(path.id)}>
                <span className={styles.tile}><Icon of={Route} className="i i-24" /></span>
                <span className={styles.lines}>
                  <span className={`${styles.name} clip2`}><PlatformText>{path.name}</PlatformText></span>
                  <span className={styles.meta}>{t('counts', { nodes: path.nodeCount, courses: path.courseCount })}</span>
                  {known && (
                    <span className={styles.done}>
                      <ProgressBar percent={(done * 100) / path.nodes.length} label={t('progressOf', { name: path.name })} tone={done === path.nodes.length ? 'ok' : 'brand'} />
                      <span className="num">{t('done', { done, total: path.nodes.length })}</span>
                    </span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {opened && <Suspense><LearningPathDialog key={opened} id={opened} name={paths.find(({ id }) => id === opened)?.name ?? ''} onClose={close} /></Suspense>}
    </>
  )
}
