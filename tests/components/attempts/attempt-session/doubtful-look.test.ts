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

  /** Calls of a phone without a network end at once, or only after a minute, as in a lift. */
  it.each([['end at once', 0], ['hang', 60_000]])('ends nobody’s paper when the network is back, at whatever moment, after it was away for long and calls %s', async (_, hangsFor) => {
    const ended: number[] = []
    for (let seconds = 600; seconds < 670; seconds += 5) {
      const server = newServer(600)
      const { line, doors } = onLine(server)
      const silent = () => new BffError('timeout', undefined, {}, false, true)
      const without = <Given extends unknown[], Reply>(call: (...given: Given) => Promise<Reply>) => async (...given: Given) => {
        if (!line.isCut) return call(...given)
        await new Promise((resolve) => setTimeout(resolve, hangsFor))
        throw silent()
      }
      const phone = await openWindow(server, { doors: { ...doors, look: without(doors.look), save: without(doors.save), handIn: without(doors.handIn) } })
      line.isCut = true
      void phone.session.handIn('learner')
      await pass(seconds * 1000)
      const laptop = await openWindow(server)
      choose(laptop.session, 1, 2)
      await pass(1_000)
      line.isCut = false
      phone.session.wake()
      await pass(90_000)
      if (server.handIns.length > 0) ended.push(seconds)
      phone.stop()
      laptop.stop()
    }
    expect(ended).toEqual([])
  })

  it.each(['missing', 'rejected', 'invalid'] as const)('goes at once where the platform says that it cannot tell (%s)', async (code) => {
    const { server, phone } = await phoneWithDoubt(Number.POSITIVE_INFINITY, () => new BffError(code))
    phone.session.wake()
    await pass(1_000)
    expect(server.handIns).toEqual(['learner'])
  })
})
