// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { FrameMode } from '@/components/study/frame-mode'
import { giveKeysToStage } from '@/components/study/stage-keys'
import { StageMoment } from '@/components/study/stage-moment'
import VideoStage from '@/components/study/video/video-stage'
import type { Section } from '@/lib/domain/catalogue'
import { stopsOf, type Player } from '@/lib/domain/player'
import { show } from '../../support/render'

const section: Section = {
  id: '12', chapterId: '1', name: '安全规程', kind: 'study', minutes: 20, requiredPercent: 50, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, simulation: null,
  resource: { kind: 'video', url: '/api/files/a.mp4', id: '7', captions: [] },
}
const player = { subject: { kind: 'course', id: '5001', coverUrl: null }, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections: [section] }] }] } as unknown as Player

beforeEach(() => {
  vi.useFakeTimers()
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockReturnValue(undefined)
  vi.spyOn(media, 'play').mockResolvedValue(undefined)
  vi.spyOn(media, 'textTracks', 'get').mockReturnValue(Object.assign(new EventTarget(), { *[Symbol.iterator]() {} }) as unknown as TextTrackList)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A video that plays, with the focus elsewhere. */
function playing(learnerId = '820001') {
  const shown = opened(learnerId)
  fireEvent(shown.video, new Event('loadedmetadata'))
  fireEvent(shown.video, new Event('playing'))
  return shown
}

/** A video of which nothing has come yet. */
function opened(learnerId = '820001', savedAt: number | null = null, startsAtOnce = false) {
  const at = (url: string) => (
    <VideoStage
      learner={{ id: learnerId, name: '李明', account: 'liming', avatarUrl: null }} subject={player.subject} stop={stopsOf(player)[0]!} section={{ ...section, resource: { ...section.resource!, url } }} position={savedAt === null ? null : { position: savedAt, savedAt: 1, seq: 1 }} serverNow={0} next={null} startsAtOnce={startsAtOnce}
      frame={new FrameMode()} moment={new StageMoment()} tell={() => undefined} onThrough={() => undefined} onDenied={() => undefined}
    />
  )
  const { rerender } = show(at('/api/files/a.mp4'))
  const box = screen.getByRole('region')
  const video = box.querySelector('video')!
  return { box, video, moves: (url: string) => rerender(at(url)), pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)) }
}

/** Whether its controls are to be seen; away, they can still be reached. */
const isShown = (box: HTMLElement) => box.className.includes('shown')

it('the keyboard reaches the controls of a video that plays also while they rest, and has them shown before it presses one', () => {
  const { box, pass } = playing()
  expect([box.tabIndex, isShown(box)]).toEqual([-1, true])
  pass(4_000)
  expect([box.tabIndex, isShown(box)]).toEqual([-1, false])
  act(() => screen.getByRole('button', { name: '暂停' }).focus())
  expect(isShown(box)).toBe(true)
})

it('takes the keyboard that the stage was given while it was on its way', () => {
  const main = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 }))
  onTestFinished(() => main.remove())
  giveKeysToStage()
  expect(document.activeElement).toBe(main)
  const { box } = opened()
  expect(document.activeElement).toBe(box)
})

it('a control that is pressed without pointer, key or focus shows itself and its like', () => {
  const { box, pass } = playing()
  pass(4_000)
  expect(isShown(box)).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: '静音' }))
  expect(isShown(box)).toBe(true)
})

it('controls that rest are out of sight, and not out of reach of who cannot see', () => {
  const css = readFileSync('components/study/video/video.module.css', 'utf8')
  expect(/^\.chrome \{.*$/m.exec(css)?.[0]).toMatch(/opacity: 0; pointer-events: none;/)
  expect(css).not.toMatch(/\.chrome[^}]*visibility/)
})

it('the help says what a faster video counts', () => {
  const { box } = playing()
  fireEvent.keyDown(box, { key: '?' })
  expect(screen.getByText('学习时长按实际经过的时间计算：以 2 倍速看完 1 小时的视频，计 30 分钟。')).toBeTruthy()
})

it('the speed that one learner chose is not the next one’s on the same device', () => {
  localStorage.clear()
  playing()
  fireEvent.click(screen.getByRole('menuitemradio', { name: '2×', hidden: true }))
  cleanup()
  playing('820002')
  expect(screen.getByRole('button', { name: '倍速 1×' })).toBeTruthy()
  cleanup()
  playing()
  expect(screen.getByRole('button', { name: '倍速 2×' })).toBeTruthy()
})

const has = (video: HTMLVideoElement, facts: Partial<Record<'duration' | 'currentTime' | 'paused', number | boolean>>) => {
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(video, name, { configurable: true, writable: true, value })
}

/** What a video does at its next address, when its file was refused at the first. */
async function renewed({ video, moves }: ReturnType<typeof opened>) {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 403 }))
  onTestFinished(() => void vi.unstubAllGlobals())
  fireEvent(video, new Event('error'))
  await vi.waitFor(() => expect(screen.getByRole('alert')).toBeTruthy(), { timeout: 5_000 })
  const plays = vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length
  moves('/api/files/a.mp4?signed=2')
  has(video, { currentTime: 0, duration: 600 })
  fireEvent(video, new Event('loadedmetadata'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(video.getAttribute('src')).toBe('/api/files/a.mp4?signed=2')
  return { second: video.currentTime, plays: vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length > plays }
}

it.each([['in its middle', 300], ['near its end', 580]])('a video whose address ran out %s goes on at the next one where it was', async (_name, second) => {
  localStorage.clear()
  const shown = playing()
  has(shown.video, { duration: 600, currentTime: second, paused: false })
  fireEvent(shown.video, new Event('timeupdate'))
  expect(await renewed(shown)).toEqual({ second, plays: true })
  expect(screen.queryByText(/继续播放/)).toBeNull()
})

it.each([['that should begin at once', true], ['that waits to be played', false]])('a video %s does so also where only the next address lets it', async (_name, startsAtOnce) => {
  localStorage.clear()
  expect(await renewed(opened('820001', null, startsAtOnce))).toEqual({ second: 0, plays: startsAtOnce })
})

it.each([['nearly through begins anew', 590, 0], ['left in its middle begins there', 300, 300]])('a video that was %s also where only the next address lets it', async (_name, savedAt, second) => {
  localStorage.clear()
  expect(await renewed(opened('820001', savedAt))).toEqual({ second, plays: false })
  expect(screen.queryByText(/继续播放/) !== null).toBe(second > 0)
})

it('a video that was paused from outside the page stays so at the next address', async () => {
  localStorage.clear()
  const shown = playing()
  has(shown.video, { duration: 600, currentTime: 300, paused: true })
  fireEvent(shown.video, new Event('pause'))
  expect(await renewed(shown)).toEqual({ second: 300, plays: false })
})
