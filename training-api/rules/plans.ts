import type { EnrolmentState } from './courses.ts'
import type { SectionState } from './study.ts'

export type PlanWindow = 'open' | 'ended' | 'upcoming'

/** Where the server's clock stands in the dates of a plan; a missing date does not limit (contract 5.6). */
export function planWindow(startAt: Date | null, endAt: Date | null, now: Date): PlanWindow {
  if (startAt !== null && now < startAt) return 'upcoming'
  return endAt !== null && now >= endAt ? 'ended' : 'open'
}

/** The state of a plan from its items, courses and exams alike (contract 5.5). */
export function planState(begun: boolean, items: readonly (EnrolmentState | SectionState)[]): EnrolmentState {
  if (!begun) return 'notStarted'
  if (items.length > 0 && items.every((state) => state === 'passed')) return 'passed'
  return items.includes('failed') ? 'failed' : 'inProgress'
}
