import type { AttemptDoors } from '@/components/attempts/attempt-state'
import type { Standing } from '@/lib/domain/attempts'
import type { ExamServer } from '../exam-server'

/** The doors of a platform that knows neither epochs nor numbers of changes, nor the time by itself: it keeps what arrives last. `webAhead` is how far the clock of the web that is asked goes ahead of the first one's. */
export function plainDoors(server: ExamServer, webAhead = () => 0): AttemptDoors {
  const doors = server.doors()
  let seq = 0
  const without = (standing: Standing): Standing => ({ ...standing, status: 'running', epoch: null, seq: 0, handIn: null, clock: { ...standing.clock, lateUntil: null } })
  return {
    ...doors,
    open: async (start) => {
      const outcome = await doors.open(start)
      return outcome.started ? { ...outcome, attempt: { ...outcome.attempt, standing: without(outcome.attempt.standing) } } : outcome
    },
    save: async (key, saves, leaving) => {
      // Numbered when it has arrived.
      const outcome = await doors.save(key, saves.map((save) => ({ ...save, opId: `${save.opId}-${Math.random()}`, get seq() { return (seq += 1) } })), leaving)
      return { ...outcome, outcomes: outcome.outcomes.map((one, index) => ({ ...one, opId: saves[index]!.opId })), standing: null }
    },
    look: async (key) => ({ ...without(await doors.look(key)), clock: { serverNow: server.now() + webAhead(), deadline: null, lateUntil: null } }),
  }
}
