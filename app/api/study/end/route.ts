import { visitEnd } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { counted } from '@/lib/request/limits'
import { once } from '@/lib/request/once'
import { endVisit } from '@/lib/training/study'

const REMEMBERED_SECONDS = 86_400

/** A section was left. A page that closes says so, and the next one says it again to be sure: the second gets the first one's answer. */
export const POST = learnerDoor(visitEnd, (learner, visit) =>
  once(`visit-end:${learner.tenantId}:${learner.id}:${visit.visitId}`, REMEMBERED_SECONDS, () => counted('visitsOfLearner', learner, () => endVisit(learner, visit))))
