// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { eachFromNothing, pass, platform, section, studying } from './studying'

eachFromNothing()

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
    expect(api.markers()).toEqual(['start A'])
    two.session.takeTurn()
    vi.useRealTimers()
    await vi.waitFor(() => expect(api.markers()).toContain('end A 1'))
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
    expect(api.markers()).toEqual(['start A', 'end A 0', 'start B'])
  })
})
