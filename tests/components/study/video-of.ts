import type { KeptChoices } from '@/components/study/kept'
import type { VideoTold } from '@/components/study/video/video-state'

/** A browser that keeps nothing. */
export const kept: KeptChoices = { learnerId: '820001', read: () => null, write: () => undefined }
/** Nobody who listens. */
export const told: VideoTold = { onTime: () => undefined, onPlay: () => undefined, onBuffer: () => undefined, onReady: () => undefined, onEnd: () => undefined, onDenied: () => undefined }

/** A video whose length and place are the test's to say, as browsers do: a place it is told before it has begun stays. */
export function videoOf(tracks: readonly TextTrack[] = []) {
  const video = document.createElement('video')
  let loads = 0
  let plays = 0
  video.load = () => void (loads += 1)
  video.play = () => {
    plays += 1
    return Promise.resolve()
  }
  Object.defineProperty(video, 'textTracks', { value: Object.assign(new EventTarget(), { [Symbol.iterator]: () => tracks[Symbol.iterator]() }) })
  const facts = { duration: Number.NaN, currentTime: 0 }
  Object.defineProperty(video, 'duration', { get: () => facts.duration })
  const sought: number[] = []
  Object.defineProperty(video, 'currentTime', {
    get: () => facts.currentTime,
    set: (second: number) => {
      facts.currentTime = second
      sought.push(second)
    },
  })
  return {
    video,
    knowsItsLength: (duration: number) => {
      facts.duration = duration
      video.dispatchEvent(new Event('durationchange'))
    },
    loads: () => video.dispatchEvent(new Event('loadedmetadata')),
    does: (name: string) => video.dispatchEvent(new Event(name)),
    /** Plays as far as a second, or falls back to one. */
    isAt: (second: number) => void (facts.currentTime = second),
    time: () => facts.currentTime,
    sought,
    /** What it cannot do by itself it says by a number. */
    fails: (code: number) => {
      Object.defineProperty(video, 'error', { configurable: true, value: { code } })
      video.dispatchEvent(new Event('error'))
    },
    /** Whether it is asking for data. */
    asks: (yes: boolean) => Object.defineProperty(video, 'networkState', { configurable: true, value: yes ? video.NETWORK_LOADING : video.NETWORK_IDLE }),
    asked: () => ({ loads, plays }),
  }
}
