import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import { choose, DurableStore, eachFromStart, newServer, openWindow, pass, sync, type Tabs } from './exam-window'
import { plainDoors } from './plain-doors'

eachFromStart()

/** Doors of which an answer with this option takes so long to get there, once. */
function slowFor(doors: AttemptDoors, optionId: string, ms: number): AttemptDoors {
  let wait = ms
  return { ...doors, save: async (key, saves, leaving) => {
    if (wait > 0 && saves.some(({ optionIds }) => optionIds.includes(optionId))) {
      const now = wait
      wait = 0
      await new Promise((resolve) => setTimeout(resolve, now))
    }
    return doors.save(key, saves, leaving)
  } }
}

describe('a platform that keeps what arrives last', () => {
  it.each([400, 4_000])('has in the end what the learner sees, where another answer was still on its way when the page was loaded anew (%i ms)', async (ms) => {
    const server = newServer()
    const doors = slowFor(plainDoors(server), '12', ms)
    const page = await openWindow(server, { doors })
    choose(page.session, 1, 1)
    await pass(1_000)
    choose(page.session, 1, 2)
    await pass(350)
    choose(page.session, 1, 1)
    page.session.leave()
    page.stop()
    const again = await openWindow(server, { doors, store: page.store, kept: page.kept, attemptId: 'a1' })
    await pass(20_000)
    expect([sync(again.session).get().journal.entries.q1!.optionIds, sync(again.session).pending, server.stored('q1')]).toEqual([['11'], 0, '11'])
  })

  it('waits for no other answer in the last minute', async () => {
    const server = newServer(2)
    const doors = plainDoors(server)
    const page = await openWindow(server, { doors })
    await pass(90_000)
    server.fault = 'down'
    for (const option of [1, 2]) {
      choose(page.session, 1, option)
      await pass(1_000)
    }
    page.stop()
    server.fault = 'none'
    await openWindow(server, { doors, store: page.store, kept: page.kept })
    await pass(1_000)
    expect(server.stored('q1')).toBe('12')
  })

  it.each([0, 20_000, 40_000])('that hangs on openings for a minute holds back no answer of the last minute, nor the hand-in (loaded after %i ms)', async (ms) => {
    const server = newServer(5)
    const doors = plainDoors(server)
    const first = await openWindow(server, { doors })
    await pass(ms)
    first.stop()
    const open: AttemptDoors['open'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60_000))
      throw new BffError('timeout', undefined, {}, false)
    }
    const { session } = await openWindow(server, { doors: { ...doors, open }, store: first.store, kept: first.kept })
    await pass(server.deadline - Date.now() - 62_000)
    choose(session, 1, 1)
    await pass(4_000)
    expect([session.get().phase, server.stored('q1')]).toEqual(['answering', '11'])
    for (const option of [2, 3]) {
      await pass(20_000)
      choose(session, 1, option)
      await pass(1_000)
      expect(server.stored('q1')).toBe(`1${option}`)
    }
    choose(session, 2, 1)
    session.leave()
    await pass(10)
    expect(server.stored('q2')).toBe('21')
    await pass(server.deadline - Date.now() + 6_000)
    expect([server.handIns, session.get().phase]).toEqual([['time'], 'handedIn'])
  })

  it('has what the learner sees also where it says what it has while the last minute begins', async () => {
    const server = newServer(5)
    const doors = plainDoors(server)
    const first = await openWindow(server, { doors })
    choose(first.session, 1, 1)
    await pass(1_000)
    first.stop()
    let takesMs = Number.POSITIVE_INFINITY
    const open: AttemptDoors['open'] = async (start) => {
      if (takesMs === Number.POSITIVE_INFINITY) throw new BffError('timeout', undefined, {}, false)
      const outcome = await doors.open(start)
      await new Promise((resolve) => setTimeout(resolve, takesMs))
      return outcome
    }
    const { session } = await openWindow(server, { doors: { ...doors, open }, store: first.store, kept: first.kept })
    await pass(server.deadline - Date.now() - 66_000)
    takesMs = 20_000
    await pass(10_000)
    choose(session, 1, 2)
    await pass(20_000)
    expect([server.epoch, server.stored('q1'), sync(session).get().journal.entries.q1!.optionIds, session.get().phase]).toEqual([2, '12', ['12'], 'answering'])
    await pass(40_000)
    expect([server.handIns, session.get().phase]).toEqual([['time'], 'handedIn'])
  })

  it('gets no answer of a page that was loaded without it while it says what it has', async () => {
    const server = newServer()
    const doors = plainDoors(server)
    const line = { isCut: false }
    const first = await openWindow(server, { doors })
    choose(first.session, 1, 1)
    await pass(1_000)
    first.stop()
    line.isCut = true
    const open: AttemptDoors['open'] = async (start) => {
      if (line.isCut) throw new BffError('failed', undefined, {}, false)
      const outcome = await doors.open(start)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return outcome
    }
    const { session } = await openWindow(server, { doors: { ...doors, open }, store: first.store, kept: first.kept })
    line.isCut = false
    session.wake()
    await pass(500)
    choose(session, 1, 2)
    await pass(10_000)
    expect([sync(session).get().journal.entries.q1!.optionIds, sync(session).pending, server.stored('q1')]).toEqual([['12'], 0, '12'])
  })

  it('gets no answer of a tab after another one has begun to write', async () => {
    class SlowStore extends DurableStore {
      override async keepJournal(...given: Parameters<DurableStore['keepJournal']>) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        return super.keepJournal(...given)
      }
    }
    const server = newServer()
    const browser = { doors: plainDoors(server), store: new SlowStore(), tabs: new Set() as Tabs }
    const first = await openWindow(server, browser)
    await pass(1_000)
    choose(first.session, 1, 1)
    await pass(400)
    const second = await openWindow(server, browser)
    await pass(1)
    choose(second.session, 1, 2)
    await pass(10_000)
    expect([sync(first.session).get().writing, server.stored('q1'), server.calls.save]).toEqual(['elsewhere', '12', 1])
  })
})
