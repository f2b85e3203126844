import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { launchInput } from '@/lib/domain/courseware-input'
import { CLOCKS_APART_MS } from '@/lib/domain/clocks'
import { mayPass } from '@/lib/domain/errors'
import type { Learner } from '@/lib/domain/learner'
import { knownOf, newestResult, resultIdOf, sectionSimulationAddress, type KnownResults, type SimulationLaunched, type SimulationResult, type SimulationScore } from '@/lib/domain/simulation'
import type { simulationRef } from '@/lib/domain/simulation-input'
import { joined, type StudyPlace, type StudyReport } from '@/lib/domain/study'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { getSection } from '@/lib/training/catalogue'
import { isNo, TrainingError, trainingErrorOf } from '@/lib/training/errors'
import { listSimulationScores } from '@/lib/training/exam-simulations'
import { reportFraction } from '@/lib/training/section-scores'
import { handInSectionPaper } from '@/lib/training/simulations'
import { problem } from './door'
import type { Asking } from './learner'
import { spend } from './limits'
import { once } from './once'
import { openPasswords, sealPassword } from './seal-passwords'

/** What the browser carries for us, unreadable and unchangeable: no result of another section can be passed off as this one's. */
type Sealed = { tenantId: string; learnerId: string; place: StudyPlace; requestId: string } & KnownResults

/** Two weeks, as for papers: a result that came after the player was left is found on the next visit, and once at the most while its launch opens. */
const LIFE_SECONDS = 14 * 86_400
/** Results without a time look alike: another one of the same score must count later. */
const UNTIMED_SECONDS = 86_400
/** A refusal may pass: after these pauses a paper is sent again, and then its score counts without it. */
const PAPER_PAUSES_MS = [500, 1_500]

/** What was reported for a request; null where the platform says no, as to one that it has not heard of yet. */
function scoresOf(learner: Learner, requestId: string): Promise<SimulationScore[] | null> {
  return listSimulationScores(learner, { requestId }).catch((error: unknown) => {
    if (error instanceof TrainingError && isNo(error)) return null
    throw error
  })
}

/** What is known at a launch: where nobody tells, that results of before are old. */
const knownAtLaunch = (scores: SimulationScore[] | null): KnownResults => (scores ? knownOf(scores) : { since: new Date(Date.now() - CLOCKS_APART_MS).toISOString(), untimed: [] })

/** Opens a simulation section (C6 issues its ticket) and gives the address of the simulation service; results from now on count. */
export async function launchSimulation({ learner }: Asking, { kind, id, itemId, courseId, chapterId, sectionId }: z.output<typeof launchInput>): Promise<SimulationLaunched | Response> {
  await spend('launchesOfLearner', learner.tenantId, learner.id)
  const section = await getSection(learner, { kind, ownerId: id, itemId, chapterId, sectionId })
  if (!section || section.kind !== 'simulation') return problem('missing')
  const { simulation } = section
  if (!simulation?.available || !simulation.id) return { available: false, reason: 'none' }
  if (!env.SIMULATION_BASE_URL) return { available: false, reason: 'off' }
  const requestId = simulation.requestId ?? simulation.id
  const known = knownAtLaunch(await scoresOf(learner, requestId))
  const place: StudyPlace = kind === 'plan' ? { courseId, planId: id, itemId, chapterId, sectionId } : { courseId: id, planId: null, itemId: null, chapterId, sectionId }
  const sealed: Sealed = { tenantId: learner.tenantId, learnerId: learner.id, place, requestId, ...known }
  return {
    available: true,
    address: sectionSimulationAddress(env.SIMULATION_BASE_URL, { ...simulation, id: simulation.id }, { learnerId: learner.id, language: learner.locale, planId: place.planId }),
    launch: await sealData(sealed, { password: sealPassword, ttl: LIFE_SECONDS }),
  }
}

/** Hands in the paper of a section and gives what that brought. One that is refused for good, as without attempts left, keeps the score from nobody. */
async function handInPaper(learner: Learner, paper: { place: StudyPlace; requestId: string }): Promise<StudyReport | null> {
  for (const pauseMs of [...PAPER_PAUSES_MS, null]) {
    try {
      return await handInSectionPaper(learner, paper)
    } catch (error) {
      const failure = trainingErrorOf(error)
      const isRefused = failure !== null && isNo(failure)
      if (!isRefused && mayPass(failure?.code ?? null)) throw error
      if (!isRefused || failure.code === 'missing' || pauseMs === null) {
        log.warn({ error: String(error) }, 'the platform refused the paper of a simulation section')
        return null
      }
      await pause(pauseMs)
    }
  }
  return null
}

/**
 * Looks for a result of a launch (R6) and records it once: the paper, where the section has one (R7, E5, E8), then the score (R3, R5).
 * Null while there is none but the one that the browser has `taken`: a launch is answered with the results of all of its section, and what an
 * earlier one brought does not settle it.
 */
export async function takeSimulationResult({ learner }: Asking, { launch, taken }: z.output<typeof simulationRef>): Promise<SimulationResult | null | Response> {
  const sealed = await unsealData<Partial<Sealed>>(launch, { password: openPasswords, ttl: LIFE_SECONDS }).catch((): Partial<Sealed> => ({}))
  const { place, requestId, since = null, untimed = [] } = sealed
  if (!place || !requestId || sealed.learnerId !== learner.id || sealed.tenantId !== learner.tenantId) return problem('missing')
  const results = (await scoresOf(learner, requestId)) ?? []
  const newest = newestResult(results, { since, untimed })
  if (!newest) return null
  const resultId = resultIdOf(newest, results)
  if (resultId === taken) return null
  const key = `simulation-result:${learner.tenantId}:${learner.id}:${place.planId ?? ''}:${place.sectionId ?? ''}:${resultId}`
  const lifeSeconds = newest.finishedAt ? LIFE_SECONDS : UNTIMED_SECONDS
  const result = await once(key, lifeSeconds, async () => {
    // Remembered by itself: when the score does not get through, the paper is handed in already the next time.
    const brought = await once(`${key}:paper`, lifeSeconds, () => handInPaper(learner, { place, requestId }))
    const report = await reportFraction(learner, { place, kind: 'simulation', fraction: newest.score })
    return { ...newest, report: joined(brought, report) }
  })
  return { id: resultId, ...result }
}
