// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameMode } from '@/components/study/frame-mode'
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
  const at = (url: string) => (
    <VideoStage
      learner={{ id: learnerId, name: '李明', account: 'liming', avatarUrl: null }} subject={player.subject} stop={stopsOf(player)[0]!} section={{ ...section, resource: { ...section.resource!, url } }} position={null} serverNow={0} next={null} startsAtOnce={false}
      frame={new FrameMode()} moment={new StageMoment()} tell={() => undefined} onThrough={() => undefined} onDenied={() => undefined}
    />
  )
  const { rerender } = show(at('/api/files/a.mp4'))
  const box = screen.getByRole('region')
  const video = box.querySelector('video')!
  fireEvent(video, new Event('loadedmetadata'))
  fireEvent(video, new Event('playing'))
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

it('a video whose address ran out goes on at the next one where it was', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 403 }))
  const { video, moves } = playing()
  for (const [name, value] of [['duration', 600], ['currentTime', 300], ['paused', false]] as const) Object.defineProperty(video, name, { configurable: true, writable: true, value })
  fireEvent(video, new Event('timeupdate'))
  fireEvent(video, new Event('error'))
  await vi.waitFor(() => expect(screen.getByRole('alert')).toBeTruthy(), { timeout: 5_000 })
  const plays = vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length
  moves('/api/files/a.mp4?signed=2')
  Object.defineProperty(video, 'currentTime', { writable: true, value: 0 })
  fireEvent(video, new Event('loadedmetadata'))
  expect([video.getAttribute('src'), video.currentTime, vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length]).toEqual(['/api/files/a.mp4?signed=2', 300, plays + 1])
  expect(screen.queryByRole('alert')).toBeNull()
  vi.unstubAllGlobals()
})
