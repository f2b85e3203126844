import { subjectInput } from '@/lib/domain/practice-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { getSubject } from '@/lib/training/practice'

/** A subject with its groups of labels. */
export const GET = learnerDoor(subjectInput, async (learner, subject) => (await getSubject(learner, subject)) ?? problem('missing'))
