import { enrolmentTargetInput } from '@/lib/domain/enrolment-input'
import { learnerDoor } from '@/lib/request/door'
import { openFromStart } from '@/lib/training/enrolment'

/** Begins a course or plan and says where the player opens. */
export const POST = learnerDoor(enrolmentTargetInput, openFromStart)
