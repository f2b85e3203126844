import { pathInput } from '@/lib/domain/learning-paths-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { getLearningPath } from '@/lib/training/learning-paths'

/** One learning path with its nodes. */
export const GET = learnerDoor(pathInput, async (learner, path) => (await getLearningPath(learner, path)) ?? problem('missing'))
