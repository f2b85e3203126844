'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { useOpened } from '@/components/linked-courses/use-opened'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useFocusOnward } from '@/components/ui/use-focus-onward'
import { coverName, type PostMap } from '@/lib/domain/post-maps'
import { PostMapMark } from './post-map-mark'
import styles from './post-maps.module.css'

const PostMapDialog = dynamic(() => import('./post-map-dialog'))

/** The post maps as cards with the first letters of their names on the cover; each opens its skills. */
export function PostMapList({ maps, children }: { maps: PostMap[]; /** What stands in place of the cards where there are none. */ children?: ReactNode }) {
  const t = useTranslations('postMaps')
  const langOf = usePlatformLang()
  const { opened, open, close } = useOpened('map')
  const router = useRouter()
  const joined = useRef<string | null>(null)
  const isOpen = useRef(false)
  const { onward } = useFocusOnward(maps)
  // Closing goes back in the browser's history, to the list as it was: only what is read after that stays.
  const readAgain = () => {
    if (isOpen.current || !joined.current) return
    // Under a filter it comes without the card that has the focus again.
    onward(joined.current)
    joined.current = null
    router.refresh()
  }
  useEffect(() => {
    isOpen.current = opened !== null
    readAgain()
  })
  // It may have been closed while that was asked.
  const onJoined = () => {
    joined.current = opened
    readAgain()
  }
  return (
    <>
      {maps.length === 0 ? children : (
        <ul className={styles.cards}>
          {maps.map((map) => (
            <li key={map.id}>
              <button type="button" className={`panel ${styles.card}`} aria-haspopup="dialog" onClick={() => open(map.id)}>
                <span className={styles.cover} aria-hidden="true"><b lang={langOf(map.name)}>{coverName(map.name)}</b></span>
                <span className={styles.body}>
                  <span className={styles.head}><span className={`${styles.name} clip2`}><PlatformText>{map.name}</PlatformText></span><PostMapMark state={map.state} /></span>
                  <span className={styles.meta}>{t('counts', { skills: map.skillCount, courses: map.courseCount })}</span>
                  <span className={styles.achieved}>
                    <ProgressBar percent={map.achievedPercent} label={t('achievedOf', { name: map.name })} tone={map.achievedPercent === 100 ? 'ok' : 'brand'} />
                    <b className="num">{map.achievedPercent}%</b>
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened && <Suspense><PostMapDialog key={opened} id={opened} name={maps.find(({ id }) => id === opened)?.name ?? ''} onJoined={onJoined} onClose={close} /></Suspense>}
    </>
  )
}
