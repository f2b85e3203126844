import { describe, expect, it } from 'vitest'
import { eachFromStart, newServer, onLine, openWindow, pass } from './exam-window'

const MINUTE = 60_000
eachFromStart()

describe('a paper on a device that slept', () => {
  it('counts the time it slept without a network, as far as nobody says better', async () => {
    const server = newServer()
    const { line, doors } = onLine(server)
    let sleptMs = 0
    const { session } = await openWindow(server, { doors, calendar: () => Date.now() + sleptMs })
    line.isCut = true
    sleptMs = 10 * MINUTE
    await pass(40_000)
    expect(session.get().remaining).toBeLessThan(35 * MINUTE)
    sleptMs += 40 * MINUTE
    await pass(60_000)
    expect([session.get().phase, server.handIns]).toEqual(['handingIn', []])
    // It was its clock that somebody had set: the paper goes on.
    line.isCut = false
    session.wake()
    await pass(40_000)
    expect([session.get().phase, server.handIns]).toEqual(['answering', []])
    expect(session.get().remaining).toBeGreaterThan(40 * MINUTE)
  })

  it.each([['the session was over meanwhile', 'expired', 'over'], ['the platform says nothing', 'down', 'alive']] as const)('counts it also where %s, and asks no more often than awake', async (_where, fault, login) => {
    const server = newServer()
    let sleptMs = 0
    const { session } = await openWindow(server, { calendar: () => Date.now() + sleptMs })
    server.fault = fault
    sleptMs = 10 * MINUTE
    await pass(5_000)
    expect([session.get().login, session.get().phase]).toEqual([login, 'answering'])
    expect(session.get().remaining).toBeLessThan(35 * MINUTE)
    const asked = server.calls.look
    await pass(2 * MINUTE)
    expect(server.calls.look - asked).toBeLessThanOrEqual(4)
    // By then its time is over, as far as the device knows; who is answered again hears it from the server.
    sleptMs += 9 * 60 * MINUTE
    await pass(MINUTE)
    expect([session.get().phase, session.get().remaining, server.handIns]).toEqual(['handingIn', 0, []])
    const askedSince = server.calls.look
    await pass(2 * MINUTE)
    expect(server.calls.look - askedSince).toBeLessThanOrEqual(login === 'over' ? 4 : 60)
    server.fault = 'none'
    session.loggedIn()
    await pass(5_000)
    expect([session.get().phase, session.get().login, server.handIns]).toEqual(['answering', 'alive', []])
    expect(session.get().remaining).toBeGreaterThan(38 * MINUTE)
  })

  it('asks no more often than awake where somebody put its clock back', async () => {
    const server = newServer()
    let aheadMs = 0
    const { session } = await openWindow(server, { calendar: () => Date.now() + aheadMs })
    server.fault = 'expired'
    aheadMs = -10 * MINUTE
    await pass(5_000)
    const asked = server.calls.look
    await pass(2 * MINUTE)
    expect(server.calls.look - asked).toBeLessThanOrEqual(4)
    expect(session.get().phase).toBe('answering')
    expect(session.get().remaining).toBeGreaterThan(40 * MINUTE)
  })
})
