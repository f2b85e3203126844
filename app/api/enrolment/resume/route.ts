import { enrolmentTargetInput } from '@/lib/domain/enrolment-input'
import { learnerDoor } from '@/lib/request/door'
import { openWhereLeft } from '@/lib/training/enrolment'

/** Where the player opens a course or plan that was begun. */
export const GET = learnerDoor(enrolmentTargetInput, openWhereLeft)
