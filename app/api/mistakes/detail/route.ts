import { mistakeInput } from '@/lib/domain/mistakes-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { getMistake } from '@/lib/training/mistakes'

/** One question of the book. */
export const GET = learnerDoor(mistakeInput, async (learner, which) => (await getMistake(learner, which)) ?? problem('missing'))
