import { simulationReturnInput } from '@/lib/domain/exams-input'
import { learnerDoor } from '@/lib/request/door'
import { returnFromSimulation } from '@/lib/request/simulation-returns'

/** Back from a simulation: its newest result is handed in, however often the return is noticed. */
export const POST = learnerDoor(simulationReturnInput, returnFromSimulation)
