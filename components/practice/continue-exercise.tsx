'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useSyncExternalStore } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { openExerciseKey, type OpenExercise } from '@/components/practice/open-exercise'
import styles from '@/components/practice/practice.module.css'
import { kept } from '@/components/study/kept'
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
  const text = useSyncExternalStore(notWatched, () => kept.read(openExerciseKey(learnerId)), () => null)
  const open = useMemo(() => readOpen(text), [text])
  if (!open) return null
  const { drawId, what, subjectName, done, total } = open
  return (
    <Panel label={t('title')} className={styles.going}>
      <div>
        <div>
          <p className="h3">{t('title')}</p>
          <p className="muted num"><span lang={lang(subjectName)}>{subjectName || t('book')}</span> · {t('done', { done, total })}</p>
        </div>
        <ButtonLink look="primary" href={routes.practice(what, drawId)}>{t('go')}</ButtonLink>
      </div>
    </Panel>
  )
}
