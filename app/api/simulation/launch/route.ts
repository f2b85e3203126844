import { launchInput } from '@/lib/domain/courseware-input'
import { learnerDoor } from '@/lib/request/door'
import { launchSimulation } from '@/lib/request/simulations'

/** Opens a simulation section and gives the address of its simulation. */
export const POST = learnerDoor(launchInput, (_learner, what, asking) => launchSimulation(asking, what))
