// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SimulationSession } from '@/components/simulation/simulation-session'
import { ASK_MS, type SimulationResult } from '@/lib/domain/simulation'

const scored = (score: number): SimulationResult => ({ id: `result-${score}`, score, finishedAt: '2026-03-10T10:00:00+08:00', report: { messages: [], certificate: null } })
const storage = new Map<string, string>()
const kept = { read: (key: string) => storage.get(key) ?? null, write: (key: string, value: string) => void storage.set(key, value), remove: (key: string) => void storage.delete(key), keysUnder: () => [] }
let launches = 0

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  launches = 0
})
afterEach(() => void vi.useRealTimers())

/** A platform that tells with each launch what all of its section have reported, and a visit of its section. */
function visit(platform: { newest: SimulationResult | null }) {
  const told = { onResult: vi.fn(), onNone: vi.fn() }
  const session = new SimulationSession({
    keptKey: 'k', kept, delayMs: 2_000, launch: async () => ({ available: true, address: 'http://sim', launch: `sealed-${(launches += 1)}` }), isMissing: () => false,
    ask: async (_, taken) => (platform.newest?.id === taken ? null : platform.newest),
    openWindow: () => ({ closed: false, go: vi.fn(), close: vi.fn() }),
  })
  return { session, end: session.open(told), scores: () => told.onResult.mock.calls.map(([{ score }]) => score as number) }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a simulation section with two windows', () => {
  it('takes the result of its second window too, after that of the first answered for both', async () => {
    const platform: { newest: SimulationResult | null } = { newest: null }
    const { session, scores } = visit(platform)
    await pass(2_100)
    await session.press()
    await pass(1_000)
    platform.newest = scored(0)
    await pass(ASK_MS)
    expect(session.get()).toMatchObject({ phase: 'received', result: { score: 0 } })
    platform.newest = scored(100)
    window.dispatchEvent(new Event('focus'))
    await pass(10)
    expect(session.get(), 'at once for who comes back').toMatchObject({ phase: 'received', result: { score: 100 } })
    platform.newest = scored(70)
    await pass(70_000)
    expect(scores(), 'and by itself').toEqual([0, 100, 70])
  })

  it('takes on the next visit what its second window brought after the player was left, and not again what the first had brought', async () => {
    const platform: { newest: SimulationResult | null } = { newest: null }
    const first = visit(platform)
    await pass(2_100)
    await first.session.press()
    await pass(1_000)
    platform.newest = scored(0)
    await pass(ASK_MS)
    first.end()
    await pass(10)
    const second = visit(platform)
    await pass(2_100)
    expect([first.scores(), second.scores(), second.session.get().phase]).toEqual([[0], [], 'launched'])
    second.end()
    platform.newest = scored(100)
    await pass(60_000)
    const third = visit(platform)
    await pass(100)
    expect([third.session.get().phase, third.scores(), second.scores()]).toEqual(['received', [100], []])
  })

  it('opens by itself after the day of a result, and does not tell what another device has brought since', async () => {
    const platform: { newest: SimulationResult | null } = { newest: null }
    const first = visit(platform)
    await pass(2_100)
    platform.newest = scored(0)
    await pass(ASK_MS)
    first.end()
    await pass(4 * 3_600_000)
    platform.newest = scored(90)
    const second = visit(platform)
    await pass(2_100)
    expect([first.scores(), second.scores(), second.session.get().phase]).toEqual([[0], [], 'launched'])
  })

  it('tells a result once that two questions brought at the same time', async () => {
    const platform: { newest: SimulationResult | null } = { newest: null }
    const { session, end, scores } = visit(platform)
    await pass(2_100)
    platform.newest = scored(80)
    void session.ask()
    end()
    await pass(10)
    expect(scores()).toEqual([80])
  })
})
