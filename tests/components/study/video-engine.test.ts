// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeptChoices } from '@/components/study/kept'
import type { HlsTold } from '@/components/study/video/hls'
import { VideoEngine } from '@/components/study/video/video-engine'
import { kept, told, videoOf } from './video-of'

const hls = vi.hoisted(() => ({ begun: [] as number[], told: null as HlsTold | null }))
vi.mock('@/components/study/video/hls', () => ({
  openHls: (_video: unknown, _url: string, at: number, _ownCaptions: boolean, told: HlsTold) => {
    hls.begun.push(at)
    hls.told = told
    return Promise.resolve({ setLevel: () => undefined, destroy: () => undefined })
  },
}))

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

describe('a video that was nearly through', () => {
  it.each([['a stream, which would go to what was saved', '/a/index.m3u8'], ['a file', '/a.mp4']])('begins anew: %s', async (_name, url) => {
    const { video, knowsItsLength, loads, sought } = videoOf()
    engine.attach(video, told)
    await engine.open({ url, savedAt: 598, hasCaptions: false }, true)
    knowsItsLength(600)
    loads()
    expect(sought).toEqual([0])
    expect(engine.get()).toMatchObject({ time: 0, resumedAt: null })
  })
})

describe('a video whose length nobody knows', () => {
  it('has length 0 for its controls, goes where it is told, and nowhere without a number', async () => {
    const { video, knowsItsLength, loads, time } = videoOf()
    engine.attach(video, told)
    await engine.open({ url: '/a.mp4', savedAt: null, hasCaptions: false }, false)
    knowsItsLength(Number.POSITIVE_INFINITY)
    loads()
    expect(engine.get()).toMatchObject({ loaded: true, duration: 0 })
    engine.seek(30)
    for (const nowhere of [Number.POSITIVE_INFINITY, Number.NaN]) engine.seek(nowhere)
    expect([time(), engine.get().time]).toEqual([30, 30])
    knowsItsLength(60)
    expect(engine.get().duration).toBe(60)
  })
})

describe('a stream whose connection is away for a while', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function playing() {
    const clip = videoOf()
    const buffers: boolean[] = []
    engine.attach(clip.video, { ...told, onBuffer: (buffering) => void buffers.push(buffering) })
    await engine.open({ url: '/a/index.m3u8', savedAt: null, hasCaptions: false }, true)
    clip.knowsItsLength(60)
    clip.loads()
    clip.does('playing')
    return { ...clip, buffers }
  }

  it('says that it has no data for as long as it stands, and no longer', async () => {
    const { does, buffers } = await playing()
    does('waiting')
    vi.advanceTimersByTime(400)
    hls.told?.onTrouble({ kind: 'network', retrying: true })
    expect(buffers).toEqual([true])
    hls.told?.onRecovered()
    expect(engine.get()).toMatchObject({ trouble: null, buffering: true })
    does('playing')
    expect(buffers).toEqual([true, false])
    expect(engine.get().buffering).toBe(false)
  })

  it.each([['is given up', () => hls.told?.onTrouble({ kind: 'network', retrying: false })], ['gives way to another', () => void engine.open({ url: '/b.mp4', savedAt: null, hasCaptions: false }, false)]])('waits for data no more when it %s', async (_name, act) => {
    const { does, buffers } = await playing()
    does('waiting')
    vi.advanceTimersByTime(400)
    act()
    expect(buffers).toEqual([true, false])
    does('waiting')
    act()
    vi.advanceTimersByTime(400)
    expect(buffers).toEqual([true, false])
  })
})

describe('a video in trouble', () => {
  it('goes on where it was when it is tried again, also near its end', async () => {
    const { video, knowsItsLength, loads, isAt, time, does } = videoOf()
    engine.attach(video, told)
    await engine.open({ url: '/a/index.m3u8', savedAt: null, hasCaptions: false }, true)
    knowsItsLength(60)
    loads()
    isAt(59)
    hls.told?.onTrouble({ kind: 'network', retrying: false })
    engine.retry()
    await Promise.resolve()
    isAt(0)
    loads()
    expect(time()).toBe(59)
    // Some browsers forget where they were sent.
    isAt(0)
    does('playing')
    expect(time()).toBe(59)
  })

  it('is not led back to where it was resumed when its stream mends itself', async () => {
    const { video, knowsItsLength, loads, isAt, time, does } = videoOf()
    engine.attach(video, told)
    await engine.open({ url: '/a/index.m3u8', savedAt: 20, hasCaptions: false }, true)
    knowsItsLength(600)
    loads()
    does('playing')
    expect(time()).toBe(20)
    // The stream attaches the video anew, and knows itself where it was.
    isAt(300)
    loads()
    does('playing')
    expect(time()).toBe(300)
    isAt(0)
    loads()
    does('playing')
    expect(time()).toBe(0)
  })
})

describe('what is kept of sound and captions', () => {
  const keeping = (values: Record<string, string>): KeptChoices => ({ learnerId: '820001', read: (key) => values[key] ?? null, write: (key, value) => void (values[key] = value) })

  it('a volume of nothing is heard again at the first press', () => {
    const values: Record<string, string> = {}
    const own = new VideoEngine(keeping(values), 'zh')
    const { video } = videoOf()
    own.attach(video, told)
    own.setVolume(0)
    const [key] = Object.keys(values)
    expect(values[key!]).toBe('0')
    const next = videoOf().video
    own.attach(next, told)
    own.toggleMute()
    expect([next.muted, next.volume]).toEqual([false, 0.5])
    own.toggleMute()
    expect(next.muted).toBe(true)
    own.toggleMute()
    expect([next.muted, next.volume]).toEqual([false, 0.5])
  })

  it('silence goes on in the next video, until it is lifted or another volume is chosen', () => {
    const own = new VideoEngine(keeping({}), 'zh')
    const next = () => {
      const { video } = videoOf()
      own.attach(video, told)
      return [video.muted, video.volume]
    }
    next()
    own.setVolume(0.4)
    own.toggleMute()
    expect(next()).toEqual([true, 0.4])
    own.toggleMute()
    expect(next()).toEqual([false, 0.4])
    own.toggleMute()
    own.volumeBy(0.05)
    expect(next()).toEqual([false, 0.05])
  })

  const captioned = (...languages: string[]) => videoOf(languages.map((language) => Object.assign(new EventTarget(), { kind: 'subtitles', language, label: language, mode: 'disabled' }) as unknown as TextTrack)).video

  it.each([
    ['was chosen', ['zh', 'en'], ['zh', 'en']],
    ['was chosen, where a video lacks it,', ['zh'], ['zh', 'en']],
  ])('captions that are turned off and on again are in the language that %s for good', async (_name, here, next) => {
    const own = new VideoEngine(keeping({}), 'zh')
    const open = async (languages: string[]) => {
      own.attach(captioned(...languages), told)
      await own.open({ url: '/a.mp4', savedAt: null, hasCaptions: true }, false)
      return own.get().caption
    }
    await open(['zh', 'en'])
    own.setCaption('en')
    const shown = await open(here)
    own.toggleCaptions()
    expect([own.get().caption, await open(here)]).toEqual([null, null])
    own.toggleCaptions()
    expect(own.get().caption).toBe(shown)
    expect(await open(next)).toBe('en')
  })

  it('captions that were off before their language was kept beside that are off, and on again when they are asked for', async () => {
    const values: Record<string, string> = { captions: 'off' }
    const own = new VideoEngine(keeping(values), 'zh')
    own.attach(captioned('zh', 'en'), told)
    await own.open({ url: '/a.mp4', savedAt: null, hasCaptions: true }, false)
    expect(own.get().caption).toBeNull()
    own.toggleCaptions()
    expect([own.get().caption, values]).toEqual(['zh', { captions: 'zh', captionsOff: 'false' }])
  })

  it('a video without captions chooses nothing for those that have some', () => {
    const values: Record<string, string> = {}
    const own = new VideoEngine(keeping(values), 'zh')
    own.attach(videoOf().video, told)
    own.toggleCaptions()
    expect(values).toEqual({})
  })
})
