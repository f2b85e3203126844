import { attemptLook } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { ofOwner } from '@/lib/request/own-attempt'
import { lookAtAttempt } from '@/lib/training/attempts'

/** How an attempt stands, with the server's clock. */
export const POST = learnerDoor(attemptLook, ofOwner(lookAtAttempt))
