import { unlockInput } from '@/lib/domain/catalogue-input'
import { learnerDoor } from '@/lib/request/door'
import { unlockSection } from '@/lib/training/enrolment'

/** Unlocks a section, or says in the platform's words why not. */
export const POST = learnerDoor(unlockInput, unlockSection)
