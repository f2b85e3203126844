import { gradeInput } from '@/lib/domain/mistakes-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite } from '@/lib/request/limits'
import { gradeMistake } from '@/lib/training/mistakes'

/** Schedules a question of the book by the learner's own grade. */
export const POST = learnerDoor(gradeInput, asWrite(gradeMistake))
