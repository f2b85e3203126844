'use client'

import { FileX2, Play, RotateCcw } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import styles from '@/components/exams/exams.module.css'
import type { FrameMode } from '@/components/study/frame-mode'
import { useObserved } from '@/components/study/observable'
import stage from '@/components/study/player.module.css'
import { StageWord } from '@/components/study/stage-word'
import { VideoControls } from '@/components/study/video/controls'
import { KeyHelp } from '@/components/study/video/key-help'
import { videoKeys } from '@/components/study/video/video-keys'
import type { VideoEngine } from '@/components/study/video/video-engine'
import { inlineEverywhere } from '@/components/study/video/video-state'
import { VideoTrouble } from '@/components/study/video/video-trouble'
import video from '@/components/study/video/video.module.css'
import { Icon } from '@/components/ui/icon'

type Props = { engine: VideoEngine; frame: FrameMode; url: string; name: string }

/** The recording of a practical exam, with the player's own controls and keys; nothing is counted and nothing remembered. */
export function PracticalVideo({ engine, frame, url, name }: Props) {
  const t = useTranslations('study.video')
  const words = useTranslations('study.stage')
  const box = useRef<HTMLDivElement>(null)
  const player = useRef<HTMLDivElement>(null)
  const [help, setHelp] = useState(false)
  const element = useRef<HTMLVideoElement>(null)
  const playing = useObserved(engine, (state) => state.playing)
  const loaded = useObserved(engine, (state) => state.loaded)
  const buffering = useObserved(engine, (state) => state.buffering)
  const ended = useObserved(engine, (state) => state.ended)
  const trouble = useObserved(engine, (state) => state.trouble)
  const cue = useObserved(engine, (state) => state.cue)
  const caption = useObserved(engine, (state) => state.caption)
  const inPicture = useObserved(engine, (state) => state.inPicture)
  const framed = useObserved(frame, (state) => state.frame)
  useEffect(() => {
    if (!element.current) return
    const nothing = () => undefined
    const letGo = engine.attach(element.current, { onTime: nothing, onPlay: nothing, onBuffer: nothing, onReady: nothing, onEnd: nothing, onDenied: nothing })
    void engine.open({ url, savedAt: null, hasCaptions: false }, false)
    return letGo
  }, [engine, url])
  // As in the player: nothing is left to control, and so nothing that would lead out of a full screen.
  const isMissing = trouble?.kind === 'missing'
  useEffect(() => (box.current && !isMissing ? frame.attach(box.current) : undefined), [frame, isMissing])
  /** For what goes away when it is pressed: the keyboard stays with the player instead of falling to the page. */
  const keepKeys = (act: () => void) => {
    player.current?.focus({ preventScroll: true })
    act()
  }
  const press = videoKeys({ engine, frame, isHelpOpen: help, onHelp: () => setHelp(true) })
  const className = `${styles.video} ${stage.stage} ${framed === 'page' ? stage.fills : ''}`
  if (isMissing) return <div ref={box} className={className}><StageWord alert icon={FileX2} title={words('missing')} /></div>
  return (
    <div ref={box} className={className}>
      <div ref={player} className={`${video.box} ${video.shown} ${framed === 'none' ? '' : video.filled}`} role="region" aria-label={t('label', { name })} tabIndex={-1} onKeyDown={press} data-playing={playing}>
        <p className="sr">{t('keysHint')}</p>
        <div className={video.frame}>
          <video ref={element} className={video.video} playsInline {...inlineEverywhere} preload="metadata" controlsList="nodownload" disableRemotePlayback onClick={() => keepKeys(() => (ended ? engine.restart() : engine.toggle()))} />
          {caption && cue && !inPicture && <p className={video.caption} lang={caption}>{cue}</p>}
          <div className={video.middle}>
            {trouble
              ? <VideoTrouble trouble={trouble} onRetry={() => keepKeys(() => engine.retry())} />
              : buffering || !loaded
                ? <div className={video.wait} role="status"><span className={stage.spinner} /><span className="sr">{t('buffering')}</span></div>
                : !playing && <button type="button" className={video.big} aria-label={t(ended ? 'replay' : 'play')} onClick={() => keepKeys(() => (ended ? engine.restart() : engine.play()))}>{ended ? <Icon of={RotateCcw} className="i" /> : <Icon of={Play} className={`i i-solid ${video.play}`} />}</button>}
          </div>
          <VideoControls engine={engine} next={null} frame={frame} onHelp={() => setHelp(true)} />
        </div>
        <KeyHelp open={help} onClose={() => setHelp(false)} />
      </div>
    </div>
  )
}
