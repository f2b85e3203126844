import { judgeInput } from '@/lib/domain/practice-input'
import { learnerDoor, problem } from '@/lib/request/door'
import { judgeSealed } from '@/lib/request/practice'
import { saveDraw } from '@/lib/training/practice'

/** Judges answers, and keeps them where the platform keeps draws. */
export const POST = learnerDoor(judgeInput, async (learner, given) => ('drawId' in given ? saveDraw(learner, given) : (judgeSealed(learner, given) ?? problem('invalid'))))
