import type { AttemptDoors } from '@/components/attempts/attempt-state'
import type { AttemptStore, KeptAttempt } from '@/components/attempts/attempt-store'
import { leftIn, type LeftAnswers } from '@/lib/domain/answer-file'
import { SAVES_PER_CALL, type SaveOutcome } from '@/lib/domain/attempts'
import { answered, pendingSaves } from '@/lib/domain/attempts-journal'

const isTurnedDown = ({ outcome }: SaveOutcome) => outcome === 'refused' || outcome === 'unclear'

type Given = { learnerId: string; store: Pick<AttemptStore, 'forget'>; doors: Pick<AttemptDoors, 'save'> }

/**
 * Answers of an earlier attempt that never got through: within the late window the server still takes them, and the attempt is forgotten
 * here. What it did not take stays kept and is returned; null when nothing is left.
 */
export async function sendEarlier({ attempt, journal: kept }: KeptAttempt, { learnerId, store, doors }: Given): Promise<LeftAnswers | null> {
  const key = { learnerId, place: attempt.place, ref: attempt.ref, epoch: attempt.standing.epoch }
  let journal = kept
  const turnedDown = new Set<string>()
  const waiting = () => pendingSaves(journal).filter(({ opId }) => !turnedDown.has(opId))
  for (let before = Number.POSITIVE_INFINITY; waiting().length > 0 && waiting().length < before;) {
    before = waiting().length
    const saves = waiting().slice(0, SAVES_PER_CALL)
    const outcomes = (await doors.save(key, saves, false).catch(() => null))?.outcomes ?? []
    // A refusal so late is that of the attempt: it must not cost the learner the only copy, nor keep the others back.
    const [refusals, settled] = [outcomes.filter(isTurnedDown), outcomes.filter((one) => !isTurnedDown(one))]
    for (const { opId } of refusals) turnedDown.add(opId)
    journal = answered(journal, saves, settled)
  }
  const left = leftIn(attempt, journal)
  if (left === null) await store.forget(learnerId, attempt)
  return left
}
