import { describe, expect, it } from 'vitest'
import { choose, eachFromStart, newServer, openWindow, pass } from './exam-window'

eachFromStart()

describe('a session that is over, and begun again in a window beside this one', () => {
  it('takes the hand-in that waited for it, though nobody tells this window', async () => {
    const server = newServer()
    const { session } = await openWindow(server)
    choose(session, 1, 1)
    await pass(1_000)
    server.fault = 'expired'
    void session.handIn('learner')
    await pass(5_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', login: 'over' })
    server.fault = 'none'
    await pass(31_000)
    expect([session.get().phase, server.log]).toEqual(['handedIn', ['handed in by learner']])
  })

  it('opens a paper that this browser keeps, and begins none before somebody comes', async () => {
    const server = newServer()
    const first = await openWindow(server)
    first.stop()
    server.fault = 'expired'
    const kept = await openWindow(server, { store: first.store, kept: first.kept })
    const fresh = await openWindow(server)
    await pass(5_000)
    server.fault = 'none'
    await pass(60_000)
    expect([kept.session.get().phase, fresh.session.get().phase, server.epoch]).toEqual(['answering', 'opening', 2])
    fresh.session.wake()
    await pass(10)
    expect(fresh.session.get().phase).toBe('answering')
  })
})
