// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import SimulationStage from '@/components/simulation/simulation-stage'
import { FrameMode } from '@/components/study/frame-mode'
import { StageMoment } from '@/components/study/stage-moment'
import { notify } from '@/components/ui/notify'
import { stopsOf, type Player } from '@/lib/domain/player'
import { LAUNCH_LIFE_MS } from '@/lib/domain/simulation'
import { clockAfter, newClock, type ClockEvent } from '@/lib/domain/study'
import { show } from '../../support/render'

let isDown = false
vi.mock('@/lib/queries/simulation', () => ({
  launchSimulation: async () => {
    if (isDown) throw new Error('down')
    return { available: true, address: 'http://sim/1', launch: 'sealed' }
  },
  askSimulation: async () => null,
}))
const opened = { closed: false, opener: null, location: { replace: vi.fn() }, close: vi.fn() }
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  opened.closed = isDown = false
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const MINUTE_MS = 60_000
const section = { id: '12', chapterId: '1', name: 'x', kind: 'simulation', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, resource: null, simulation: { id: '9' } }
const player = { subject: { kind: 'course', id: '5001' }, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections: [section] }] }] } as unknown as Player

/** A simulation that opens in front of the player; how many minutes the study clock counts from there on. */
async function begun({ isHidden = true } = {}) {
  let clock = { ...newClock('present', Date.now(), { holds: true }), begun: 'known' as const }
  const tell = (event: ClockEvent) => void (clock = { ...clockAfter(clock, event, Date.now()), begun: 'known' })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SimulationStage
        learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} subject={player.subject} stop={stopsOf(player)[0]!} section={null} position={null} serverNow={0} next={null} startsAtOnce={false}
        frame={new FrameMode()} moment={new StageMoment()} tell={tell} onThrough={() => undefined} onDenied={() => undefined}
      />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  if (isHidden) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    tell({ type: 'visible', visible: false })
  }
  const minutesAfter = async (minutes: number) => {
    const { countedMs } = clock
    for (let minute = 0; minute < minutes; minute += 1) {
      await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
      tell({ type: 'tick' })
    }
    return Math.round((clock.countedMs - countedMs) / MINUTE_MS)
  }
  return minutesAfter
}

it('the time in the window of a simulation counts while it is there, though the player is behind it', async () => {
  const minutesAfter = await begun()
  expect(await minutesAfter(6)).toBe(6)
  opened.closed = true
  await minutesAfter(1)
  expect(await minutesAfter(3)).toBe(0)
})

it('a simulation that does not open earns no time, until it opens', async () => {
  isDown = true
  const minutesAfter = await begun({ isHidden: false })
  expect(screen.getByRole('alert').textContent).toContain('仿真打开失败，请重试')
  expect(await minutesAfter(3)).toBe(0)
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: '打开仿真' }))
  expect(await minutesAfter(3)).toBe(3)
})

it('a window that the browser blocks earns no time, until a press opens it', async () => {
  vi.mocked(window.open).mockReturnValue(null)
  const minutesAfter = await begun({ isHidden: false })
  expect(screen.getByRole('alert').textContent).toContain('浏览器')
  expect(await minutesAfter(3)).toBe(0)
  vi.mocked(window.open).mockReturnValue(opened as unknown as Window)
  fireEvent.click(screen.getByRole('button', { name: '打开仿真' }))
  expect(await minutesAfter(3)).toBe(3)
})

it('a second window that does not open leaves the first one, and is said in passing', async () => {
  const minutesAfter = await begun()
  const error = vi.spyOn(notify, 'error')
  isDown = true
  fireEvent.click(screen.getByRole('button', { name: '再次打开仿真' }))
  expect(await minutesAfter(3)).toBe(3)
  expect(error).toHaveBeenCalledWith('仿真打开失败，请重试')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a second window that the browser blocks leaves the first one, and is said in passing', async () => {
  const minutesAfter = await begun()
  const error = vi.spyOn(notify, 'error')
  vi.mocked(window.open).mockReturnValue(null)
  fireEvent.click(screen.getByRole('button', { name: '再次打开仿真' }))
  expect(await minutesAfter(3)).toBe(3)
  expect(error).toHaveBeenCalledExactlyOnceWith('浏览器拦截了新窗口')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a window that is never closed counts no longer than its launch may report', async () => {
  const minutesAfter = await begun()
  const life = LAUNCH_LIFE_MS / MINUTE_MS
  expect(await minutesAfter(life + 5)).toBe(life)
})
