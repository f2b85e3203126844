export type PointsCause = 'section' | 'course' | 'plan' | 'exam'
export type Award = { cause: PointsCause; id: number; points: number }

/** Points for passing each kind of thing, given once (contract 5.7). */
export const pointsFor: Readonly<Record<PointsCause, number>> = { section: 5, course: 20, plan: 50, exam: 10 }

/** The name under which an award is given once. */
export function awardKey(cause: PointsCause, id: number): string {
  return `${cause}:${id}`
}

/** The level that so many points reach, of levels from the lowest to the highest: the last whose points they are (contract 5.8). */
export function levelOf<T extends { pointsNeeded: number }>(levels: readonly T[], points: number): T | undefined {
  return levels.findLast(({ pointsNeeded }) => pointsNeeded <= points) ?? levels[0]
}
