import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, onLine, openWindow, pass, START, sync } from './exam-window'

eachFromStart()

/** A phone whose hand-in waits for the network while a laptop goes on with the paper; then its first looks fail. */
async function phoneWithDoubt(failsFor: number, error: (nth: number) => BffError, minutes?: number) {
  const server = newServer(minutes)
  const { line, doors } = onLine(server)
  let fails = 0
  const look: AttemptDoors['look'] = (key) => (!line.isCut && fails < failsFor ? ((fails += 1), Promise.reject(error(fails))) : doors.look(key))
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
    ['too much is asked between', 4, (nth: number) => new BffError(nth === 2 ? 'busy' : 'timeout')],
    ['a proxy answers for our server, however often', 5, () => new BffError('failed', undefined, {}, false)],
  ])('asks again where %s, and ends nobody’s paper', async (_, failsFor, error) => {
    const { server, phone } = await phoneWithDoubt(failsFor, error)
    for (let second = 0; second < 60; second += 1) {
      if (second % 5 === 0) phone.session.wake()
      await pass(1_000)
    }
    expect([server.handIns, phone.session.get().phase, sync(phone.session).get().writing]).toEqual([[], 'answering', 'elsewhere'])
  })

  it('asks again where the platform fails on that some more times in an instant, as when the network and the page come back together', async () => {
    const { server, phone } = await phoneWithDoubt(5, () => new BffError('timeout'))
    for (let wake = 0; wake < 10; wake += 1) {
      phone.session.wake()
      await pass(50)
    }
    await pass(60_000)
    expect([server.handIns, phone.session.get().phase, sync(phone.session).get().writing]).toEqual([[], 'answering', 'elsewhere'])
  })

  const proxy = () => new BffError('failed', undefined, {}, false)
  it('goes in the end where something else answers for our server when it is asked for that, and for that alone', async () => {
    const { server } = await phoneWithDoubt(Number.POSITIVE_INFINITY, proxy)
    await pass(40_000)
    expect(server.handIns).toEqual([])
    await pass(60_000)
    expect(server.handIns).toEqual(['learner'])
  })

  it('goes at once when nobody could be writing any more', async () => {
    const { server } = await phoneWithDoubt(Number.POSITIVE_INFINITY, () => (Date.now() - START < 100_000 ? new BffError('busy') : proxy()), 1)
    server.deadline += 3_600_000
    await pass(115_000 - (Date.now() - START))
    expect(server.handIns).toEqual([])
    await pass(15_000)
    expect(server.handIns).toEqual(['learner'])
  })

  it('ends nobody’s paper after an hour without the network, where the platform fails on that once when it is back', async () => {
    const server = newServer(600)
    const { line, doors } = onLine(server)
    let isWell = false
    const look: AttemptDoors['look'] = (key) => (line.isCut || isWell ? doors.look(key) : ((isWell = true), Promise.reject(proxy())))
    const phone = await openWindow(server, { doors: { ...doors, look } })
    isWell = false
    line.isCut = true
    void phone.session.handIn('learner')
    await pass(3_600_000)
    const laptop = await openWindow(server)
    choose(laptop.session, 1, 2)
    await pass(1_000)
    line.isCut = false
    await pass(20_000)
    expect([isWell, server.handIns, sync(phone.session).get().writing]).toEqual([true, [], 'elsewhere'])
  })

  it.each(['missing', 'rejected', 'invalid'] as const)('goes at once where the platform says that it cannot tell (%s)', async (code) => {
    const { server, phone } = await phoneWithDoubt(Number.POSITIVE_INFINITY, () => new BffError(code))
    phone.session.wake()
    await pass(1_000)
    expect(server.handIns).toEqual(['learner'])
  })
})
