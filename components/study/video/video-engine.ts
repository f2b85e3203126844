import type { KeptChoices } from '@/components/study/kept'
import { Observable } from '@/components/study/observable'
import { chooseCaption, firstCaption, toggleCaptions } from '@/components/study/video/caption-choice'
import { CaptionTracks, type CaptionChoice } from '@/components/study/video/caption-tracks'
import { bufferedEnd, lengthOf } from '@/components/study/video/extent'
import { fileTrouble } from '@/components/study/video/file-trouble'
import { openHls, type HlsStream, type Trouble } from '@/components/study/video/hls'
import { canPicture, isInPicture, pictureEvents, togglePicture } from '@/components/study/video/picture-in-picture'
import { Reconnection } from '@/components/study/video/reconnection'
import { changeVolume, takeUpVolume, toggleMute } from '@/components/study/video/sound'
import { isWaiting, tellLasting, tellSilent } from '@/components/study/video/stall'
import { noVideo, type VideoSource, type VideoState, type VideoTold } from '@/components/study/video/video-state'
import { resumeSecond, speedOf } from '@/lib/domain/study'

const SPEED_KEY = 'speed'
const RESUME_SLACK_SECONDS = 2
/** So much further a file is on its way again; a server that always ends it at the same place is not asked for ever. */
const FLOWING_SECONDS = 5

/** Everything a video does, beside React: the element's events in, the state of the controls out. */
export class VideoEngine extends Observable<VideoState> {
  readonly #kept: KeptChoices
  readonly #locale: string
  #told: VideoTold | null = null
  #video: HTMLVideoElement | null = null
  #captions: CaptionTracks | null = null
  #source: VideoSource | null = null
  #stream: HlsStream | null = null
  #resume = 0
  /** Where the learner wants to be in a video that is not here yet. */
  #wanted: number | null = null
  #wantsPlay = false
  /** A stream has one of its own. */
  readonly #connection = new Reconnection(() => {
    const { duration, trouble } = this.get()
    this.#reopen(this.#wantsPlay)
    this.set({ duration, trouble, time: this.#reopenedAt })
  })
  /** Where a file was opened again. */
  #reopenedAt = 0
  readonly #stall = tellLasting((buffering) => {
    this.set({ buffering })
    this.#told?.onBuffer(buffering)
  })
  #opening = 0
  #off = new AbortController()

  constructor(kept: KeptChoices, locale: string) {
    super(noVideo)
    this.#kept = kept
    this.#locale = locale
  }

  /** Takes a video element; gives back how to let go. */
  attach(video: HTMLVideoElement, told: VideoTold): () => void {
    this.#told = told
    this.#off = new AbortController()
    this.#video = video
    this.#listen(video, this.#off.signal)
    this.#captions = new CaptionTracks(video, this.#off.signal, (captions) => this.#captionsFound(captions), (cue) => this.set({ cue }))
    // A stream notices by itself.
    tellSilent(video, this.#off.signal, () => !this.#stream && isWaiting(this.get()), () => this.#trouble({ kind: 'network', retrying: this.#connection.plan() }))
    takeUpVolume(video, this.#kept)
    return () => {
      this.#off.abort()
      this.#close()
      this.#video = null
      this.#told = null
    }
  }

  /** Opens a source; `play` begins at once, where the browser lets it; unsaid it is as the learner wanted it last. */
  async open(source: VideoSource, play = this.#wantsPlay): Promise<void> {
    const video = this.#video
    if (!video) return
    this.#close()
    const opening = (this.#opening += 1)
    this.#source = source
    this.#wantsPlay = play
    this.#resume = source.savedAt ?? 0
    this.#wanted = null
    this.set({ ...noVideo, speed: speedOf(this.#kept.read(SPEED_KEY)), volume: video.volume, muted: video.muted, inPicture: this.get().inPicture })
    this.#captions?.tell()
    this.#told?.onReady(false)
    if (/\.m3u8(?:[?#]|$)/i.test(source.url)) {
      const stream = await openHls(video, source.url, this.#resume, source.hasCaptions, {
        onLevels: (levels, level) => this.set({ levels, level }),
        onLevel: (playingLevel) => this.set({ playingLevel }),
        onTrouble: (trouble) => this.#trouble(trouble),
        onRecovered: () => this.set({ trouble: null }),
      }).catch(() => 'unreachable' as const)
      if (opening !== this.#opening) return void (typeof stream === 'object' && stream?.destroy())
      if (stream === 'unreachable') return this.#trouble({ kind: 'network', retrying: false })
      this.#stream = stream
      if (stream) return
    }
    // MP4 and the like, and browsers that know HLS themselves.
    video.src = source.url
    video.load()
  }

  toggle(): void {
    return this.#video?.paused ? this.play() : this.pause()
  }

  play(): void {
    this.#wantsPlay = true
    this.#video?.play().catch(() => this.set({ playing: false }))
  }

  pause(): void {
    this.#wantsPlay = false
    this.#video?.pause()
  }

  seek(second: number): void {
    const video = this.#video
    if (!video || !Number.isFinite(second)) return
    // Not here yet, though a stream may know its length already: it will go there when it is.
    if (!this.get().loaded) return void (this.#wanted = Math.max(0, second))
    // From here on the learner decides, not what was saved.
    this.#resume = 0
    video.currentTime = Math.min(Math.max(0, second), video.duration)
    this.set({ time: video.currentTime, ended: false, resumedAt: null })
    this.#told?.onTime(video.currentTime)
  }

  seekBy(seconds: number): void {
    if (this.#video) this.seek((this.get().loaded ? this.#video.currentTime : (this.#wanted ?? this.#resume)) + seconds)
  }

  restart(): void {
    this.seek(0)
    this.play()
  }

  forgetResume(): void {
    this.set({ resumedAt: null })
  }

  setSpeed(speed: number): void {
    if (!this.#video) return
    this.#kept.write(SPEED_KEY, String(speed))
    this.#video.defaultPlaybackRate = speed
    this.#video.playbackRate = speed
  }

  setVolume(volume: number): void {
    if (this.#video) changeVolume(this.#video, this.#kept, volume)
  }

  volumeBy(step: number): void {
    if (this.#video) this.setVolume((this.#video.muted ? 0 : this.#video.volume) + step)
  }

  toggleMute(): void {
    if (this.#video) toggleMute(this.#video, this.#kept)
  }

  setLevel(level: number): void {
    this.#stream?.setLevel(level)
    this.set({ level })
  }

  setCaption(language: string | null): void {
    chooseCaption(this.#kept, language)
    this.#showCaption(language)
  }

  toggleCaptions(): void {
    this.#showCaption(toggleCaptions(this.#kept, this.get(), this.#locale))
  }

  async togglePicture(): Promise<void> {
    if (this.#video) await togglePicture(this.#video)
  }

  /** Tries again after a trouble, from where the learner was. */
  retry(): void {
    this.#connection.flows()
    this.#reopen(true)
  }

  #reopen(play: boolean): void {
    const video = this.#video
    if (!video || !this.#source) return
    const at = this.#wanted ?? (video.currentTime || this.#resume)
    void this.open({ ...this.#source, savedAt: at }, play)
    // Also near the end, where what was saved would begin anew.
    this.#wanted = this.#reopenedAt = at
  }

  #close(): void {
    this.#opening += 1
    this.#connection.cancel()
    this.#stream?.destroy()
    this.#stream = null
    this.#stall(false)
    if (!this.#video?.getAttribute('src')) return
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  #trouble(trouble: Trouble): void {
    this.set({ trouble })
    if (trouble.kind === 'denied') this.#told?.onDenied()
    // While a stream tries by itself it waits for data as before, until the video plays on.
    if (trouble.retrying && this.#stream) return
    this.#stall(false)
    this.#told?.onReady(false)
    this.#told?.onPlay(false)
  }

  async #elementFailed(error: MediaError | null): Promise<void> {
    if (this.#stream || !this.#source) return
    const opening = this.#opening
    const kind = await fileTrouble(this.#source.url, error)
    if (opening === this.#opening) this.#trouble({ kind, retrying: kind === 'network' && this.#connection.plan() })
  }

  #loaded(video: HTMLVideoElement): void {
    video.playbackRate = speedOf(this.#kept.read(SPEED_KEY))
    // A stream that mends itself loads once more, and goes back by itself to where it was.
    if (this.get().loaded) this.set({ trouble: null })
    else this.#takeUp(video)
    this.#told?.onReady(true)
    if (this.#wantsPlay) this.play()
  }

  /** Goes to where the video begins: to what was saved, or where the learner wants to be. */
  #takeUp(video: HTMLVideoElement): void {
    const from = resumeSecond(this.#resume, video.duration)
    // Also where it begins anew and stands already: a stream was opened at what was saved, and would still go there.
    if (from !== this.#resume || Math.abs(video.currentTime - from) > RESUME_SLACK_SECONDS) video.currentTime = from
    this.#resume = from
    this.set({ canPicture: canPicture(video), loaded: true, duration: lengthOf(video), time: video.currentTime, resumedAt: from > 0 ? from : null, trouble: null })
    if (this.#wanted === null) return
    this.seek(this.#wanted)
    this.#resume = video.currentTime
    this.#wanted = null
  }

  #listen(video: HTMLVideoElement, signal: AbortSignal): void {
    for (const name of pictureEvents) video.addEventListener(name, () => this.set({ inPicture: isInPicture(video) }), { signal })
    const on = (name: keyof HTMLMediaElementEventMap, act: () => void) => video.addEventListener(name, act, { signal })
    let checked = false
    on('loadedmetadata', () => {
      checked = this.get().loaded
      this.#loaded(video)
    })
    on('durationchange', () => this.set({ duration: lengthOf(video) }))
    on('playing', () => {
      // Some browsers forget the place they were told while they loaded.
      if (!checked && this.#resume > RESUME_SLACK_SECONDS && video.currentTime < this.#resume - RESUME_SLACK_SECONDS) video.currentTime = this.#resume
      this.#wantsPlay = checked = true
      this.#stall(false)
      this.set({ playing: true, ended: false, trouble: null })
      this.#told?.onPlay(true)
    })
    on('pause', () => {
      // Also by a headset, the small picture or the end of the video.
      if (video.paused) this.#wantsPlay = false
      this.#stall(false)
      this.set({ playing: false })
      this.#told?.onPlay(false)
      this.#told?.onTime(video.currentTime)
    })
    for (const name of ['waiting', 'seeking'] as const) on(name, () => this.#stall(true))
    for (const name of ['seeked', 'canplay'] as const) on(name, () => this.#stall(false))
    on('timeupdate', () => {
      if (!this.get().loaded) return
      this.set({ time: video.currentTime })
      if (this.get().resumedAt !== null && video.currentTime > this.#resume + 8) this.set({ resumedAt: null })
      if (video.currentTime > this.#reopenedAt + FLOWING_SECONDS) this.#connection.flows()
      if (!video.paused) this.#told?.onTime(video.currentTime)
    })
    on('progress', () => this.set({ bufferedTo: bufferedEnd(video) }))
    on('ratechange', () => this.set({ speed: video.playbackRate }))
    on('volumechange', () => this.set({ volume: video.volume, muted: video.muted }))
    on('ended', () => {
      this.set({ ended: true, playing: false, resumedAt: null })
      this.#told?.onPlay(false)
      this.#told?.onTime(video.duration)
      this.#told?.onEnd()
    })
    on('error', () => void this.#elementFailed(video.error))
  }

  #captionsFound(captions: CaptionChoice[]): void {
    this.set({ captions })
    this.#showCaption(firstCaption(this.#kept, captions, this.#locale))
  }

  #showCaption(language: string | null): void {
    this.#captions?.show(language)
    this.set({ caption: language })
  }
}
