import { playerExamInput } from '@/lib/domain/exams-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { clockOver, playerExamWithAddress } from '@/lib/request/exams'
import { spend } from '@/lib/request/limits'

/** An exam of the player, with the address of its simulation; no GET, since the platform gives that a ticket and hands in what is over. */
export const POST = learnerDoor(playerExamInput, async (learner, place, { session }) => {
  await spend('launchesOfLearner', learner.tenantId, learner.id)
  const exam = await playerExamWithAddress(learner, place)
  return exam ? { ...exam, ...clockOver(exam, session, Date.now()) } : problem('missing')
})
