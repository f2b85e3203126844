'use client'

import { useTranslations } from 'next-intl'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useObserved } from '@/components/study/observable'
import { SEEK_SECONDS } from '@/components/study/video/keys'
import type { VideoEngine } from '@/components/study/video/video-engine'
import { playTime } from '@/lib/domain/study'
import styles from './video.module.css'

const PAGE_SECONDS = 30
const percent = (part: number, whole: number) => `${whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0}%`

/** A time as it is spoken: `3 min 24 s`. */
export function useSpokenTime(): (seconds: number) => string {
  const t = useTranslations('study.video')
  return (seconds) => {
    const whole = Math.floor(seconds)
    const parts = { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 }
    return t(parts.hours > 0 ? 'hoursMinutes' : 'minutesSeconds', parts)
  }
}

/** Where the video is, what is loaded, and where to go: pointer, touch, arrows, page keys, Home and End. */
export function Scrubber({ engine }: { engine: VideoEngine }) {
  const t = useTranslations('study.video')
  const spoken = useSpokenTime()
  const time = useObserved(engine, (state) => state.time)
  const duration = useObserved(engine, (state) => state.duration)
  const bufferedTo = useObserved(engine, (state) => state.bufferedTo)
  const [dragged, setDragged] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = dragged ?? time

  const secondAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(duration, Math.max(0, ((event.clientX - left) / width) * duration))
  }
  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || duration <= 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(secondAt(event))
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (duration <= 0) return
    setPointed(secondAt(event))
    if (dragged !== null) setDragged(secondAt(event))
  }
  const drop = (event: PointerEvent<HTMLElement>) => {
    if (dragged === null) return
    engine.seek(secondAt(event))
    setDragged(null)
  }
  const press = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: time - SEEK_SECONDS, ArrowDown: time - SEEK_SECONDS, ArrowRight: time + SEEK_SECONDS, ArrowUp: time + SEEK_SECONDS,
      PageDown: time - PAGE_SECONDS, PageUp: time + PAGE_SECONDS, Home: 0, End: duration || undefined,
    }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    engine.seek(to)
  }
  const tip = dragged ?? pointed
  return (
    <div
      className={styles.scrub} role="slider" tabIndex={0} aria-label={t('seek')} aria-valuemin={0} aria-valuemax={Math.round(duration)} aria-valuenow={Math.round(shown)}
      aria-valuetext={t('seekText', { now: spoken(shown), total: spoken(duration) })} aria-disabled={duration <= 0 || undefined}
      onPointerDown={grab} onPointerMove={move} onPointerUp={drop} onPointerCancel={() => setDragged(null)} onPointerLeave={() => setPointed(null)} onKeyDown={press}
    >
      <span className={styles.rail}>
        <i style={{ '--v': percent(bufferedTo, duration) }} />
        <i style={{ '--v': percent(shown, duration) }} />
      </span>
      <span className={styles.thumb} style={{ '--v': percent(shown, duration) }} />
      {tip !== null && <span className={styles.tip} style={{ '--at': percent(tip, duration) }}>{playTime(tip)}</span>}
    </div>
  )
}
