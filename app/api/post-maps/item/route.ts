import { postMapInput } from '@/lib/domain/post-maps-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { getPostMap } from '@/lib/training/post-maps'

/** One post map with its skills. */
export const GET = learnerDoor(postMapInput, async (learner, map) => (await getPostMap(learner, map)) ?? problem('missing'))
