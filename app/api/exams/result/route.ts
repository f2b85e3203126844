import { attemptInput } from '@/lib/domain/exams-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { getResult } from '@/lib/training/exam-results'

/** How one attempt went. */
export const GET = learnerDoor(attemptInput, async (learner, attempt) => (await getResult(learner, attempt)) ?? problem('missing'))
