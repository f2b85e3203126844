import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import { choose, eachFromStart, newServer, openWindow, pass } from './exam-window'
import { plainDoors } from './plain-doors'

eachFromStart()

const after = (doors: AttemptDoors, call: 'open' | 'handIn', ms: () => number): AttemptDoors => ({ ...doors, [call]: async (...given: never[]) => {
  await new Promise((resolve) => setTimeout(resolve, ms()))
  return (doors[call] as (...given: never[]) => Promise<unknown>)(...given)
} })

/** A paper on a platform that begins another attempt whenever none runs, whichever is asked for; its page was closed. */
async function closedPaper() {
  const server = newServer()
  server.begins = 'always'
  const doors = plainDoors(server)
  const first = await openWindow(server, { doors: after(doors, 'handIn', () => 3_000) })
  choose(first.session, 1, 1)
  await pass(1_000)
  return { server, doors, first }
}

describe('a hand-in on a platform that cannot be told which attempt is opened', () => {
  it('confirmed in a page that was loaded without it begins no other attempt', async () => {
    const { server, doors, first } = await closedPaper()
    first.stop()
    const line = { isCut: true, openMs: 0 }
    const through = after(doors, 'open', () => line.openMs)
    const cut = Object.fromEntries(Object.entries(through).map(([name, call]) => [name, (...given: unknown[]) => (line.isCut ? Promise.reject(new BffError('timeout')) : (call as (...given: unknown[]) => unknown)(...given))])) as AttemptDoors
    const { session } = await openWindow(server, { doors: cut, store: first.store, kept: first.kept })
    await pass(1_000)
    void session.handIn('learner')
    await pass(8_000)
    Object.assign(line, { isCut: false, openMs: 2_000 })
    session.wake()
    await pass(30_000)
    expect([server.attempt, server.log, session.get().phase]).toEqual([1, ['handed in by learner'], 'handedIn'])
  })

  it('waits for an opening that is on its way', async () => {
    const { server, doors, first } = await closedPaper()
    first.stop()
    server.fault = 'down'
    const { session } = await openWindow(server, { doors: after(doors, 'open', () => 2_000), store: first.store, kept: first.kept })
    await pass(3_000)
    server.fault = 'none'
    // The next opening has just gone out.
    await pass(2_500)
    void session.handIn('learner')
    await pass(30_000)
    expect([server.attempt, server.log, session.get().phase]).toEqual([1, ['handed in by learner'], 'handedIn'])
  })

  it.each(['a1', null])('that was under way when its page was loaded anew goes before anything is opened (asked for: %s)', async (attemptId) => {
    const { server, doors, first } = await closedPaper()
    void first.session.handIn('learner')
    await pass(1_000)
    first.stop()
    const { session } = await openWindow(server, { doors: after(doors, 'open', () => 3_000), store: first.store, kept: first.kept, attemptId })
    await pass(30_000)
    expect([server.attempt, server.log, server.calls.open, session.get().phase]).toEqual([1, ['handed in by learner'], 1, 'handedIn'])
  })

  it('does not say that the server cannot be reached while it answers, also where answers are held back', async () => {
    const { server, doors, first } = await closedPaper()
    server.fault = 'down'
    for (const option of [2, 3]) {
      choose(first.session, 1, option)
      await pass(1_000)
    }
    void first.session.handIn('learner')
    await pass(1_000)
    first.stop()
    server.fault = 'none'
    const { session } = await openWindow(server, { doors: after(doors, 'handIn', () => 3_000), store: first.store, kept: first.kept })
    const said = new Set<boolean>([session.get().waitsForNetwork])
    session.watch(() => said.add(session.get().waitsForNetwork))
    await pass(30_000)
    expect([[...said], server.log, server.stored('q1')]).toEqual([[false], ['handed in by learner'], '13'])
  })

  it('that is turned down after that opens the paper again', async () => {
    const { server, doors, first } = await closedPaper()
    void first.session.handIn('learner')
    await pass(1_000)
    server.turnsDown = new BffError('rejected', '未到最短答题时间')
    first.stop()
    const { session, refused } = await openWindow(server, { doors, store: first.store, kept: first.kept, attemptId: 'a1' })
    await pass(10_000)
    expect([server.attempt, server.calls.open, session.get().phase, refused]).toEqual([1, 2, 'answering', [['未到最短答题时间', 'paper']]])
    choose(session, 2, 1)
    await pass(1_000)
    expect(server.stored('q2')).toBe('21')
  })

  it('begins another attempt where one is asked for and the time of the kept one is over', async () => {
    const { server, doors, first } = await closedPaper()
    void first.session.handIn('learner')
    await pass(1_000)
    first.stop()
    await pass(86_400_000)
    const { session } = await openWindow(server, { doors, store: first.store, kept: first.kept })
    await pass(5_000)
    expect([server.attempt, session.get().phase]).toEqual([2, 'answering'])
  })
})
