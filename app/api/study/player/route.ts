import { playerOwner } from '@/lib/domain/study-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { getPlayer } from '@/lib/training/player'

/** What the player shows around the content, asked again after each report. */
export const GET = learnerDoor(playerOwner, async (learner, owner) => (await getPlayer(learner, owner)) ?? problem('missing'))
