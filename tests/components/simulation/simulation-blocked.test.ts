// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SimulationSession } from '@/components/simulation/simulation-session'
import type { SimulationResult } from '@/lib/domain/simulation'

const result: SimulationResult = { id: 'result-97', score: 97, finishedAt: '2026-03-10T10:00:00+08:00', report: { messages: [], certificate: null } }
const storage = new Map<string, string>()
const kept = { read: (key: string) => storage.get(key) ?? null, write: (key: string, value: string) => void storage.set(key, value), remove: (key: string) => void storage.delete(key), keysUnder: () => [] }
const missing = new Error('missing')
let answer: SimulationResult | null | Error = null
let asked: [string, boolean][] = []
let blocks = true
let ends: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  storage.set('k', 'sealed-0')
  answer = null
  asked = []
  blocks = true
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

/** A visit after another whose window is still open: the browser lets this one open none by itself. */
async function visit() {
  const told = { onResult: vi.fn(), onNone: vi.fn() }
  const session = new SimulationSession({
    keptKey: 'k', kept, delayMs: 2_000, launch: async () => ({ available: true, address: 'http://sim', launch: 'sealed-1' }),
    ask: async (launch, taken, leaving) => {
      asked.push([launch, leaving])
      if (answer instanceof Error) throw answer
      return answer?.id === taken ? null : answer
    },
    openWindow: () => (blocks ? null : { closed: false, go: vi.fn(), close: vi.fn() }),
    isMissing: (error) => error === missing,
  })
  const end = session.open(told)
  ends.push(end)
  await vi.advanceTimersByTimeAsync(2_100)
  return { session, end, told }
}
async function comeBack() {
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(10)
}

describe('a simulation section that may open no window while that of an earlier visit is there', () => {
  it('asks for that one’s result whenever the learner comes back', async () => {
    const { session, told } = await visit()
    expect(session.get().phase).toBe('blocked')
    await comeBack()
    expect(session.get().phase, 'none yet').toBe('blocked')
    answer = result
    await comeBack()
    expect(session.get()).toMatchObject({ phase: 'received', result: { score: 97 } })
    await comeBack()
    expect([told.onResult.mock.calls.length, asked.map(([launch]) => launch)]).toEqual([1, ['sealed-0', 'sealed-0', 'sealed-0', 'sealed-0']])
    blocks = false
    await session.press()
    expect(session.get()).toMatchObject({ phase: 'launched', result: null })
  })

  it('asks for it when it is left, and the next visit does not tell it again', async () => {
    const first = await visit()
    answer = result
    first.end()
    await vi.advanceTimersByTimeAsync(10)
    expect([asked.at(-1), first.told.onResult.mock.calls.length]).toEqual([['sealed-0', true], 1])
    const second = await visit()
    expect(second.told.onResult).not.toHaveBeenCalled()
  })

  it('says nothing of a question that did not get through, which nobody has asked, and asks again', async () => {
    const { session } = await visit()
    answer = new Error('network')
    await comeBack()
    expect(session.get()).toMatchObject({ phase: 'blocked', unanswered: false })
    answer = result
    await comeBack()
    expect(session.get().phase).toBe('received')
  })

  it('asks no more for a launch that is over', async () => {
    answer = missing
    const { session } = await visit()
    await comeBack()
    expect([session.get().phase, asked.length]).toEqual(['blocked', 1])
  })
})
