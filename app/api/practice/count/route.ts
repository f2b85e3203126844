import { countInput } from '@/lib/domain/practice-input'
import { learnerDoor } from '@/lib/request/door'
import { countQuestions } from '@/lib/training/practice'

/** How many questions carry the chosen labels. */
export const GET = learnerDoor(countInput, countQuestions)
