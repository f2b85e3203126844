import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { leftAnswers } from '@/lib/domain/answer-file'
import { newWatch, wentOn } from '@/lib/domain/attempts-switches'
import { BffError } from '@/lib/queries/bff'
import type { Standing } from '@/lib/domain/attempts'
import { place, type ExamServer } from '../exam-server'
import { choose, eachFromStart, newServer, openWindow, pass, sync } from './exam-window'
import { plainDoors } from './plain-doors'

eachFromStart()

/** The doors of a platform that never tells when the time is over. */
function timeless(server: ExamServer): AttemptDoors {
  const doors = server.doors()
  const without = (standing: Standing): Standing => ({ ...standing, clock: { ...standing.clock, deadline: null, lateUntil: null } })
  return {
    ...doors,
    open: async (start) => {
      const outcome = await doors.open(start)
      return outcome.started ? { ...outcome, attempt: { ...outcome.attempt, standing: without(outcome.attempt.standing) } } : outcome
    },
    save: async (...given) => {
      const outcome = await doors.save(...given)
      return { ...outcome, standing: outcome.standing && without(outcome.standing) }
    },
    look: async (key) => without(await doors.look(key)),
  }
}

describe('an exam whose end nobody tells', () => {
  it('shows no clock, is answered for hours, and is handed in by nobody but its learner', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: timeless(server) })
    await pass(3 * 3_600_000)
    expect(session.get()).toMatchObject({ phase: 'answering', remaining: null, deadline: null, notice: null, warning: null })
    choose(session, 1, 1)
    await pass(1_000)
    expect([server.stored('q1'), server.handIns]).toEqual(['11', []])
    void session.handIn('learner')
    await pass(2_000)
    expect([session.get().phase, server.handIns]).toEqual(['handedIn', ['learner']])
  })

  it('still asks the server how it stands, which may have ended it', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: timeless(server) })
    server.take('time')
    await pass(60_000)
    expect(session.get().phase).toBe('handedIn')
  })

  it('is handed in with all its answers, however long the network is gone', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: timeless(server) })
    server.fault = 'down'
    choose(session, 1, 1)
    void session.handIn('learner')
    await pass(60_000)
    expect(session.get()).toMatchObject({ phase: 'handingIn', waitsForNetwork: true, left: null })
    server.fault = 'none'
    await pass(30_000)
    expect([session.get().phase, server.stored('q1')]).toEqual(['handedIn', '11'])
  })
})

/** The doors of a platform that knows the contract only, and refuses in words. */
function plain(server: ExamServer): AttemptDoors {
  const doors = plainDoors(server)
  const over = (saves: readonly { opId: string }[]) => ({ verdict: 'taken' as const, outcomes: saves.map(({ opId }) => ({ opId, outcome: 'unclear' as const, words: '考试已结束' })), standing: null, savedAt: server.now() })
  return { ...doors, save: async (key, saves, leaving) => (server.now() > server.deadline ? over(saves) : doors.save(key, saves, leaving)) }
}

/** The same doors, of which the first save is so long on its way. */
function slowAtFirst(doors: AttemptDoors, ms: number): AttemptDoors {
  let waits = ms
  return { ...doors, save: async (key, saves, leaving) => {
    const wait = waits
    waits = 0
    await new Promise((resolve) => setTimeout(resolve, wait))
    return doors.save(key, saves, leaving)
  } }
}

describe('a platform that refuses in words only', () => {
  it('after the time costs no answer: what it refuses then is left to its learner', async () => {
    const server = newServer(1)
    const { session } = await openWindow(server, { doors: plain(server) })
    choose(session, 2, 1)
    await pass(59_000)
    server.fault = 'down'
    choose(session, 1, 3)
    await pass(3_000)
    server.fault = 'none'
    await pass(20_000)
    expect(session.get().phase).toBe('handedIn')
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'D' }])
  })

  it('the day after keeps what never arrived', async () => {
    const server = newServer(1)
    const first = await openWindow(server, { doors: plain(server) })
    await pass(30_000)
    server.fault = 'down'
    choose(first.session, 1, 3)
    await pass(1_000)
    first.stop()
    await pass(86_400_000)
    server.take('time')
    server.fault = 'none'
    const { session, store } = await openWindow(server, { doors: plain(server), store: first.store })
    expect(leftAnswers(session.get().left!)).toMatchObject([{ number: 1, letters: 'D' }])
    expect(await store.read('1', place)).not.toBeNull()
  })

  it('gets what is chosen while another is on its way not beside it, when the page goes', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: slowAtFirst(plain(server), 5_000) })
    choose(session, 1, 0)
    await pass(1_000)
    choose(session, 1, 2)
    session.leave()
    await pass(10_000)
    expect(server.stored('q1')).toBe('12')
  })

  it('goes on saving after an answer to what went out with the page was no answer', async () => {
    const server = newServer()
    const doors = plain(server)
    const garbled: AttemptDoors = { ...doors, save: async (key, saves, leaving) => (leaving ? (null as never) : doors.save(key, saves, leaving)) }
    const { session } = await openWindow(server, { doors: garbled })
    choose(session, 1, 0)
    session.leave()
    await pass(5_000)
    choose(session, 1, 2)
    await pass(10_000)
    expect(server.stored('q1')).toBe('12')
  })

  it('gets what is chosen between two departures of the page after what went out with the first', async () => {
    const server = newServer()
    const { session } = await openWindow(server, { doors: slowAtFirst(plain(server), 12_000) })
    choose(session, 1, 0)
    session.leave()
    await pass(200)
    choose(session, 1, 2)
    session.leave()
    await pass(20_000)
    expect([server.stored('q1'), sync(session).pending]).toEqual(['12', 0])
  })

  const away = { cause: 'hidden' as const, counts: true, seconds: 30, lastedSeconds: 30 }
  /** A platform that counts an absence as often as it is told, behind a network that loses the first answers. */
  async function leaveOn(lost: 'answers' | 'calls') {
    const server = newServer()
    server.switches = { rule: 'count', countAllowed: 3, countUsed: 1, secondsAllowed: 0, secondsUsed: 0, exhausted: null }
    const doors = plain(server)
    let number = 0
    const absence: AttemptDoors['absence'] = async (key, _eventId, judged) => {
      number += 1
      const isLost = number <= 2
      if (isLost && lost === 'calls') throw new BffError('timeout')
      const outcome = await doors.absence(key, `told-${number}`, judged)
      if (isLost) throw new BffError('timeout')
      return { ...outcome, standing: null }
    }
    const { session } = await openWindow(server, { doors: { ...doors, absence } })
    await session.wasAway(away)
    await pass(60_000)
    return { session, server }
  }

  it('counts an absence once whose answers were lost', async () => {
    const { session, server } = await leaveOn('answers')
    expect([server.switches!.countUsed, session.get().phase, session.get().switches!.countUsed]).toEqual([2, 'answering', 2])
  })

  it('is told an absence until it has heard it', async () => {
    const { server } = await leaveOn('calls')
    expect(server.switches!.countUsed).toBe(2)
  })

  it('gets a later choice only after what went out with the page that came back', async () => {
    const server = newServer()
    const doors = plain(server)
    const slow: AttemptDoors = { ...doors, save: async (key, saves, leaving) => {
      if (leaving) await new Promise((resolve) => setTimeout(resolve, 3_000))
      return doors.save(key, saves, leaving)
    } }
    const { session } = await openWindow(server, { doors: slow })
    choose(session, 1, 0)
    session.leave()
    await pass(200)
    choose(session, 1, 2)
    await pass(2_000)
    expect(server.stored('q1')).toBe('')
    await pass(4_000)
    expect(server.stored('q1')).toBe('12')
    expect(sync(session).pending).toBe(0)
  })

  it('counts no way to another page of ours and back: by its word nobody can tell who wrote meanwhile', async () => {
    const server = newServer()
    server.switches = { rule: 'count', countAllowed: 5, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }
    const first = await openWindow(server, { doors: plain(server) })
    first.session.close(wentOn(newWatch(false), performance.now()))
    first.stop()
    await pass(60_000)
    await openWindow(server, { doors: plain(server), store: first.store, kept: first.kept })
    await pass(3_000)
    expect(server.calls.absence).toBe(0)
  })
})

it('a paper is not handed in early because another web of the same platform goes by a clock that is fast', async () => {
  const server = newServer(10)
  let webAhead = 0
  const { session } = await openWindow(server, { doors: plainDoors(server, () => webAhead) })
  await pass(5 * 60_000)
  webAhead = 4 * 60_000
  await pass(4 * 60_000)
  expect([session.get().phase, Math.round(session.get().remaining! / 60_000), server.handIns]).toEqual(['answering', 1, []])
  await pass(65_000)
  expect([session.get().phase, server.handIns]).toEqual(['handedIn', ['time']])
})
