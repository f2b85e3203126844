import 'server-only'
import type { z } from 'zod'
import type { simulationReturnInput } from '@/lib/domain/exams-input'
import type { Learner } from '@/lib/domain/learner'
import { handInSimulation, type SimulationReturn } from '@/lib/training/exam-simulations'
import { once } from './once'

/** Long enough for the two events of one return, short enough for the next result. */
const SAME_RETURN_SECONDS = 2
/** As long as the result of a section is remembered. */
const HANDED_IN_SECONDS = 14 * 86_400

/**
 * Back from a simulation exam: its newest result is handed in, however often the return is noticed. One that has a time is handed in once also
 * where the platform's record of it tells nothing, or another score; those without a time look alike.
 */
export function returnFromSimulation(learner: Learner, given: z.output<typeof simulationReturnInput>): Promise<SimulationReturn> {
  const { place, requestId } = given
  const key = `simulation:${learner.tenantId}:${learner.id}:${place.examId}:${place.itemId ?? ''}:${place.sectionId ?? ''}`
  return once(key, SAME_RETURN_SECONDS, () => handInSimulation(learner, given, async ({ finishedAt }, handIn) => {
    if (finishedAt === null) return handIn()
    let isFirst = false
    const returned = await once(`${key}:${requestId}:${finishedAt}`, HANDED_IN_SECONDS, () => {
      isFirst = true
      return handIn()
    })
    return isFirst ? returned : { handedIn: false }
  }))
}
