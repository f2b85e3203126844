import { drawIdInput, drawInput } from '@/lib/domain/practice-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { makeDraw } from '@/lib/request/practice'
import { getDraw } from '@/lib/training/practice'

/** A draw as it was left. */
export const GET = learnerDoor(drawIdInput, async (learner, draw) => (await getDraw(learner, draw)) ?? problem('missing'))
/** A new draw. */
export const POST = learnerDoor(drawInput, makeDraw)
