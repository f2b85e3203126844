import { attemptSaves } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { ofOwner } from '@/lib/request/own-attempt'
import { saveAnswers } from '@/lib/training/attempts'

/** Changes of answers on their way to the platform, oldest first. */
export const POST = learnerDoor(attemptSaves, ofOwner(saveAnswers))
