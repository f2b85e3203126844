// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CoursewareSession } from '@/components/courseware/courseware-session'
import { ALIVE_MS, type LaunchNews } from '@/lib/domain/courseware'
import type { StudyReport } from '@/lib/domain/study'

const origin = 'https://content.example'
const report: StudyReport = { messages: [{ text: '5积分', points: 5 }], certificate: null }
const frame = {} as Window
let news: LaunchNews<StudyReport>
let launches = 0
let asked: string[] = []
let failing: Error | null = null

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', undefined)
  news = { current: true, reports: [], fraction: null }
  launches = 0
  asked = []
  failing = null
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class Missing extends Error {}

async function begin() {
  const told = { onReady: vi.fn(), onTouch: vi.fn(), onBlocked: vi.fn(), onReports: vi.fn(), onScore: vi.fn() }
  const session = new CoursewareSession({
    name: 'x', isMissing: (error) => error instanceof Missing,
    launch: async () => {
      if (failing) throw failing
      return { id: `l${(launches += 1)}`, url: `${origin}/content/l${launches}`, origin }
    },
    ask: async (id) => {
      asked.push(id)
      if (failing) throw failing
      const answer = news
      news = { ...news, reports: [] }
      return answer
    },
  })
  const end = session.open(() => frame, told)
  await vi.advanceTimersByTimeAsync(0)
  return { session, told, end }
}
const hear = async (word: unknown, from: { origin?: string; source?: unknown } = {}) => {
  window.dispatchEvent(Object.assign(new Event('message'), { origin, source: frame, data: { courseware: word }, ...from }))
  await vi.advanceTimersByTimeAsync(500)
}

describe('a launch in the player', () => {
  it('whose frame says nothing has failed after half a minute, and can be tried again', async () => {
    const { session } = await begin()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(session.get().phase).toBe('opening')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.get()).toMatchObject({ phase: 'failed', url: null })
    session.again()
    await vi.advanceTimersByTimeAsync(0)
    expect(session.get()).toMatchObject({ phase: 'opening', url: `${origin}/content/l2` })
    await hear('ready')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(session.get().phase).toBe('running')
  })

  it('that could not be opened is opened once more by itself, then says so at once', async () => {
    const { session } = await begin()
    await hear('failed')
    expect(session.get()).toMatchObject({ phase: 'opening', url: null })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(session.get()).toMatchObject({ phase: 'opening', url: `${origin}/content/l2` })
    await hear('failed')
    expect(session.get()).toMatchObject({ phase: 'failed', url: null })
    session.again()
    await vi.advanceTimersByTimeAsync(0)
    await hear('failed')
    await vi.advanceTimersByTimeAsync(2_000)
    await hear('ready')
    expect([session.get().phase, launches]).toEqual(['running', 4])
  })

  it('whose first launch fails at the end of its patience has a second one with a patience of its own', async () => {
    const { session } = await begin()
    await vi.advanceTimersByTimeAsync(28_500)
    await hear('failed')
    await vi.advanceTimersByTimeAsync(1_600)
    expect(session.get().phase).toBe('opening')
    await vi.advanceTimersByTimeAsync(400)
    expect([session.get().url, launches]).toEqual([`${origin}/content/l2`, 2])
  })

  it('that another window takes over, or is pressed anew, while it waits for its second try, is begun by nothing else', async () => {
    const channels: EventTarget[] = []
    vi.stubGlobal('BroadcastChannel', class extends EventTarget {
      constructor() {
        super()
        channels.push(this)
      }
      postMessage(): void {}
      close(): void {}
    })
    const { session } = await begin()
    await hear('failed')
    session.again()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(launches).toBe(2)
    await hear('failed')
    channels[0]!.dispatchEvent(new MessageEvent('message', { data: 'of another window' }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect([session.get().phase, launches]).toEqual(['superseded', 2])
  })

  it('that is left while it waits for its second try is not begun again', async () => {
    const { end } = await begin()
    await hear('failed')
    end()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(launches).toBe(1)
  })

  it('opens, runs, and shows what its commits have brought, once', async () => {
    const { session, told } = await begin()
    expect(session.get()).toMatchObject({ phase: 'opening', url: `${origin}/content/l1` })
    await hear('ready')
    expect([session.get().phase, told.onReady.mock.calls.length]).toEqual(['running', 1])
    news = { current: true, reports: [report], fraction: 80 }
    await hear('saved')
    expect(session.get()).toMatchObject({ saving: 'saved', fraction: 80 })
    expect(told.onReports).toHaveBeenCalledExactlyOnceWith([report])
    expect(told.onScore).toHaveBeenCalledOnce()
    await hear('offline')
    expect(session.get().saving).toBe('offline')
    await hear('unanswered')
    expect(session.get().saving).toBe('unanswered')
    await hear('notKept')
    expect(session.get().saving).toBe('notKept')
  })

  it('hears that somebody is there, and that a key was blocked', async () => {
    const { told } = await begin()
    await hear('touch')
    await hear('blocked')
    expect([told.onTouch.mock.calls.length, told.onBlocked.mock.calls.length]).toEqual([1, 1])
  })

  it('hears its own frame alone, and known words alone', async () => {
    const { session, told } = await begin()
    await hear('ready', { origin: 'https://evil.example' })
    await hear('ready', { source: {} })
    await hear('finished with 100')
    await hear({ score: 100 })
    expect(session.get().phase).toBe('opening')
    expect(told.onReady).not.toHaveBeenCalled()
  })

  it('is kept alive, and ends when another has taken its place', async () => {
    const { session } = await begin()
    await hear('ready')
    await vi.advanceTimersByTimeAsync(ALIVE_MS)
    expect(asked).toEqual(['l1'])
    news = { ...news, current: false }
    await vi.advanceTimersByTimeAsync(ALIVE_MS)
    expect(session.get()).toMatchObject({ phase: 'superseded', url: null })
    news = { ...news, current: true }
    session.again()
    await vi.advanceTimersByTimeAsync(0)
    expect(session.get()).toMatchObject({ phase: 'opening', url: `${origin}/content/l2` })
  })

  it.each([['superseded'], ['over']] as const)('ends when its page says %s', async (word) => {
    const { session } = await begin()
    await hear(word)
    expect(session.get()).toMatchObject({ phase: word, url: null })
  })

  it('whose package lacks its file says so; one that is over has none either', async () => {
    const { session } = await begin()
    await hear('missing')
    expect(session.get()).toMatchObject({ phase: 'noFile', url: null })
    const later = (await begin()).session
    failing = new Missing()
    await hear('missing')
    expect(later.get().phase).toBe('over')
  })

  it('that is over on the server is over here; one that cannot be asked goes on', async () => {
    const { session } = await begin()
    await hear('ready')
    failing = new Error('network')
    await vi.advanceTimersByTimeAsync(ALIVE_MS)
    expect(session.get().phase).toBe('running')
    failing = new Missing()
    await vi.advanceTimersByTimeAsync(ALIVE_MS)
    expect(session.get().phase).toBe('over')
  })

  it('says whether there is nothing to open, or whether it failed', async () => {
    failing = new Missing()
    expect((await begin()).session.get().phase).toBe('missing')
    failing = new Error('network')
    const { session } = await begin()
    expect(session.get().phase).toBe('failed')
    failing = null
    session.again()
    await vi.advanceTimersByTimeAsync(0)
    expect(session.get().phase).toBe('opening')
  })

  it('that is left still shows what its last commit brings', async () => {
    const { told, end } = await begin()
    await hear('ready')
    end()
    news = { current: true, reports: [report], fraction: 100 }
    await vi.advanceTimersByTimeAsync(2_000)
    expect(told.onReports).toHaveBeenCalledExactlyOnceWith([report])
  })
})
