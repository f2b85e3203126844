import { simulationReturnInput } from '@/lib/domain/exams-input'
import { learnerDoor } from '@/lib/request/door'
import { once } from '@/lib/request/once'
import { handInSimulation } from '@/lib/training/exam-simulations'

/** Long enough for the two events of one return, short enough for the next result. */
const SAME_RETURN_SECONDS = 2

/** Back from a simulation: its newest result is handed in, however often the return is noticed. */
export const POST = learnerDoor(simulationReturnInput, (learner, given) =>
  once(`simulation:${learner.tenantId}:${learner.id}:${given.place.examId}:${given.place.itemId ?? ''}:${given.place.sectionId ?? ''}`, SAME_RETURN_SECONDS, () => handInSimulation(learner, given)))
