import type { StudyCardFacts } from './cards'
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

/** In how many milliseconds the dates of a plan next let it be studied, or no more; null once they change nothing any more. */
export function turnsIn({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }, now: number): number | null {
  const left = [startsAt, endsAt].map((at) => (at === null ? 0 : Date.parse(at) - now)).filter((ms) => ms > 0)
  return left.length === 0 ? null : Math.min(...left)
}
