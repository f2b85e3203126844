'use client'

import { Captions, CircleHelp, EllipsisVertical, Maximize, Minimize, Pause, PictureInPicture2, Play, RotateCcw, SkipForward, Volume1, Volume2, VolumeX } from 'lucide'
import { useTranslations } from 'next-intl'
import { useObserved } from '@/components/study/observable'
import type { StageProps } from '@/components/study/stage-props'
import { ChoiceItems, ChoiceMenu, type Choices } from '@/components/study/video/choice-menu'
import { Scrubber } from '@/components/study/video/scrubber'
import type { VideoEngine } from '@/components/study/video/video-engine'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'
import { htmlLang, isLocale } from '@/lib/domain/locale'
import { playTime, speeds } from '@/lib/domain/study'
import styles from './video.module.css'

type Props = { engine: VideoEngine; onHelp: () => void } & Pick<StageProps, 'next' | 'frame'>

/** Everything that can be pressed below a video. */
export function VideoControls({ engine, next, frame, onHelp }: Props) {
  const t = useTranslations('study.video')
  const shell = useTranslations('shell.language.names')
  const playing = useObserved(engine, (state) => state.playing)
  const ended = useObserved(engine, (state) => state.ended)
  const duration = useObserved(engine, (state) => state.duration)
  const second = useObserved(engine, (state) => Math.floor(state.time))
  const speed = useObserved(engine, (state) => state.speed)
  const muted = useObserved(engine, (state) => state.muted || state.volume === 0)
  const volume = useObserved(engine, (state) => (state.muted ? 0 : state.volume))
  const levels = useObserved(engine, (state) => state.levels)
  const level = useObserved(engine, (state) => state.level)
  const playingLevel = useObserved(engine, (state) => state.playingLevel)
  const captions = useObserved(engine, (state) => state.captions)
  const caption = useObserved(engine, (state) => state.caption)
  const canPicture = useObserved(engine, (state) => state.canPicture)
  const inPicture = useObserved(engine, (state) => state.inPicture)
  const framed = useObserved(frame, (state) => state.frame)

  const playIcon = ended ? RotateCcw : playing ? Pause : Play
  const volumeIcon = muted ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  const heightOf = (index: number) => levels.find((one) => one.index === index)?.height ?? 0
  // A stream may have one height at several rates, the best of them last. Who chooses the height means that one; whoever cannot have it takes automatic.
  const best = levels.filter(({ index, height }) => height === 0 || levels.every((one) => one.height !== height || one.index <= index))
  const auto = level === -1 && heightOf(playingLevel) > 0 ? t('autoHeight', { height: String(heightOf(playingLevel)) }) : t('auto')
  const quality: Choices<number> = {
    value: level,
    options: [{ value: -1, label: auto }, ...[...best].sort((a, b) => b.height - a.height).map(({ index, height }) => ({ value: index, label: height ? `${height}p` : String(index + 1) }))],
    onChoose: (value) => engine.setLevel(value),
  }
  const hasQualities = best.length > 1
  const picture = { name: t(inPicture ? 'pictureOut' : 'pictureIn'), toggle: () => void engine.togglePicture() }
  const nextName = !next ? t('last') : next.stop.locked ? t('nextLocked') : t('nextName', { name: next.stop.name })
  const nameOf = ({ language, label }: { language: string; label: string }) => (isLocale(language) ? shell(language) : label)

  return (
    <div className={styles.chrome}>
      <Scrubber engine={engine} />
      <div className={styles.row}>
        <IconButton label={t(ended ? 'replay' : playing ? 'pause' : 'play')} icon={<Icon of={playIcon} className="i i-24" />} onClick={() => (ended ? engine.restart() : engine.toggle())} />
        <IconButton className={styles.wide} label={nextName} icon={<Icon of={SkipForward} className="i" />} aria-disabled={!next || next.stop.locked || undefined} onClick={() => next?.open()} />
        <span className={styles.volume}>
          <IconButton label={t(muted ? 'unmute' : 'mute')} icon={<Icon of={volumeIcon} className="i" />} onClick={() => engine.toggleMute()} />
          <input
            className={styles.level} type="range" min={0} max={100} step={5} value={Math.round(volume * 100)} aria-label={t('volume')} style={{ '--v': `${volume * 100}%` }}
            onChange={(event) => engine.setVolume(Number(event.currentTarget.value) / 100)}
          />
        </span>
        <span className={styles.clock}>{playTime(second)} <span>/ {playTime(duration)}</span></span>
        <span className={styles.grow} />
        <ChoiceMenu
          label={t('speed')} trigger={`${speed}×`} value={speed}
          options={speeds.map((value) => ({ value, label: value === 1 ? `1× ${t('speedNormal')}` : `${value}×` }))} onChoose={(value) => engine.setSpeed(value)}
        />
        {hasQualities && <ChoiceMenu label={t('quality')} triggerClass={`${styles.choice} ${styles.wide}`} trigger={level === -1 ? t('auto') : `${heightOf(level)}p`} {...quality} />}
        {captions.length > 0 && (
          <ChoiceMenu<string | null>
            label={t('captions')} triggerClass={caption ? `iconbtn ${styles.on}` : 'iconbtn'} trigger={<Icon of={Captions} className="i" />} value={caption}
            options={[{ value: null, label: t('captionsOff') }, ...captions.map((one) => ({ value: one.language, label: nameOf(one), lang: isLocale(one.language) ? htmlLang[one.language] : undefined }))]}
            onChoose={(value) => engine.setCaption(value)}
          />
        )}
        <IconButton className={styles.wide} label={t('help.label')} icon={<Icon of={CircleHelp} className="i" />} onClick={onHelp} />
        {canPicture && <IconButton className={styles.wide} label={picture.name} icon={<Icon of={PictureInPicture2} className="i" />} onClick={picture.toggle} />}
        {(hasQualities || canPicture) && (
          // A small picture has no room for these side by side.
          <Menu label={t('more')} triggerClass={`iconbtn ${styles.narrow}`} trigger={<Icon of={EllipsisVertical} className="i" />} menuClass={styles.options}>
            {hasQualities && <div className="menu-choice" role="group" aria-label={t('quality')}><span className="name" aria-hidden="true">{t('quality')}</span><ChoiceItems {...quality} /></div>}
            {canPicture && <MenuItem icon={<Icon of={PictureInPicture2} className="i" />} onSelect={picture.toggle}>{picture.name}</MenuItem>}
          </Menu>
        )}
        <IconButton data-frames label={t(framed === 'none' ? 'fullscreen' : 'exitFullscreen')} icon={framed === 'none' ? <Icon of={Maximize} className="i" /> : <Icon of={Minimize} className="i" />} onClick={() => void frame.toggle()} />
      </div>
    </div>
  )
}
