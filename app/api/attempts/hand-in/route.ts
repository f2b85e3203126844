import { attemptHandIn } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { ofOwner } from '@/lib/request/own-attempt'
import { handIn } from '@/lib/training/attempts'

/** Hands the paper in, once. */
export const POST = learnerDoor(attemptHandIn, ofOwner(handIn))
