'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useSyncExternalStore } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/practice/continue-exercise.module.css'
import { openExerciseKey, type OpenExercise } from '@/components/practice/open-exercise'
import { kept } from '@/components/study/kept'
import { buttonClass } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'

function readOpen(text: string | null): OpenExercise | null {
  try {
    return JSON.parse(text ?? 'null') as OpenExercise | null
  } catch {
    return null
  }
}

const notWatched = () => () => undefined

/** The exercise that was left last in this browser, with the way back into it. */
export function ContinueExercise({ learnerId }: { learnerId: string }) {
  const t = useTranslations('practice.going')
  const lang = usePlatformLang()
  const text = useSyncExternalStore<string | null | undefined>(notWatched, () => kept.read(openExerciseKey(learnerId)), () => undefined)
  const open = useMemo(() => readOpen(text ?? null), [text])
  // Nobody knows yet what was left: its place, of the same height, where the head's script has found an exercise (continue-exercise.module.css).
  if (text === undefined) return <div className={`panel panel-pad ${styles.going} ${styles.place}`} aria-hidden="true"><div><div><p className="h3">{t('title')}</p><p>{t('book')}</p></div><span className={buttonClass({})}>{t('go')}</span></div></div>
  if (!open) return null
  const { drawId, what, subjectName, done, total } = open
  return (
    <Panel label={t('title')} className={styles.going}>
      <div>
        <div>
          <p className="h3">{t('title')}</p>
          <p className="muted num"><span className="clip1" lang={lang(subjectName)}>{subjectName || t('book')}</span><span>· {t('done', { done, total })}</span></p>
        </div>
        <ButtonLink look="primary" href={routes.practice(what, drawId)}>{t('go')}</ButtonLink>
      </div>
    </Panel>
  )
}
