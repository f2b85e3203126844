import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, openWindow, pass } from './exam-window'
import { plainDoors } from './plain-doors'

eachFromStart()

const BUSY = '系统繁忙，请稍后再试'

describe('a paper that is answered in a page loaded without the platform, which then refuses to open it in nothing but words', () => {
  async function refusedAlone() {
    const server = newServer()
    const doors = plainDoors(server)
    const first = await openWindow(server, { doors })
    await pass(1_000)
    first.stop()
    const line = { isCut: true, isBusy: true }
    const open: AttemptDoors['open'] = (start) => {
      if (line.isCut) return Promise.reject(new BffError('timeout'))
      return line.isBusy ? Promise.resolve({ started: false, why: 'refused', words: BUSY, ref: null }) : doors.open(start)
    }
    const { session } = await openWindow(server, { doors: { ...doors, open }, store: first.store, kept: first.kept })
    line.isCut = false
    choose(session, 2, 1)
    await pass(30_000)
    return { server, session, line }
  }

  it('goes on, and is opened once it is taken', async () => {
    const { server, session, line } = await refusedAlone()
    expect([session.get().phase, server.stored('q2')]).toEqual(['answering', '21'])
    line.isBusy = false
    await pass(5_000)
    expect([session.get().phase, server.epoch]).toEqual(['answering', 2])
    choose(session, 2, 0)
    await pass(2_000)
    expect(server.stored('q2')).toBe('20')
  })

  it('leads out where that stays so for a minute', async () => {
    const { session } = await refusedAlone()
    await pass(60_000)
    expect(session.get()).toMatchObject({ phase: 'refused', refusal: { why: 'refused', words: BUSY } })
  })
})

describe('a paper whose time is over, and which a platform that knows the contract only turns down in words', () => {
  it('is handed in where it takes it a little later', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server, { doors: plainDoors(server) })
    server.turnsDown = new BffError('rejected', BUSY)
    await pass(70_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: false })
    server.turnsDown = null
    await pass(10_000)
    expect([session.get().phase, server.log]).toEqual(['handedIn', ['handed in by time']])
  })

  it('leads out where it says so three times', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server, { doors: plainDoors(server) })
    server.turnsDown = new BffError('rejected', '考试已被取消')
    await pass(95_000)
    expect([server.handIns, session.get().phase, session.get().refusal?.words]).toEqual([['time', 'time', 'time'], 'refused', '考试已被取消'])
  })
})
