import { visitStart } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { spend } from '@/lib/request/limits'
import { openVisit } from '@/lib/training/study'

/** A section was opened. */
export const POST = learnerDoor(visitStart, async (learner, visit) => {
  await spend('startsOfLearner', learner.tenantId, learner.id)
  return openVisit(learner, visit)
})
