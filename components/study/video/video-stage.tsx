'use client'

import { Play, RotateCcw, X } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FactsStage } from '@/components/study/facts-stage'
import { choicesOf, kept } from '@/components/study/kept'
import { useObserved } from '@/components/study/observable'
import { PositionKeeper } from '@/components/study/position-keeper'
import { useStageKeys } from '@/components/study/stage-keys'
import type { StageProps } from '@/components/study/stage-props'
import { VideoControls } from '@/components/study/video/controls'
import { KeyHelp } from '@/components/study/video/key-help'
import { videoKeys } from '@/components/study/video/video-keys'
import { VideoEngine } from '@/components/study/video/video-engine'
import { useRest } from '@/components/study/video/use-rest'
import { inlineEverywhere } from '@/components/study/video/video-state'
import { VideoTrouble } from '@/components/study/video/video-trouble'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { playTime, type ClockEvent } from '@/lib/domain/study'
import { savePosition } from '@/lib/queries/study'
import stage from '../player.module.css'
import styles from './video.module.css'

/** A video with the player's own controls: resumes, remembers, says what is wrong, and is worked by keys. */
export default function VideoStage({ learner, subject, stop, section, position, serverNow, next, startsAtOnce, frame, moment, tell, onThrough, onDenied }: StageProps) {
  const t = useTranslations('study.video')
  const locale = useLocale()
  const resource = section?.resource
  const [keeper] = useState(() => new PositionKeeper({ learnerId: learner.id, sectionId: section?.id ?? '', resourceId: resource?.id ?? '', serverNow }, kept, savePosition))
  const [engine] = useState(() => new VideoEngine(choicesOf(learner.id), locale))
  const say = useEffectEvent((event: ClockEvent) => tell(event))
  const through = useEffectEvent(() => onThrough())
  const denied = useEffectEvent(() => onDenied())
  const box = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [help, setHelp] = useState(false)
  const playing = useObserved(engine, (state) => state.playing)
  const loaded = useObserved(engine, (state) => state.loaded)
  const ended = useObserved(engine, (state) => state.ended)
  const buffering = useObserved(engine, (state) => state.buffering)
  const trouble = useObserved(engine, (state) => state.trouble)
  const cue = useObserved(engine, (state) => state.cue)
  const caption = useObserved(engine, (state) => state.caption)
  const resumedAt = useObserved(engine, (state) => state.resumedAt)
  const inPicture = useObserved(engine, (state) => state.inPicture)
  const framed = useObserved(frame, (state) => state.frame)
  const resting = useRest(box, playing && !help)
  useStageKeys(box)
  const url = resource?.url ?? null
  const hasCaptions = (resource?.captions.length ?? 0) > 0
  const [first] = useState(() => ({ url, savedAt: keeper.resumeAt(position), startsAtOnce }))
  /** Where the learner is once the video is there, so that another address of it goes on there. */
  const lastSecond = useRef<number>(null)
  useEffect(() => {
    if (!video.current || !url) return
    const letGo = engine.attach(video.current, {
      onTime: (second) => {
        lastSecond.current = second
        keeper.note(second)
        moment.note(second)
      },
      onPlay: (playing) => say({ type: 'play', playing }),
      onBuffer: (buffering) => say({ type: 'buffer', buffering }),
      onReady: (ready) => {
        say({ type: 'ready', ready })
        // A video that was nearly through begins anew, not where it was left.
        if (ready) moment.note(engine.get().time)
      },
      onEnd: () => through(),
      onDenied: () => denied(),
    })
    const leaveMoment = moment.serve('second', (second) => engine.seek(second))
    const from = lastSecond.current ?? first.savedAt
    moment.note(from ?? 0)
    void engine.open({ url, savedAt: from, hasCaptions }, url === first.url ? first.startsAtOnce : undefined)
    // Also near the end, where what was saved would begin anew.
    if (lastSecond.current !== null) engine.seek(lastSecond.current)
    const hide = () => document.visibilityState === 'hidden' && keeper.flush(true)
    const leave = () => keeper.flush(true)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      keeper.flush(true)
      leaveMoment()
      letGo()
    }
  }, [engine, keeper, moment, url, hasCaptions, first])

  /** For buttons that go away when they are pressed: the keyboard stays with the player instead of falling to the page. */
  const keepKeys = (act: () => void) => {
    box.current?.focus({ preventScroll: true })
    act()
  }
  const press = videoKeys({ engine, frame, isHelpOpen: help, onHelp: () => setHelp(true) })

  if (!url || trouble?.kind === 'missing') return <FactsStage stop={stop} />
  const shown = !resting || !playing
  const className = [styles.box, shown && styles.shown, resting && styles.rest, framed !== 'none' && styles.filled].filter(Boolean).join(' ')
  return (
    <div ref={box} className={className} role="region" aria-label={t('label', { name: stop.name })} tabIndex={-1} onKeyDown={press} data-keys data-playing={playing}>
      <p className="sr">{t('keysHint')}</p>
      <div className={styles.frame}>
        <video
          ref={video} className={styles.video} playsInline {...inlineEverywhere} preload="metadata" poster={subject.coverUrl ?? undefined} controlsList="nodownload" disableRemotePlayback
          onClick={() => keepKeys(() => (ended ? engine.restart() : engine.toggle()))}
          onDoubleClick={() => void frame.toggle()}
        >
          {resource?.captions.map(({ locale: language, url: track }) => <track key={language} kind="subtitles" srcLang={language} label={language} src={track} />)}
        </video>
        {caption && cue && !inPicture && <p className={styles.caption} lang={caption}>{cue}</p>}
        <div className={styles.middle}>
          {trouble
            ? <VideoTrouble trouble={trouble} onRetry={() => keepKeys(() => engine.retry())} />
            : buffering || !loaded
              ? <div className={styles.wait} role="status"><span className={stage.spinner} /><span className="sr">{t('buffering')}</span></div>
              : ended
                ? (
                    <div className={styles.over}>
                      <p>{t('ended')}</p>
                      <div className={styles.actions}>
                        <Button icon={<Icon of={RotateCcw} className="i" />} onClick={() => keepKeys(() => engine.restart())}>{t('replay')}</Button>
                        {next && !next.stop.locked && <Button look="primary" onClick={next.open}>{t('next')}</Button>}
                      </div>
                    </div>
                  )
                : !playing && <button type="button" className={styles.big} aria-label={t('play')} onClick={() => keepKeys(() => engine.play())}><Icon of={Play} className={`i i-solid ${styles.play}`} /></button>}
        </div>
        {resumedAt !== null && !trouble && (
          <div className={styles.chip}>
            <span className="num" role="status">{t('resumed', { time: playTime(resumedAt) })}</span>
            <button type="button" className={styles.text} onClick={() => keepKeys(() => engine.restart())}>{t('fromStart')}</button>
            <button type="button" className="iconbtn" aria-label={t('dismiss')} onClick={() => keepKeys(() => engine.forgetResume())}><Icon of={X} className="i i-16" /></button>
          </div>
        )}
        <VideoControls engine={engine} next={next} frame={frame} onHelp={() => setHelp(true)} />
      </div>
      <KeyHelp open={help} onClose={() => setHelp(false)}><p>{t('help.time')}</p></KeyHelp>
    </div>
  )
}
