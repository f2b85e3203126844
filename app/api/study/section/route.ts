import { playerSection } from '@/lib/domain/study-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { openSection } from '@/lib/training/player'

/** A section as the player opens it. */
export const GET = learnerDoor(playerSection, async (learner, section) => (await openSection(learner, section)) ?? problem('missing'))
