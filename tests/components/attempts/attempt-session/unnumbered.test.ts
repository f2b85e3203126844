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
