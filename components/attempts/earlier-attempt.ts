import type { AttemptDoors } from '@/components/attempts/attempt-state'
import type { AttemptStore, KeptAttempt } from '@/components/attempts/attempt-store'
import { leftIn, type LeftAnswers } from '@/lib/domain/answer-file'
import { SAVES_PER_CALL } from '@/lib/domain/attempts'
import { answered, pendingCount, pendingSaves } from '@/lib/domain/attempts-journal'

type Given = { learnerId: string; store: Pick<AttemptStore, 'forget'>; doors: Pick<AttemptDoors, 'save'> }

/**
 * Answers of an earlier attempt that never got through: within the late window the server still takes them, and the attempt is forgotten
 * here. What it did not take stays kept and is returned; null when nothing is left.
 */
export async function sendEarlier({ attempt, journal: kept }: KeptAttempt, { learnerId, store, doors }: Given): Promise<LeftAnswers | null> {
  const key = { learnerId, place: attempt.place, ref: attempt.ref, epoch: attempt.standing.epoch }
  let journal = kept
  for (let before = Number.POSITIVE_INFINITY; pendingCount(journal) > 0 && pendingCount(journal) < before;) {
    before = pendingCount(journal)
    const saves = pendingSaves(journal, SAVES_PER_CALL)
    const outcome = await doors.save(key, saves, false).catch(() => null)
    // A refusal so late is that of the attempt: it must not cost the learner the only copy.
    journal = answered(journal, saves, (outcome?.outcomes ?? []).filter((one) => one.outcome !== 'refused' && one.outcome !== 'unclear'))
  }
  const left = leftIn(attempt, journal)
  if (left === null) await store.forget(learnerId, attempt)
  return left
}
