import type { EnrolmentState } from '../rules/courses.ts'

/** Which states each filter of a list of one's own shows (contract 4.4, 4.5). */
export const statesOf = {
  all: ['notStarted', 'inProgress', 'passed', 'failed'],
  learning: ['notStarted', 'inProgress'],
  completed: ['passed'],
  failed: ['failed'],
} as const satisfies Record<string, EnrolmentState[]>

export type OwnFilter = keyof typeof statesOf

/** How many there are by each filter, out of how many there are in each state. */
export function countsByFilter(counted: readonly { state: EnrolmentState; count: number }[]): Record<OwnFilter, number> {
  const countOf = (states: readonly EnrolmentState[]) => counted.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  return { all: countOf(statesOf.all), learning: countOf(statesOf.learning), completed: countOf(statesOf.completed), failed: countOf(statesOf.failed) }
}
