// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Kept } from '@/components/study/kept'
import { VideoEngine } from '@/components/study/video/video-engine'
import type { VideoTold } from '@/components/study/video/video-state'

const hls = vi.hoisted(() => ({ begun: [] as number[] }))
vi.mock('@/components/study/video/hls', () => ({
  openHls: (_video: unknown, _url: string, at: number) => {
    hls.begun.push(at)
    return Promise.resolve({ setLevel: () => undefined, retry: () => undefined, destroy: () => undefined })
  },
}))

const kept: Kept = { read: () => null, write: () => undefined, remove: () => undefined, keysUnder: () => [] }
const told: VideoTold = { onTime: () => undefined, onPlay: () => undefined, onBuffer: () => undefined, onReady: () => undefined, onEnd: () => undefined, onDenied: () => undefined }

/** A video whose length and place are the test's to say, as browsers do: a place it is told before it has begun stays. */
function videoOf() {
  const video = document.createElement('video')
  video.load = () => undefined
  video.play = () => Promise.resolve()
  Object.defineProperty(video, 'textTracks', { value: Object.assign(new EventTarget(), { *[Symbol.iterator]() {} }) })
  const facts = { duration: Number.NaN, currentTime: 0 }
  Object.defineProperty(video, 'duration', { get: () => facts.duration })
  Object.defineProperty(video, 'currentTime', { get: () => facts.currentTime, set: (second: number) => void (facts.currentTime = second) })
  return {
    video,
    knowsItsLength: (duration: number) => {
      facts.duration = duration
      video.dispatchEvent(new Event('durationchange'))
    },
    loads: () => video.dispatchEvent(new Event('loadedmetadata')),
    time: () => facts.currentTime,
  }
}

let engine: VideoEngine
beforeEach(() => {
  engine = new VideoEngine(kept, 'zh')
  hls.begun = []
})

describe('a moment asked for before the video is here', () => {
  it.each([['first visits', null], ['videos begun earlier', 41], ['videos left near that moment', 28]])('is gone to, in %s', async (_name, savedAt) => {
    const { video, knowsItsLength, loads, time } = videoOf()
    engine.attach(video, told)
    await engine.open({ url: '/a/index.m3u8', savedAt, hasCaptions: false }, false)
    // A stream tells the length with its list, a good while before there is anything to see.
    knowsItsLength(60)
    engine.seek(27)
    loads()
    expect(time()).toBe(27)
    expect(engine.get()).toMatchObject({ loaded: true, time: 27, resumedAt: null })
  })

  it('is where a stream begins that is not even asked for', async () => {
    const { video } = videoOf()
    engine.attach(video, told)
    await engine.open({ url: '/a/index.m3u8', savedAt: 41, hasCaptions: false }, false)
    engine.seek(27)
    engine.retry()
    expect(hls.begun).toEqual([41, 27])
  })

  it('does not outlive another source', async () => {
    const { video, knowsItsLength, loads, time } = videoOf()
    engine.attach(video, told)
    await engine.open({ url: '/a.mp4', savedAt: null, hasCaptions: false }, false)
    engine.seek(27)
    await engine.open({ url: '/b.mp4', savedAt: 12, hasCaptions: false }, false)
    knowsItsLength(60)
    loads()
    expect([time(), engine.get().resumedAt]).toEqual([12, 12])
  })
})
