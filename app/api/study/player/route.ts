import { playerOwner } from '@/lib/domain/study-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { readPlayer } from '@/lib/request/player'

/** What the player shows around the content, asked again after each report; nothing of a course that this learner may not open. */
export const GET = learnerDoor(playerOwner, async (learner, owner) => {
  const [player, access] = await readPlayer(learner, owner)
  if (!player) return problem('missing')
  return access.allowed ? player : problem('rejected', access.reason)
})
