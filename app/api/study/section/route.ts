import { playerSection } from '@/lib/domain/study-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { spend } from '@/lib/request/limits'
import { openSection } from '@/lib/training/player'

/** A section as the player opens it; no GET, since the platform gives a simulation another ticket each time. */
export const POST = learnerDoor(playerSection, async (learner, section) => {
  await spend('launchesOfLearner', learner.tenantId, learner.id)
  return (await openSection(learner, section)) ?? problem('missing')
})
