// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { kept } from '@/components/study/kept'
import { begin, eachFromNothing, pass, platform, section, studying, Unreachable } from './studying'

eachFromNothing()

describe('a start that does not get through', () => {
  it('does not count before the platform knows of the start, and tries again', async () => {
    const api = platform()
    api.cut()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(4_000)
    expect(session.get().reason).toBe('offline')
    api.break()
    await pass(5_000)
    expect(session.get().reason).toBe('unanswered')
    api.mend()
    await pass(10_000)
    expect(api.markers()).toEqual(['start A'])
    expect(session.get().reason).toBeNull()
  })

  it('tells such a start again after half of five seconds to all of them', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const api = platform()
    api.cut()
    const { session } = studying(api)
    await begin(session, section('A'))
    api.mend()
    await pass(2_400)
    expect(api.markers()).toEqual([])
    await pass(200)
    expect(api.markers()).toEqual(['start A'])
    vi.mocked(Math.random).mockRestore()
  })

  it('tells it again once in a while, however often the network says that it is back, and no more once it is left', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const api = platform()
    api.cut()
    let starts = 0
    let ends = 0
    const { session } = studying(api, { ...api.reporter, start: (...given) => ((starts += 1), api.reporter.start(...given)), end: (...given) => ((ends += 1), api.reporter.end(...given)) })
    await begin(session, section('A'))
    for (let back = 0; back < 5; back += 1) {
      session.tryAgain()
      await pass(10)
    }
    session.enter(section('B'))
    await pass(10)
    // The end of A, once by itself, is told before B begins.
    expect([starts, ends]).toEqual([6, 2])
    await pass(25_000)
    expect([starts, ends]).toEqual([6, 12])
    await session.leave()
    session.close()
    const before = vi.getTimerCount()
    await pass(60_000)
    expect([starts, before]).toEqual([6, 0])
    vi.mocked(Math.random).mockRestore()
  })

  it('waits for the end of the visit before, which a start would close without the minutes that nobody has heard of', async () => {
    const api = platform()
    let isLost = false
    const { session } = studying(api, { ...api.reporter, end: async (...given) => (isLost ? Promise.reject(new Unreachable(false)) : api.reporter.end(...given)) })
    await begin(session, section('A'))
    await pass(180_000)
    isLost = true
    session.enter(section('B'))
    await pass(20_000)
    expect(api.markers()).toEqual(['start A'])
    expect(session.get().reason).toBe('offline')
    isLost = false
    await pass(5_100)
    expect(api.markers()).toEqual(['start A', 'end A 3', 'start B'])
  })

  it('and not for ever for one that a platform which is there cannot take', async () => {
    const api = platform()
    let tries = 0
    const { session } = studying(api, { ...api.reporter, end: async () => ((tries += 1), Promise.reject(new Unreachable(true))) })
    await begin(session, section('A'))
    await pass(180_000)
    session.enter(section('B'))
    await pass(10)
    expect([api.markers(), session.get().reason]).toEqual([['start A'], 'unanswered'])
    await pass(15_500)
    expect([api.markers(), tries]).toEqual([['start A', 'start B'], 5])
    session.close()
    // Nor does a page that is loaded anew.
    const again = studying(api, { ...api.reporter, end: async (...given) => (given[0].place.sectionId === 'A' ? Promise.reject(new Unreachable(true)) : api.reporter.end(...given)) })
    await begin(again.session, section('C'))
    expect(api.markers().slice(-2)).toEqual(['end B 0', 'start C'])
  })

  it('reports what was gone through before the platform knew of it as soon as it knows, and nothing of a section that was left', async () => {
    const api = platform()
    api.break()
    const { session } = studying(api)
    await begin(session, section('A'))
    session.checkpoint()
    await pass(1_000)
    api.mend()
    await pass(10_000)
    expect(api.markers()).toEqual(['start A', 'end A 0', 'start A'])
    api.break()
    session.enter(section('B'))
    await pass(10)
    session.checkpoint()
    session.enter(section('C'))
    api.mend()
    await pass(10_000)
    expect(api.markers().filter((line) => /[BC]/.test(line))).toEqual(['start C'])
  })

  it('keeps an end that did not get through for the next start', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A'))
    await pass(70_000)
    api.cut()
    session.enter(section('B'))
    await pass(100)
    api.mend()
    await pass(10_000)
    expect(api.markers()).toEqual(['start A', 'end A 1', 'start B'])
  })

  it('says a refusal of the platform once and does not try again', async () => {
    const api = platform()
    let asked = 0
    const { session, refused } = studying(api, { ...api.reporter, start: async () => { asked += 1; throw new Error('locked') } })
    session.enter(section('A'))
    await pass(60_000)
    expect(asked).toBe(1)
    expect(refused).toHaveLength(1)
    expect(session.get().reason).toBe('refused')
    await session.leave()
    expect(api.markers()).toEqual([])
    expect(kept.keysUnder('study:820001:visit:')).toEqual([])
  })
})
