import { visitStart } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { counted } from '@/lib/request/limits'
import { openVisit } from '@/lib/training/study'

/** A section was opened. */
export const POST = learnerDoor(visitStart, (learner, visit) => counted('startsOfLearner', learner, () => openVisit(learner, visit)))
