import { simulationRef } from '@/lib/domain/simulation-input'
import { learnerDoor } from '@/lib/request/door'
import { takeSimulationResult } from '@/lib/request/simulations'

/** Looks for the result of a launched simulation and records it; null while there is none. */
export const POST = learnerDoor(simulationRef, (_learner, given, asking) => takeSimulationResult(asking, given))
