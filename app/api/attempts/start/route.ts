import { attemptStart } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite, counted, spend } from '@/lib/request/limits'
import { ofOwner } from '@/lib/request/own-attempt'
import { startAttempt } from '@/lib/training/attempts'

/** Opens a paper: a GET of the platform that begins an attempt, and therefore a POST here. */
export const POST = learnerDoor(attemptStart, ofOwner(async (learner, paper) => {
  // A paper that is under way is opened as often as it must be, for its clock runs; what fails does not count.
  if (paper.attemptId !== null) return asWrite(startAttempt)(learner, paper)
  // Sent by itself until it is answered.
  if (paper.isAgain) return counted('papersOfLearner', learner, () => startAttempt(learner, paper))
  await spend('papersOfLearner', learner.tenantId, learner.id)
  return startAttempt(learner, paper)
}))
