import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import type { Standing } from '@/lib/domain/attempts'
import type { ExamServer } from '../exam-server'
import { choose, eachFromStart, newServer, openWindow, pass } from './exam-window'

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
