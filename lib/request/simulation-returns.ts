import 'server-only'
import type { z } from 'zod'
import type { simulationReturnInput } from '@/lib/domain/exams-input'
import type { Learner } from '@/lib/domain/learner'
import type { KnownResults } from '@/lib/domain/simulation'
import type { StudyReport } from '@/lib/domain/study'
import { isNo, trainingErrorOf } from '@/lib/training/errors'
import { handInSimulation, listSimulationScores } from '@/lib/training/exam-simulations'
import { once } from './once'
import { store } from './store'

/** Long enough for the two events of one return, short enough for the next result. */
const SAME_RETURN_SECONDS = 2
/** As long as a launch is known. */
const REMEMBERED_SECONDS = 14 * 86_400
/** Requests of one exam that are remembered: more than windows are open of it. */
const MOST_REQUESTS = 20
const NOTHING: KnownResults = { since: null, untimed: [] }

type Remembered = [requestId: string, known: KnownResults][]

/** What is handed in of a request; null where nobody knows. A platform that gave another request before gives each attempt its own. */
function handedInOf(remembered: Remembered, requestId: string): KnownResults | null {
  return remembered.find(([id]) => id === requestId)?.[1] ?? (remembered.length > 0 ? NOTHING : null)
}

/** What a request still tells of results that are handed in: nothing where deleting it (R7) did away with them, and the next looks like one of them. */
async function stillKnown(learner: Learner, requestId: string, known: KnownResults): Promise<KnownResults> {
  if (known.untimed.length === 0) return known
  const isGone = await listSimulationScores(learner, { requestId }).then((left) => left.length === 0, (error: unknown) => {
    const failure = trainingErrorOf(error)
    return failure !== null && isNo(failure)
  })
  return isGone ? { ...known, untimed: [] } : known
}

type Returned = { handedIn: false } | { handedIn: true; score: number; report: StudyReport }

/** Back from a simulation exam: its newest result is handed in, each once, however often the return is noticed. */
export function returnFromSimulation(learner: Learner, given: z.output<typeof simulationReturnInput>): Promise<Returned> {
  const { place, requestId } = given
  const exam = `${learner.tenantId}:${learner.id}:${place.examId}:${place.itemId ?? ''}:${place.sectionId ?? ''}`
  return once(`simulation:${exam}`, SAME_RETURN_SECONDS, async () => {
    const key = `simulation-handed-in:${exam}`
    const remembered = JSON.parse((await store.get(key)) ?? '[]') as Remembered
    const returned = await handInSimulation(learner, { ...given, handedIn: handedInOf(remembered, requestId) })
    if (!returned.handedIn) return returned
    const { known, ...answer } = returned
    const now: Remembered = [...remembered.filter(([id]) => id !== requestId), [requestId, await stillKnown(learner, requestId, known)]]
    await store.set(key, JSON.stringify(now.slice(-MOST_REQUESTS)), REMEMBERED_SECONDS)
    return answer
  })
}
