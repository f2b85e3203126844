import type { StudyCardFacts } from './cards'
import { CLOCKS_APART_MS } from './clocks'
import type { PlanWindow } from './enrolment'
import type { MyListView } from './my-lists'

/** The filters of my plans in their order (spec 1: All, Learning, Completed, Fail, Expired). */
export const planFilters = ['all', 'learning', 'completed', 'failed', 'expired'] as const
export type PlanFilter = (typeof planFilters)[number]

/** What of my plans is shown. */
export type MyPlansView = MyListView<PlanFilter>

/** A plan in a list; one that has ended is expired whatever its progress. */
export type PlanCard = StudyCardFacts & {
  /** When a timed plan ends, ISO 8601 with offset; null for one without an end. */
  endsAt: string | null
}

/** How long after a date the platform is asked again that has not turned by its own clock, in milliseconds. */
const ASKED_AGAIN_MS = 30_000

/**
 * In how many milliseconds the dates of a plan next let it be studied, or no more; null once they change nothing any more. A date that has just
 * passed by our clock, and not yet by the platform's, whose word `window` is, is one that is about to come.
 */
export function turnsIn({ startsAt, endsAt, window }: { startsAt: string | null; endsAt: string | null; window: PlanWindow }, now: number): number | null {
  const turns = [{ at: startsAt, isDue: window === 'upcoming' }, { at: endsAt, isDue: window === 'open' }].flatMap(({ at, isDue }) => {
    const ms = at === null ? NaN : Date.parse(at) - now
    if (ms > 0) return ms
    return isDue && ms > -CLOCKS_APART_MS ? ASKED_AGAIN_MS : []
  })
  return turns.length === 0 ? null : Math.min(...turns)
}
