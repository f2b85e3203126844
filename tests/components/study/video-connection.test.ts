// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VideoEngine } from '@/components/study/video/video-engine'
import { kept, told, videoOf } from './video-of'

const NETWORK = 2
const NOT_SUPPORTED = 4
/** What the file answers when it is asked; 0 for no network. */
let status = 0
beforeEach(() => {
  vi.useFakeTimers()
  status = 0
  vi.stubGlobal('fetch', () => (status > 0 ? Promise.resolve(new Response(null, { status })) : Promise.reject(new TypeError('network'))))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A file that plays at second 59 of 60; what the study clock is told of it. */
async function playing(tracks: readonly TextTrack[] = []) {
  const clip = videoOf(tracks)
  const clock = { ready: false, playing: false }
  const engine = new VideoEngine(kept, 'zh')
  const letGo = engine.attach(clip.video, { ...told, onReady: (ready) => void (clock.ready = ready), onPlay: (playing) => void (clock.playing = playing) })
  await engine.open({ url: '/a.mp4', savedAt: null, hasCaptions: true }, true)
  clip.knowsItsLength(60)
  clip.loads()
  clip.does('playing')
  clip.isAt(59)
  return { ...clip, engine, clock, letGo }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a file whose connection is lost', () => {
  it.each([['is away still', 0], ['is back before the file is asked', 200], ['is answered by a gateway', 502]])('is opened again where it was, with no time counted meanwhile: the connection %s', async (_name, answer) => {
    status = answer
    const { engine, clock, fails, asked, loads, time, does, isAt } = await playing()
    const before = asked()
    fails(NETWORK)
    await pass(10)
    expect(engine.get().trouble).toEqual({ kind: 'network', retrying: true })
    expect(clock).toEqual({ ready: false, playing: false })
    await pass(1_000)
    expect(asked().loads).toBeGreaterThan(before.loads)
    expect(engine.get()).toMatchObject({ trouble: { retrying: true }, time: 59, duration: 60 })
    isAt(0)
    loads()
    expect([time(), asked().plays]).toEqual([59, before.plays + 1])
    does('playing')
    expect(engine.get()).toMatchObject({ trouble: null, playing: true })
    expect(clock).toEqual({ ready: true, playing: true })
  })

  it('is sought from where it was, by keys that are pressed meanwhile', async () => {
    const { engine, fails, loads, time, does, isAt } = await playing()
    fails(NETWORK)
    await pass(1_010)
    isAt(0)
    does('timeupdate')
    expect(engine.get().time).toBe(59)
    engine.seekBy(-5)
    engine.seekBy(-5)
    loads()
    expect(time()).toBe(49)
  })

  it('is opened again at once when the network is back, and only once', async () => {
    const { fails, asked } = await playing()
    fails(NETWORK)
    await pass(10)
    const { loads } = asked()
    window.dispatchEvent(new Event('online'))
    const opened = asked().loads
    expect(opened).toBeGreaterThan(loads)
    window.dispatchEvent(new Event('online'))
    await pass(60_000)
    expect(asked().loads).toBe(opened)
  })

  it('does not begin to play because of that when it was paused', async () => {
    const { engine, fails, asked, loads } = await playing()
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined)
    engine.pause()
    const { plays } = asked()
    fails(NETWORK)
    await pass(1_010)
    loads()
    expect(asked().plays).toBe(plays)
    vi.restoreAllMocks()
  })

  it('is given up after a while, also where it always ends at the same place; a press tries it again', async () => {
    const { engine, fails, loads, does, isAt } = await playing()
    const fail = async () => {
      fails(NETWORK)
      await pass(10)
      const { trouble } = engine.get()
      await pass(10_000)
      return trouble?.retrying
    }
    for (let count = 0; count < 8; count += 1) {
      expect(await fail()).toBe(true)
      loads()
      does('playing')
      isAt(60)
      does('timeupdate')
    }
    expect(await fail()).toBe(false)
    engine.retry()
    expect(await fail()).toBe(true)
  })

  it('that is left is not opened again', async () => {
    const { fails, asked, letGo } = await playing()
    fails(NETWORK)
    await pass(10)
    letGo()
    const { loads } = asked()
    await pass(60_000)
    expect(asked().loads).toBe(loads)
  })

  it('has its captions still', async () => {
    const track = Object.assign(new EventTarget(), { kind: 'subtitles', language: 'zh', label: '中文', mode: 'disabled', activeCues: [] }) as unknown as TextTrack
    const { engine, fails } = await playing([track])
    expect(engine.get()).toMatchObject({ captions: [{ language: 'zh' }], caption: 'zh' })
    fails(NETWORK)
    await pass(1_010)
    expect(engine.get()).toMatchObject({ captions: [{ language: 'zh' }], caption: 'zh' })
  })
})

it.each([[NOT_SUPPORTED, 200, 'format'], [NOT_SUPPORTED, 404, 'missing'], [NETWORK, 404, 'missing'], [NETWORK, 401, 'denied']] as const)('a file that fails with %i and answers %i is not opened again: %s', async (code, answer, kind) => {
  status = answer
  const { engine, fails, asked } = await playing()
  const { loads } = asked()
  fails(code)
  await pass(60_000)
  expect(engine.get().trouble).toEqual({ kind, retrying: false })
  expect(asked().loads).toBe(loads)
})

describe('a file whose connection falls silent', () => {
  it('while it plays is opened again where it was after half a minute', async () => {
    const { engine, clock, does, asks, asked, isAt, loads, time } = await playing()
    const before = asked().loads
    asks(true)
    does('waiting')
    await pass(20_000)
    // As long as anything comes, nobody need do anything.
    does('progress')
    await pass(29_000)
    expect([engine.get().trouble, engine.get().buffering]).toEqual([null, true])
    await pass(2_000)
    expect([engine.get().trouble, clock]).toEqual([{ kind: 'network', retrying: true }, { ready: false, playing: false }])
    await pass(1_000)
    expect(asked().loads).toBeGreaterThan(before)
    isAt(0)
    loads()
    does('playing')
    expect([time(), engine.get().trouble]).toEqual([59, null])
  })

  it('before it begins is given up in the end, and nothing more is tried until somebody presses', async () => {
    const clip = videoOf()
    const engine = new VideoEngine(kept, 'zh')
    engine.attach(clip.video, told)
    clip.asks(true)
    await engine.open({ url: '/a.mp4', savedAt: null, hasCaptions: false }, false)
    await pass(31_000)
    expect(engine.get().trouble).toEqual({ kind: 'network', retrying: true })
    await pass(8 * 40_000)
    expect(engine.get().trouble).toEqual({ kind: 'network', retrying: false })
    const { loads } = clip.asked()
    await pass(120_000)
    expect(clip.asked().loads).toBe(loads)
    engine.retry()
    expect([clip.asked().loads > loads, engine.get().trouble]).toEqual([true, null])
  })

  it.each([['plays', (does: (name: string) => void) => does('playing'), true], ['stands, because the browser asks for nothing', (does: (name: string) => void) => does('waiting'), false]])('is nobody’s trouble while it %s', async (_name, act, asking) => {
    const { engine, does, asks, asked } = await playing()
    asks(asking)
    act(does)
    const { loads } = asked()
    await pass(120_000)
    expect([engine.get().trouble, asked().loads]).toEqual([null, loads])
  })
})
