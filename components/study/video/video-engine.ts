import type { Kept } from '@/components/study/kept'
import { Observable } from '@/components/study/observable'
import { openHls, type HlsStream, type Level, type Trouble } from '@/components/study/video/hls'
import { CaptionTracks, type CaptionChoice } from '@/components/study/video/caption-tracks'
import { resumeSecond, speedOf } from '@/lib/domain/study'

export type VideoSource = { url: string; /** Saved second, null for a first visit. */ savedAt: number | null; hasCaptions: boolean }

export type VideoState = {
  loaded: boolean
  playing: boolean
  /** Wants to play and has nothing to show. */
  buffering: boolean
  ended: boolean
  time: number
  duration: number
  bufferedTo: number
  speed: number
  volume: number
  muted: boolean
  levels: Level[]
  /** The chosen one, -1 for automatic. */
  level: number
  /** The one that plays. */
  playingLevel: number
  captions: CaptionChoice[]
  /** Language of the captions that show, null for none. */
  caption: string | null
  cue: string
  inPicture: boolean
  canPicture: boolean
  trouble: Trouble | null
  /** The second at which the video was taken up again, until something else was done. */
  resumedAt: number | null
}

export type VideoTold = {
  /** Second of the video, while it plays and when something was sought. */
  onTime: (second: number) => void
  onPlay: (playing: boolean) => void
  onBuffer: (buffering: boolean) => void
  onReady: (ready: boolean) => void
  onEnd: () => void
  /** A file was refused: perhaps the session is over. */
  onDenied: () => void
}

type WebKitVideo = HTMLVideoElement & { webkitSupportsPresentationMode?: (mode: string) => boolean; webkitSetPresentationMode?: (mode: string) => void; webkitPresentationMode?: string }

const SPEED_KEY = 'study:speed'
const VOLUME_KEY = 'study:volume'
const CAPTION_KEY = 'study:captions'
const BUFFER_PAUSE_MS = 350
const RESUME_SLACK_SECONDS = 2

const start: VideoState = {
  loaded: false, playing: false, buffering: false, ended: false, time: 0, duration: 0, bufferedTo: 0, speed: 1, volume: 1, muted: false,
  levels: [], level: -1, playingLevel: -1, captions: [], caption: null, cue: '', inPicture: false, canPicture: false, trouble: null, resumedAt: null,
}

/** Everything a video does, beside React: the element's events in, the state of the controls out. */
export class VideoEngine extends Observable<VideoState> {
  readonly #kept: Kept
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
  #stalled: ReturnType<typeof setTimeout> | null = null
  #opening = 0
  #off = new AbortController()

  constructor(kept: Kept, locale: string) {
    super(start)
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
    video.volume = Math.min(1, Math.max(0, Number(this.#kept.read(VOLUME_KEY) ?? 1) || 0))
    return () => {
      this.#off.abort()
      this.#close()
      this.#video = null
      this.#told = null
    }
  }

  /** Opens a source; `play` begins at once, where the browser lets it. */
  async open(source: VideoSource, play: boolean): Promise<void> {
    const video = this.#video
    if (!video) return
    this.#close()
    const opening = (this.#opening += 1)
    this.#source = source
    this.#wantsPlay = play
    this.#resume = source.savedAt ?? 0
    this.#wanted = null
    this.set({ ...start, speed: speedOf(this.#kept.read(SPEED_KEY)), volume: video.volume, muted: video.muted, inPicture: this.get().inPicture })
    this.#told?.onReady(false)
    if (/\.m3u8(?:[?#]|$)/i.test(source.url)) {
      const stream = await openHls(video, source.url, this.#resume, source.hasCaptions, {
        onLevels: (levels) => this.set({ levels }),
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
    if (this.#video?.paused) this.play()
    else this.pause()
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
    if (!video) return
    if (!this.get().loaded) {
      // Not here yet, though a stream may know its length already: it will go there when it is.
      this.#wanted = second
      return
    }
    // From here on the learner decides, not what was saved.
    this.#resume = 0
    video.currentTime = Math.min(Math.max(0, second), video.duration)
    this.set({ time: video.currentTime, ended: false, resumedAt: null })
    this.#told?.onTime(video.currentTime)
  }

  seekBy(seconds: number): void {
    if (this.#video) this.seek(this.#video.currentTime + seconds)
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
    if (!this.#video) return
    this.#video.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100))
    this.#video.muted = this.#video.volume === 0
    this.#kept.write(VOLUME_KEY, String(this.#video.volume))
  }

  volumeBy(step: number): void {
    if (this.#video) this.setVolume((this.#video.muted ? 0 : this.#video.volume) + step)
  }

  toggleMute(): void {
    const video = this.#video
    if (!video) return
    video.muted = !video.muted
    if (!video.muted && video.volume === 0) this.setVolume(0.5)
  }

  setLevel(level: number): void {
    this.#stream?.setLevel(level)
    this.set({ level })
  }

  setCaption(language: string | null): void {
    this.#kept.write(CAPTION_KEY, language ?? 'off')
    this.#showCaption(language)
  }

  toggleCaptions(): void {
    const { caption, captions } = this.get()
    this.setCaption(caption ? null : (this.#wantedCaption(captions, true) ?? null))
  }

  async togglePicture(): Promise<void> {
    const video = this.#video as WebKitVideo | null
    if (!video) return
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture().catch(() => undefined)
    else if (document.pictureInPictureEnabled) await video.requestPictureInPicture().catch(() => undefined)
    else video.webkitSetPresentationMode?.(video.webkitPresentationMode === 'picture-in-picture' ? 'inline' : 'picture-in-picture')
  }

  /** Tries again after a trouble, from where the learner was. */
  retry(): void {
    const video = this.#video
    if (!video || !this.#source) return
    const at = this.#wanted ?? (video.currentTime || this.#resume)
    void this.open({ ...this.#source, savedAt: at }, true)
  }

  #close(): void {
    this.#opening += 1
    this.#stream?.destroy()
    this.#stream = null
    if (this.#stalled) clearTimeout(this.#stalled)
    this.#stalled = null
    if (this.#video?.getAttribute('src')) {
      this.#video.removeAttribute('src')
      this.#video.load()
    }
  }

  #trouble(trouble: Trouble): void {
    this.set({ trouble, buffering: false })
    if (trouble.kind === 'denied') this.#told?.onDenied()
    if (!trouble.retrying) {
      this.#told?.onReady(false)
      this.#told?.onPlay(false)
    }
  }

  async #elementFailed(): Promise<void> {
    if (this.#stream || !this.#source) return
    // The element does not say why: the file itself is asked.
    const opening = this.#opening
    const status = await fetch(this.#source.url, { method: 'HEAD', credentials: 'same-origin' }).then((reply) => reply.status, () => 0)
    if (opening !== this.#opening) return
    const kind = status === 404 || status === 410 ? 'missing' : status === 401 || status === 403 ? 'denied' : status >= 200 && status < 300 ? 'format' : 'network'
    this.#trouble({ kind, retrying: false })
  }

  #loaded(video: HTMLVideoElement): void {
    const from = resumeSecond(this.#resume, video.duration)
    video.playbackRate = speedOf(this.#kept.read(SPEED_KEY))
    if (Math.abs(video.currentTime - from) > RESUME_SLACK_SECONDS) video.currentTime = from
    this.#resume = from
    const canPicture = document.pictureInPictureEnabled || (video as WebKitVideo).webkitSupportsPresentationMode?.('picture-in-picture') === true
    this.set({ canPicture, loaded: true, duration: video.duration, time: video.currentTime, resumedAt: from > 0 ? from : null, trouble: null })
    this.#told?.onReady(true)
    if (this.#wanted !== null) {
      const wanted = this.#wanted
      this.#wanted = null
      this.seek(wanted)
    }
    if (this.#wantsPlay) this.play()
  }

  #listen(video: WebKitVideo, signal: AbortSignal): void {
    const picture = () => this.set({ inPicture: document.pictureInPictureElement === video || video.webkitPresentationMode === 'picture-in-picture' })
    for (const name of ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged']) video.addEventListener(name, picture, { signal })
    const on = (name: keyof HTMLMediaElementEventMap, act: () => void) => video.addEventListener(name, act, { signal })
    let checked = false
    on('loadedmetadata', () => {
      checked = false
      this.#loaded(video)
    })
    on('durationchange', () => this.set({ duration: Number.isFinite(video.duration) ? video.duration : 0 }))
    on('playing', () => {
      // Some browsers forget the place they were told while they loaded.
      if (!checked && this.#resume > RESUME_SLACK_SECONDS && video.currentTime < this.#resume - RESUME_SLACK_SECONDS) video.currentTime = this.#resume
      checked = true
      this.#stall(false)
      this.set({ playing: true, ended: false, trouble: null })
      this.#told?.onPlay(true)
    })
    on('pause', () => {
      this.#stall(false)
      this.set({ playing: false })
      this.#told?.onPlay(false)
      this.#told?.onTime(video.currentTime)
    })
    on('waiting', () => this.#stall(true))
    on('seeking', () => this.#stall(true))
    on('seeked', () => this.#stall(false))
    on('canplay', () => this.#stall(false))
    on('timeupdate', () => {
      this.set({ time: video.currentTime })
      if (this.get().resumedAt !== null && video.currentTime > this.#resume + 8) this.set({ resumedAt: null })
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
    on('error', () => void this.#elementFailed())
  }

  #stall(stalled: boolean): void {
    if (this.#stalled) clearTimeout(this.#stalled)
    this.#stalled = null
    if (stalled) {
      this.#stalled = setTimeout(() => {
        this.set({ buffering: true })
        this.#told?.onBuffer(true)
      }, BUFFER_PAUSE_MS)
    } else if (this.get().buffering) {
      this.set({ buffering: false })
      this.#told?.onBuffer(false)
    }
  }

  #captionsFound(captions: CaptionChoice[]): void {
    this.set({ captions })
    this.#showCaption(this.#wantedCaption(captions, false))
  }

  /** The language people chose last; before that the page's own, if there are captions in it. */
  #wantedCaption(captions: CaptionChoice[], any: boolean): string | null {
    const wished = this.#kept.read(CAPTION_KEY)
    if (wished === 'off' && !any) return null
    const has = (language: string | null) => captions.some((caption) => caption.language === language)
    if (wished && has(wished)) return wished
    if (has(this.#locale)) return this.#locale
    return any || (wished && wished !== 'off') ? (captions[0]?.language ?? null) : null
  }

  #showCaption(language: string | null): void {
    this.#captions?.show(language)
    this.set({ caption: language })
  }
}

function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index)
  }
  return currentTime
}
