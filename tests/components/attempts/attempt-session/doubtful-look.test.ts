import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, onLine, openWindow, pass, sync } from './exam-window'

eachFromStart()

/** A phone whose hand-in waits for the network while a laptop goes on with the paper; then its first looks fail. */
async function phoneWithDoubt(failsFor: number, error: () => BffError) {
  const server = newServer()
  const { line, doors } = onLine(server)
  let fails = 0
  const look: AttemptDoors['look'] = (key) => (!line.isCut && fails < failsFor ? ((fails += 1), Promise.reject(error())) : doors.look(key))
  const phone = await openWindow(server, { doors: { ...doors, look } })
  choose(phone.session, 1, 1)
  await pass(1_000)
  line.isCut = true
  void phone.session.handIn('learner')
  await pass(5_000)
  const laptop = await openWindow(server)
  choose(laptop.session, 1, 2)
  await pass(1_000)
  line.isCut = false
  return { server, phone }
}

describe('a hand-in that had to wait, and asks whether somebody else has gone on with the paper', () => {
  it.each([
    ['the platform fails on that twice', 2, () => new BffError('timeout')], ['the session is over', 5, () => new BffError('expired')], ['too much is asked', 2, () => new BffError('busy')],
    ['a proxy answers for our server, however often', 5, () => new BffError('failed', undefined, {}, false)],
  ])('asks again where %s, and ends nobody’s paper', async (_, failsFor, error) => {
    const { server, phone } = await phoneWithDoubt(failsFor, error)
    for (let second = 0; second < 60; second += 1) {
      if (second % 5 === 0) phone.session.wake()
      await pass(1_000)
    }
    expect([server.handIns, phone.session.get().phase, sync(phone.session).get().writing]).toEqual([[], 'answering', 'elsewhere'])
  })

  it.each(['missing', 'rejected', 'invalid'] as const)('goes at once where the platform says that it cannot tell (%s)', async (code) => {
    const { server, phone } = await phoneWithDoubt(Number.POSITIVE_INFINITY, () => new BffError(code))
    phone.session.wake()
    await pass(1_000)
    expect(server.handIns).toEqual(['learner'])
  })
})
