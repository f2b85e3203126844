// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PracticalDetailView } from '@/components/exams/practical-detail'
import type { PracticalDetail } from '@/lib/domain/exams'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, back: () => undefined }), useSearchParams: () => new URLSearchParams(window.location.search) }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const detail: PracticalDetail = {
  outcome: 'passed', score: 92, content: '电缆终端头制作', attemptNumber: 1, usedMs: 1_200_000, startedAt: '2026-03-05T10:00:00+08:00', endedAt: '2026-03-05T10:20:00+08:00', requirement: null, videoUrl: null,
  reviewerName: '', reviewedAt: null, rows: [], comments: [], parameters: [],
}
const facts = (given: Partial<PracticalDetail>) => {
  const { unmount } = show(<PracticalDetailView learnerId="820001" detail={{ ...detail, ...given }} title="实操考试" backHref="/x" />)
  const found = ['结果', '总分'].map((name) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent)
  unmount()
  return found
}

it('a practical attempt says how it went, and when it still waits for review', () => {
  expect(facts({})).toEqual(['已通过', '92'])
  expect(facts({ outcome: 'failed', score: 40 })).toEqual(['未通过', '40'])
  expect(facts({ outcome: 'pendingReview', score: -1 })).toEqual(['待批阅', '待批阅'])
  expect(facts({ score: null })).toEqual(['已通过', '–'])
})

it('an attempt without a recording says so as other empty places do, and names its examiner in their language', () => {
  show(<PracticalDetailView learnerId="820001" detail={{ ...detail, reviewerName: '周建国', reviewedAt: detail.endedAt }} title="x" backHref="/x" />, 'en')
  expect(screen.getByText('No video').parentElement!.textContent).toContain('Nothing here yet')
  expect(screen.getByText('周建国').lang).toBe('zh-Hans')
})

it('a recording that is gone is said to be missing, nothing leads into it, and it fills no page that it could not be led out of', async () => {
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockReturnValue(undefined)
  vi.spyOn(media, 'textTracks', 'get').mockReturnValue(Object.assign(new EventTarget(), { *[Symbol.iterator]() {} }) as unknown as TextTrackList)
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(null, { status: 410 }))))
  window.history.replaceState(null, '', '/practicalDetail?instanceId=1&view=comments')
  show(<PracticalDetailView learnerId="820001" detail={{ ...detail, videoUrl: '/api/files/a.mp4', comments: [{ text: '压接顺序正确', second: 9 }] }} title="实操考试" backHref="/x" />)
  const player = await screen.findByRole('region', { name: '视频播放器：电缆终端头制作' })
  expect(screen.getByRole('button', { name: '跳到录像 00:09' })).toBeTruthy()
  // As on an iPhone: nothing but a bare video has the screen there.
  fireEvent.keyDown(player, { key: 'f' })
  await vi.waitFor(() => expect(player.parentElement!.className).toContain('fills'), { timeout: 5_000 })
  fireEvent(player.querySelector('video')!, new Event('error'))
  expect((await screen.findByRole('alert')).textContent).toBe('缺少资源文件')
  await vi.waitFor(() => expect(screen.getByRole('alert').closest('[class*="fills"]')).toBeNull(), { timeout: 5_000 })
  expect(screen.queryByRole('button', { name: /跳到录像/ })).toBeNull()
  expect(screen.getByText('00:09')).toBeTruthy()
  expect(screen.queryByRole('region', { name: /视频播放器/ })).toBeNull()
})

it('a practical attempt keeps the open view in its address', () => {
  window.history.replaceState(null, '', '/practicalDetail?instanceId=1')
  const { unmount } = show(<PracticalDetailView learnerId="820001" detail={detail} title="实操考试" backHref="/x" />)
  fireEvent.click(screen.getByRole('tab', { name: /测量参数/ }))
  expect(window.location.search).toBe('?instanceId=1&view=parameters')
  unmount()
  show(<PracticalDetailView learnerId="820001" detail={detail} title="实操考试" backHref="/x" />)
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('测量参数')
  fireEvent.click(screen.getAllByRole('tab')[0]!)
  expect(window.location.search).toBe('?instanceId=1')
})

it('the speed of recordings that one learner chose is not the next one’s on the same device', async () => {
  localStorage.clear()
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockReturnValue(undefined)
  vi.spyOn(media, 'textTracks', 'get').mockReturnValue(Object.assign(new EventTarget(), { *[Symbol.iterator]() {} }) as unknown as TextTrackList)
  const watch = (learnerId: string) => show(<PracticalDetailView learnerId={learnerId} detail={{ ...detail, videoUrl: '/api/files/a.mp4' }} title="实操考试" backHref="/x" />)
  watch('820001')
  fireEvent.click(await screen.findByRole('menuitemradio', { name: '2×', hidden: true }))
  cleanup()
  watch('820002')
  expect(await screen.findByRole('button', { name: '倍速 1×' })).toBeTruthy()
  cleanup()
  watch('820001')
  expect(await screen.findByRole('button', { name: '倍速 2×' })).toBeTruthy()
})

it('the keyboard stays with a recording when the button goes that played it, and is told of the keys', async () => {
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockReturnValue(undefined)
  const played = vi.spyOn(media, 'play').mockResolvedValue(undefined)
  vi.spyOn(media, 'textTracks', 'get').mockReturnValue(Object.assign(new EventTarget(), { *[Symbol.iterator]() {} }) as unknown as TextTrackList)
  show(<PracticalDetailView learnerId="820001" detail={{ ...detail, videoUrl: '/api/files/a.mp4' }} title="实操考试" backHref="/x" />)
  const player = await screen.findByRole('region', { name: '视频播放器：电缆终端头制作' })
  expect(player.textContent).toContain('视频播放器。按 K 播放或暂停，按 ? 查看全部快捷键。')
  const video = player.querySelector('video')!
  fireEvent(video, new Event('loadedmetadata'))
  const play = screen.getAllByRole('button', { name: '播放' })[0]!
  play.focus()
  fireEvent.click(play)
  expect(played).toHaveBeenCalledOnce()
  fireEvent(video, new Event('playing'))
  expect([play.isConnected, document.activeElement]).toEqual([false, player])
})

it('the captions of a recording are seen, and it plays in its place in every web view', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined)
  const track = Object.assign(new EventTarget(), { kind: 'subtitles', language: 'zh', label: '中文', mode: 'disabled', activeCues: [{ getCueAsHTML: () => new Text('先验电') }] })
  vi.spyOn(HTMLMediaElement.prototype, 'textTracks', 'get').mockReturnValue(Object.assign(new EventTarget(), { *[Symbol.iterator]() { yield track } }) as unknown as TextTrackList)
  show(<PracticalDetailView learnerId="820001" detail={{ ...detail, videoUrl: '/api/files/a.mp4' }} title="实操考试" backHref="/x" />)
  const player = await screen.findByRole('region', { name: '视频播放器：电缆终端头制作' })
  const video = player.querySelector('video')!
  expect(['playsinline', 'webkit-playsinline', 'x5-playsinline'].map((name) => video.hasAttribute(name))).toEqual([true, true, true])
  expect((await screen.findByText('先验电')).lang).toBe('zh')
  fireEvent.click(screen.getByRole('menuitemradio', { name: '关闭字幕', hidden: true }))
  expect(screen.queryByText('先验电')).toBeNull()
})
