import { bookMarkInput } from '@/lib/domain/mistakes-input'
import { learnerDoor } from '@/lib/request/door'
import { addMistake, removeMistake } from '@/lib/training/mistakes'

/** Puts a question into the wrong-question book, or takes it out. */
export const PUT = learnerDoor(bookMarkInput, (learner, { target, inBook }) => (inBook ? addMistake(learner, target) : removeMistake(learner, target)))
