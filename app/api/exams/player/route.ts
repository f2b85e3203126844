import { playerExamInput } from '@/lib/domain/exams-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { playerExamWithAddress } from '@/lib/request/exams'

/** An exam of the player, with the address of its simulation. */
export const GET = learnerDoor(playerExamInput, async (learner, place) => (await playerExamWithAddress(learner, place)) ?? problem('missing'))
