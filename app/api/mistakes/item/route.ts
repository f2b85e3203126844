import { bookMarkInput } from '@/lib/domain/mistakes-input'
import { learnerDoor } from '@/lib/request/door'
import { asWrite } from '@/lib/request/limits'
import { addMistake, removeMistake } from '@/lib/training/mistakes'

/** Puts a question into the wrong-question book, or takes it out. */
export const PUT = learnerDoor(bookMarkInput, asWrite((learner, { target, inBook, operationId }) => (inBook ? addMistake(learner, target, operationId) : removeMistake(learner, target, operationId))))
