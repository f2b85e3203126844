import { positionSave } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { savePosition } from '@/lib/training/positions'

/** Where the learner is in a video or document. */
export const POST = learnerDoor(positionSave, savePosition)
