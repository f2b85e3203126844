import { simulationReturn } from '@/lib/domain/attempts-input'
import { learnerDoor } from '@/lib/request/door'
import { handInSimulation } from '@/lib/training/attempts'

/** The newest result of a simulation is handed in, if there is one that is newer than the last record. */
export const POST = learnerDoor(simulationReturn, handInSimulation)
