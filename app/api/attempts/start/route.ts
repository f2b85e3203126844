import { attemptStart } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite, counted, spend } from '@/lib/request/limits'
import { ofOwner } from '@/lib/request/own-attempt'
import { startAttempt } from '@/lib/training/attempts'
import { startAgain } from '@/lib/training/attempts-again'

/** Opens a paper: a GET of the platform that begins an attempt, and therefore a POST here. */
export const POST = learnerDoor(attemptStart, ofOwner(async (learner, { sinceMs, ...paper }) => {
  const open: typeof startAttempt = (who, what) => (sinceMs === null ? startAttempt(who, what) : startAgain(who, { ...what, sinceMs }))
  // A paper that is under way is opened as often as it must be, for its clock runs; what fails does not count.
  if (paper.attemptId !== null) return asWrite(open)(learner, paper)
  // Nor does it where a page asks by itself until it is answered.
  if (sinceMs !== null) return counted('papersOfLearner', learner, () => open(learner, paper))
  await spend('papersOfLearner', learner.tenantId, learner.id)
  return open(learner, paper)
}))
