// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { VideoEngine } from '@/components/study/video/video-engine'
import { kept, told, videoOf } from './video-of'

/** A stream of which only the levels matter; the test says when its list is here. */
const streams = vi.hoisted(() => [] as { nextLevel: number; has: (...heights: number[]) => void }[])
vi.mock('hls.js', () => ({
  default: class {
    static Events = { MANIFEST_PARSED: 'manifest' }
    static isSupported = () => true
    nextLevel = -1
    #listed: (name: string, data: unknown) => void = () => undefined
    constructor() { streams.push(this) }
    on(name: string, act: (name: string, data: unknown) => void) { if (name === 'manifest') this.#listed = act }
    has(...heights: number[]) { this.#listed('manifest', { levels: heights.map((height) => ({ height })) }) }
    loadSource() {}
    attachMedia() {}
    destroy() {}
  },
}))

async function opened(...heights: number[]) {
  const engine = new VideoEngine(kept, 'zh')
  engine.attach(videoOf().video, told)
  await engine.open({ url: '/a.m3u8', savedAt: null, hasCaptions: false }, false)
  const has = (...heights: number[]) => streams.at(-1)!.has(...heights)
  has(...heights)
  /** What the controls show, and what the stream was told. */
  return { engine, has, level: () => [engine.get().level, streams.at(-1)!.nextLevel] }
}
beforeEach(async () => (await opened(360)).engine.setLevel(-1))

it('a quality that was chosen is that of the next video too, wherever its height stands there, at the best of its rates', async () => {
  const first = await opened(360, 720, 1080)
  expect(first.level()).toEqual([-1, -1])
  first.engine.setLevel(1)
  expect((await opened(240, 360, 720, 720)).level()).toEqual([3, 3])
})

it('a quality that was chosen stays when the video is opened again', async () => {
  const { engine, has, level } = await opened(360, 720)
  engine.setLevel(1)
  engine.retry()
  await vi.waitFor(() => expect(streams.at(-1)!.nextLevel).toBe(-1), { timeout: 5_000 })
  has(360, 720)
  expect(level()).toEqual([1, 1])
})

it('a video without the height that was chosen is in automatic quality, and so is the next one after that was chosen', async () => {
  const first = await opened(360, 720)
  first.engine.setLevel(1)
  const second = await opened(480, 1080)
  expect(second.level()).toEqual([-1, -1])
  expect((await opened(720)).level()).toEqual([0, 0])
  first.engine.setLevel(-1)
  expect((await opened(720)).level()).toEqual([-1, -1])
})
