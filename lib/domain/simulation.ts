import type { Locale } from './locale'
import type { StudyReport } from './study'

/** How long the jump text stands before the simulation opens, in milliseconds: in the start view, and after a change of section (spec 1 §9). */
export const jumpDelayMs = { start: 2_000, switch: 3_000 } as const
/** The pause between two questions for the result, in milliseconds. */
export const ASK_MS = 5_000
/** So long a launch may report, in milliseconds (contract 4.7: the ticket's life). */
export const LAUNCH_LIFE_MS = 4 * 3_600_000

/** A launch of a simulation section as the browser knows it; `launch` is sealed and comes back with every question. */
export type SimulationLaunched = { available: true; address: string; launch: string } | { available: false; reason: 'none' | 'off' }
export type SimulationResult = { score: number; finishedAt: string; report: StudyReport }

const LEARNING = '1'

/** The address of the simulation service for a section (contract 4.7). */
export function sectionSimulationAddress(base: string, simulation: { id: string; requestId: string | null; ticket: string | null }, { learnerId, language, planId }: { learnerId: string; language: Locale; planId: string | null }): string {
  const url = new URL(base)
  const fields = {
    courseId: simulation.id, userId: learnerId, learnType: LEARNING, language, planId: planId ?? '-1',
    ...(simulation.requestId ? { testRequestId: simulation.requestId } : {}), ...(simulation.ticket ? { ticket: simulation.ticket } : {}),
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

type Score = { score: number; finishedAt: string | null }

/** The newest row that is younger than a moment (ISO 8601, null for the beginning); null when none is. */
export function newestResult(scores: readonly Score[], since: string | null): { score: number; finishedAt: string } | null {
  const after = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since)
  return scores.reduce<{ score: number; finishedAt: string } | null>((best, { score, finishedAt }) => {
    if (finishedAt === null || !(Date.parse(finishedAt) > after)) return best
    return best === null || Date.parse(finishedAt) > Date.parse(best.finishedAt) ? { score, finishedAt } : best
  }, null)
}
