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
export type SimulationResult = { /** Tells it from the other results of its section. */ id: string; score: number; /** Null where the platform does not tell. */ finishedAt: string | null; report: StudyReport }

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

/** A finished simulation as the service reported it. */
export type SimulationScore = { score: number; finishedAt: string | null }

/** What is known of results before a launch: when the newest was (ISO 8601, null for none), and the scores of those without a time. */
export type KnownResults = { since: string | null; untimed: readonly number[] }

/** What is known of results once these are there. */
export function knownOf(scores: readonly SimulationScore[]): KnownResults {
  return { since: newestOf(scores)?.finishedAt ?? null, untimed: scores.flatMap(({ score, finishedAt }) => (finishedAt === null ? [score] : [])) }
}

/** The result that came after those that are known: the newest by its time; where none has a time, the first more than there were. Null when none came. */
export function newestResult(scores: readonly SimulationScore[], known: KnownResults): SimulationScore | null {
  if (isUntimed(scores)) return addedTo(known.untimed, scores)[0] ?? null
  const newest = newestOf(scores)
  return newest && (known.since === null || timeOf(newest) > Date.parse(known.since)) ? newest : null
}

/** What tells the newest of these results from all others: its time; where none has one, all that there are in whatever order, which a further one changes. */
export const resultIdOf = (newest: SimulationScore, scores: readonly SimulationScore[]): string => newest.finishedAt ?? scores.map(({ score }) => score).toSorted((one, other) => one - other).join()

/**
 * The newest report when it came after the last local record; else there is nothing to hand in (spec 2 §4). A record without a time stands for
 * a report of its score: of two that are alike one is missing, which changes nothing, while one handed in at each visit takes all attempts.
 * Where no report has a time there must be more reports than records: of one that is handed in already nothing else tells.
 */
export function simulationToHandIn(scores: readonly SimulationScore[], records: readonly { score: number | null; finishedAt: string | null }[]): SimulationScore | null {
  if (isUntimed(scores)) return scores.length > records.length ? (addedTo(records.map(({ score }) => score), scores)[0] ?? scores[0] ?? null) : null
  const since = newestOf(records)?.finishedAt ?? null
  // The oldest stand for records first. What is left then may still be one from before the newest, which was handed in instead of it.
  const later = scores.filter((one) => one.finishedAt !== null && (since === null || timeOf(one) > Date.parse(since))).toSorted((one, other) => timeOf(one) - timeOf(other))
  const newest = later.at(-1) ?? null
  return addedTo(records.filter(({ finishedAt }) => finishedAt === null).map(({ score }) => score), later).at(-1) === newest ? newest : null
}

const isUntimed = (scores: readonly SimulationScore[]) => scores.every(({ finishedAt }) => finishedAt === null)
const timeOf = ({ finishedAt }: { finishedAt: string | null }) => (finishedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(finishedAt))

/** The newest of those that have a time. */
function newestOf<T extends { finishedAt: string | null }>(rows: readonly T[]): T | null {
  return rows.reduce<T | null>((best, one) => (one.finishedAt !== null && (best === null || timeOf(one) > timeOf(best)) ? one : best), null)
}

/** The rows that stand for no score of before. They are newest first (contract 3), but one more is found wherever a platform puts it. */
function addedTo(before: readonly (number | null)[], rows: readonly SimulationScore[]): SimulationScore[] {
  const left = [...before]
  return rows.filter(({ score }) => {
    const at = left.indexOf(score)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
