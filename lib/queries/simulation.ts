import type { SimulationLaunched, SimulationResult } from '@/lib/domain/simulation'
import type { StudyPlace } from '@/lib/domain/study'
import { bff, PAPER_MS } from './bff'

/** Opens a simulation section; each launch has a ticket of its own. */
export const launchSimulation = ({ planId, courseId, itemId, chapterId, sectionId }: StudyPlace) =>
  bff.post<SimulationLaunched>('simulation/launch', { kind: planId ? 'plan' : 'course', id: planId ?? courseId, courseId, itemId, chapterId, sectionId })

/** Asks for the result of a launch, which records it; null while there is none but the one that was taken last. `leaving` when the page goes away. */
export const askSimulation = (launch: string, taken: string | null, leaving = false) => bff.post<SimulationResult | null>('simulation/result', { launch, ...(taken !== null && { taken }) }, leaving ? { keepalive: true } : { longestMs: PAPER_MS })
