import { attemptTakeOver } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite } from '@/lib/request/limits'
import { ofOwner } from '@/lib/request/own-attempt'
import { takeOverAttempt } from '@/lib/training/attempts'

/** This window writes from now on. */
export const POST = learnerDoor(attemptTakeOver, ofOwner(asWrite(takeOverAttempt)))
