import { attemptAbsence } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite } from '@/lib/request/limits'
import { ofOwner } from '@/lib/request/own-attempt'
import { reportAbsence } from '@/lib/training/attempts'

/** The learner was away and is back. */
export const POST = learnerDoor(attemptAbsence, ofOwner(asWrite(reportAbsence)))
