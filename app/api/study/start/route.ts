import { visitStart } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { openVisit } from '@/lib/training/study'

/** A section was opened. */
export const POST = learnerDoor(visitStart, openVisit)
