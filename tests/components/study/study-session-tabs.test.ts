// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { kept } from '@/components/study/kept'
import { begin, eachFromNothing, pass, platform, section, studying } from './studying'

eachFromNothing()

/** What one tab says to others takes a real moment. */
const heard = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done))
}

describe('two tabs of one learner', () => {
  it('count one at a time; the second can ask for the turn', async () => {
    const api = platform()
    const one = studying(api)
    one.session.enter(section('A'))
    await pass(10)
    one.session.tell({ type: 'ready', ready: true })
    await pass(70_000)
    const two = studying(api)
    two.session.enter(section('B'))
    await pass(10)
    two.session.tell({ type: 'ready', ready: true })
    await pass(5_000)
    expect(two.session.get().reason).toBe('elsewhere')
    expect(api.markers(), 'where it is opened is remembered, and no start').toEqual(['start A', 'at B'])
    two.session.takeTurn()
    vi.useRealTimers()
    await vi.waitFor(() => expect(api.markers()).toContain('end A 1'), { timeout: 10_000 })
  })

  it('give the turn on when they go', async () => {
    const api = platform()
    const one = studying(api)
    one.session.enter(section('A'))
    await pass(10)
    const two = studying(api)
    two.session.enter(section('B'))
    await pass(10)
    await one.session.leave()
    await pass(10_000)
    expect(api.markers()).toEqual(['start A', 'end A 0 leaving', 'at B', 'start B'])
  })

  it('count where another section is opened: who opens it means to study there', async () => {
    const api = platform()
    const one = studying(api)
    await begin(one.session, section('A'))
    const two = studying(api)
    two.session.enter(section('B'))
    await pass(61_000)
    two.session.enter(section('C'))
    await heard()
    await pass(6_000)
    expect(api.markers()).toEqual(['start A', 'at B', 'at C', 'end A 1', 'start C'])
    expect([one.session.get().reason, two.session.get().reason]).toEqual(['elsewhere', 'notOpen'])
  })

  it('remember a place once, again only where it did not get through, and say a refusal', async () => {
    const api = platform()
    const one = studying(api)
    await begin(one.session, section('A'))
    api.cut()
    const two = studying(api)
    two.session.enter(section('B'))
    await pass(2_000)
    api.mend()
    two.session.tryAgain()
    await pass(10)
    two.session.tryAgain()
    await pass(10)
    expect(api.markers().filter((line) => line.startsWith('at'))).toEqual(['at B'])
    const refusing = studying(api, { ...api.reporter, remember: async () => { throw new Error('forbidden') } })
    refusing.session.enter(section('C'))
    await pass(2_000)
    expect(refusing.refused).toHaveLength(1)
  })

  it('does not say its place again when it has given the turn on', async () => {
    const api = platform()
    const one = studying(api)
    await begin(one.session, section('A'))
    const two = studying(api)
    two.session.enter(section('B'))
    await pass(2_000)
    two.session.takeTurn()
    await heard()
    await pass(6_000)
    one.session.tryAgain()
    await pass(10)
    expect(api.markers()).toEqual(['start A', 'at B', 'end A 0', 'start B'])
  })

  it('do not wait for a turn that was written before the clock was put back', async () => {
    const api = platform()
    kept.write('study:820001:turn', `another ${Date.now() + 3_600_000}`)
    const one = studying(api)
    one.session.enter(section('A'))
    await pass(2_000)
    expect(api.markers()).toEqual(['start A'])
  })
})
