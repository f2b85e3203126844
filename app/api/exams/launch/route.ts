import { examLaunchInput } from '@/lib/domain/exams-input'
import { learnerDoor } from '@/lib/request/door'
import { launchSimulationExam } from '@/lib/request/exams'
import { spend } from '@/lib/request/limits'

/** Opens a simulation exam and gives the address of its simulation; null when it cannot be opened now. */
export const POST = learnerDoor(examLaunchInput, async (learner, where) => {
  await spend('launchesOfLearner', learner.tenantId, learner.id)
  return launchSimulationExam(learner, where)
})
