import type { CaptionChoice } from '@/components/study/video/caption-tracks'
import type { Level, Trouble } from '@/components/study/video/hls'

/** What is opened. */
export type VideoSource = { url: string; /** Saved second, null for a first visit. */ savedAt: number | null; hasCaptions: boolean }

/** What the controls show. */
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

/** Who is told what a video does. */
export type VideoTold = {
  /** Second of the video, while it plays and when something was sought. */
  onTime: (second: number) => void
  onPlay: (playing: boolean) => void
  onBuffer: (buffering: boolean) => void
  onReady: (ready: boolean) => void
  onEnd: () => void
  /** A file was refused: perhaps the session is over, or its address ran out. */
  onDenied: () => void
}

/** Before anything is known of a video. */
export const noVideo: VideoState = {
  loaded: false, playing: false, buffering: false, ended: false, time: 0, duration: 0, bufferedTo: 0, speed: 1, volume: 1, muted: false,
  levels: [], level: -1, playingLevel: -1, captions: [], caption: null, cue: '', inPicture: false, canPicture: false, trouble: null, resumedAt: null,
}

/** On a video element, so that it plays in its place also in old web views and in WeChat, which would else have it in a screen and with controls of their own. */
export const inlineEverywhere = { 'webkit-playsinline': '', 'x5-playsinline': 'true' }
