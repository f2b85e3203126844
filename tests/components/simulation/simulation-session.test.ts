// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SimulationSession } from '@/components/simulation/simulation-session'
import { ASK_MS, type SimulationLaunched, type SimulationResult } from '@/lib/domain/simulation'

const scored = (score: number): SimulationResult => ({ id: `result-${score}`, score, finishedAt: '2026-03-10T10:00:00+08:00', report: { messages: [], certificate: null } })
const result = scored(80)
const storage = new Map<string, string>()
const kept = { read: (key: string) => storage.get(key) ?? null, write: (key: string, value: string) => void storage.set(key, value), remove: (key: string) => void storage.delete(key), keysUnder: () => [] }
let answers: (SimulationResult | null | Error)[] = []
let asked: [string, boolean][] = []
let opened: { closed: boolean; go: ReturnType<typeof vi.fn>; close: ReturnType<typeof vi.fn> }[] = []
let blocks = false
let launches = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  storage.clear()
  answers = []
  asked = []
  opened = []
  blocks = false
  launches = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function begin(launch: () => Promise<SimulationLaunched> = async () => ({ available: true, address: `http://sim/${(launches += 1)}`, launch: `sealed-${launches}` })) {
  const told = { onResult: vi.fn(), onNone: vi.fn() }
  const session = new SimulationSession({
    keptKey: 'k', kept, delayMs: 2_000, launch,
    ask: async (one, _, leaving) => {
      asked.push([one, leaving])
      const answer = answers.shift() ?? null
      if (answer instanceof Error) throw answer
      return answer
    },
    openWindow: () => {
      if (blocks) return null
      const one = { closed: false, go: vi.fn(), close: vi.fn() }
      opened.push(one)
      return one
    },
    isMissing: () => false,
  })
  return { session, told, end: session.open(told) }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a simulation section', () => {
  it('goes on waiting for its own result when that of an earlier visit comes after the window was opened', async () => {
    storage.set('k', 'sealed-0')
    const late = Promise.withResolvers<SimulationResult>()
    const told = { onResult: vi.fn(), onNone: vi.fn() }
    const questions: string[] = []
    const session = new SimulationSession({
      keptKey: 'k', kept, delayMs: 2_000, launch: async () => ({ available: true, address: 'http://sim/1', launch: 'sealed-1' }), isMissing: () => false,
      ask: async (launch) => {
        questions.push(launch)
        return launch === 'sealed-0' ? late.promise : result
      },
      openWindow: () => ({ closed: false, go: vi.fn(), close: vi.fn() }),
    })
    session.open(told)
    await pass(3_000)
    expect(session.get().phase).toBe('launched')
    late.resolve(scored(60))
    await pass(10)
    expect([session.get().phase, storage.get('k'), told.onResult.mock.calls.length]).toEqual(['launched', expect.stringMatching(/^sealed-1 result-60 \d+$/), 1])
    await pass(ASK_MS)
    expect(questions).toEqual(['sealed-0', 'sealed-1'])
    expect(session.get()).toMatchObject({ phase: 'received', result: { score: 80 } })
  })

  it.each([['a result', true], ['no answer', false]])('that is opened again while the launch before is asked for takes the result of both: %s', async (_, arrives) => {
    const first = Promise.withResolvers<SimulationResult>()
    let launches = 0
    let firstAsked = 0
    const told = { onResult: vi.fn(), onNone: vi.fn() }
    const session = new SimulationSession({
      keptKey: 'k', kept, delayMs: 2_000, launch: async () => ({ available: true, address: 'http://sim', launch: `sealed-${(launches += 1)}` }), isMissing: () => false,
      ask: async (launch) => {
        if (launch !== 'sealed-1') return result
        return (firstAsked += 1) === 1 ? first.promise : scored(60)
      },
      openWindow: () => ({ closed: false, go: vi.fn(), close: vi.fn() }),
    })
    session.open(told)
    await pass(2_100)
    void session.ask()
    await session.press()
    if (arrives) first.resolve(scored(60))
    else first.reject(new Error('network'))
    await pass(10)
    expect([session.get().phase, storage.get('k')]).toEqual(['launched', arrives ? expect.stringMatching(/^sealed-2 result-60 \d+$/) : 'sealed-2'])
    await pass(ASK_MS * 3)
    expect(told.onResult.mock.calls.map(([{ score }]) => score as number)).toEqual([60, 80])
    expect(session.get()).toMatchObject({ phase: 'received', result: { score: 80 } })
  })

  it('that is opened again asks first for what the launch before has reported, which the next one takes for known', async () => {
    const { session } = begin()
    await pass(2_100)
    await session.press()
    await pass(ASK_MS + 1_000)
    expect(asked.map(([launch]) => launch)).toEqual(['sealed-1', 'sealed-2'])
  })

  it('that could not ask for the result of an earlier visit asks for it again', async () => {
    storage.set('k', 'sealed-0')
    answers = [new Error('network'), scored(60)]
    const { session, told } = begin()
    await pass(2_100)
    expect(asked.map(([launch]) => launch)).toEqual(['sealed-0', 'sealed-0'])
    expect([told.onResult.mock.calls.length, session.get().phase, storage.get('k')]).toEqual([1, 'launched', expect.stringMatching(/^sealed-1 result-60 \d+$/)])
  })

  it('opens its window after the delay, asks, and records one result', async () => {
    const { session, told } = begin()
    expect(session.get()).toMatchObject({ phase: 'jump', countdown: 2 })
    await pass(1_900)
    expect(opened).toEqual([])
    await pass(200)
    expect(opened[0]?.go).toHaveBeenCalledWith('http://sim/1')
    expect(session.get().phase).toBe('launched')
    await pass(4_000)
    expect(session.get().phase).toBe('running')
    answers = [result]
    await pass(ASK_MS)
    expect(session.get()).toMatchObject({ phase: 'received', result: { score: 80 } })
    expect(told.onResult).toHaveBeenCalledExactlyOnceWith(result)
    const count = asked.length
    await pass(ASK_MS * 3)
    expect(asked.length, 'one that is there is not asked for so often').toBe(count)
  })

  it('offers a button where the browser blocks its window', async () => {
    blocks = true
    const { session } = begin()
    await pass(2_100)
    expect(session.get().phase).toBe('blocked')
    blocks = false
    await session.press()
    expect(session.get().phase).toBe('launched')
    expect(opened[0]?.go).toHaveBeenCalledWith('http://sim/1')
  })

  it('says when the window is gone without a result, and takes it when it comes after all', async () => {
    const { session } = begin()
    await pass(2_100)
    opened[0]!.closed = true
    await pass(1_100)
    expect(session.get().phase).toBe('missing')
    answers = [result]
    await session.ask()
    expect(session.get().phase).toBe('received')
  })

  it('believes a window that counts as closed from its arrival on only while the player is looked at', async () => {
    const { session } = begin()
    vi.mocked(document.hasFocus).mockReturnValue(false)
    await pass(2_100)
    opened[0]!.closed = true
    await pass(60_000)
    expect(session.get().phase).toBe('running')
    vi.mocked(document.hasFocus).mockReturnValue(true)
    await pass(1_100)
    expect(session.get().phase).toBe('missing')
    vi.mocked(document.hasFocus).mockReturnValue(false)
    await pass(1_100)
    expect(session.get().phase, 'one glance does not close it').toBe('running')
  })

  it('believes a window whose end the learner saw, wherever they go from there', async () => {
    const { session } = begin()
    await pass(2_100)
    opened[0]!.closed = true
    await pass(1_100)
    vi.mocked(document.hasFocus).mockReturnValue(false)
    await pass(5_000)
    expect(session.get().phase).toBe('missing')
  })

  it('believes a window that is closed later, wherever the learner goes from there', async () => {
    const { session } = begin()
    vi.mocked(document.hasFocus).mockReturnValue(false)
    await pass(60_000)
    opened[0]!.closed = true
    await pass(1_100)
    expect(session.get().phase).toBe('missing')
  })

  it('says when a question did not get through, and asks again', async () => {
    const { session } = begin()
    await pass(2_100)
    answers = [new Error('network')]
    await session.ask()
    expect(session.get()).toMatchObject({ unanswered: true, asking: false, phase: 'launched' })
    answers = [result]
    await session.ask()
    expect(session.get()).toMatchObject({ unanswered: false, phase: 'received' })
  })

  it('gets a new ticket for each window', async () => {
    const { session } = begin()
    await pass(2_100)
    await session.press()
    expect(opened.map((one) => one.go.mock.calls[0]?.[0] as string)).toEqual(['http://sim/1', 'http://sim/2'])
  })

  it('opens one window for a double click, while its ticket is on the way and after it', async () => {
    const tickets: (() => void)[] = []
    const { session } = begin(() => new Promise((resolve) => tickets.push(() => resolve({ available: true, address: 'http://sim', launch: 'sealed' }))))
    tickets[0]?.()
    await pass(2_100)
    void session.press()
    void session.press()
    await pass(1_000)
    void session.press()
    tickets[1]?.()
    await pass(10)
    void session.press()
    expect([opened.length, tickets.length]).toEqual([2, 2])
    await pass(1_000)
    void session.press()
    expect([opened.length, tickets.length]).toEqual([3, 3])
  })

  it('that is left asks once more, and the next visit finds what came later', async () => {
    const first = begin()
    await pass(2_100)
    first.end()
    expect(asked.at(-1)).toEqual(['sealed-1', true])
    expect(storage.get('k')).toBe('sealed-1')
    answers = [result]
    const second = begin()
    await pass(100)
    expect(asked.at(-1)).toEqual(['sealed-1', false])
    expect(second.told.onResult).toHaveBeenCalledOnce()
    expect(second.session.get().phase).toBe('received')
    await pass(5_000)
    expect(opened.length).toBe(1)
  })

  it.each(['none', 'off'] as const)('opens nothing where there is none: %s', async (reason) => {
    const { session, told } = begin(async () => ({ available: false, reason }))
    await pass(5_000)
    expect(session.get().phase).toBe(reason)
    expect(told.onNone).toHaveBeenCalledOnce()
    expect(opened).toEqual([])
  })

  it('says when it could not be opened, and opens it on the next press', async () => {
    let fails = true
    const { session } = begin(async () => {
      if (fails) throw new Error('down')
      return { available: true, address: 'http://sim/x', launch: 'sealed' }
    })
    await pass(2_100)
    expect(session.get().phase).toBe('failed')
    fails = false
    await session.press()
    expect(session.get().phase).toBe('launched')
  })

  it.each(['failed', 'off'] as const)('leaves the window that is there as it is when another does not open: %s', async (why) => {
    let isFirst = true
    const { session, told } = begin(async () => {
      if (isFirst) return { available: true, address: 'http://sim/x', launch: 'sealed' }
      if (why === 'failed') throw new Error('down')
      return { available: false, reason: why }
    })
    await pass(10_000)
    isFirst = false
    await session.press()
    expect(session.get().phase).toBe('running')
    expect(told.onNone).toHaveBeenCalledExactlyOnceWith(why, true)
    expect(opened.map(({ closed, close }) => [closed, close.mock.calls.length])).toEqual([[false, 0], [false, 1]])
    answers = [result]
    await session.ask()
    await pass(1_000)
    await session.press()
    expect(session.get(), 'nor its result').toMatchObject({ phase: 'received', result: { score: 80 } })
  })
})
