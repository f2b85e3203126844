export type PointsCause = 'section' | 'course' | 'plan' | 'exam'
export type Award = { cause: PointsCause; id: number; points: number }

/** Points for passing each kind of thing, given once (contract 5.7). */
export const pointsFor: Readonly<Record<PointsCause, number>> = { section: 5, course: 20, plan: 50, exam: 10 }

/** The awards that are new: each thing once, also when it is named twice (contract 5.7). */
export function newAwards(passed: readonly { cause: PointsCause; id: number }[], given: ReadonlySet<string>): Award[] {
  const seen = new Set(given)
  const awards: Award[] = []
  for (const { cause, id } of passed) {
    const key = awardKey(cause, id)
    if (seen.has(key)) continue
    seen.add(key)
    awards.push({ cause, id, points: pointsFor[cause] })
  }
  return awards
}

/** The name under which an award is given once. */
export function awardKey(cause: PointsCause, id: number): string {
  return `${cause}:${id}`
}

/** Points from which each level counts, lowest level first (contract 5.8). */
export const levelThresholds = [0, 100, 300, 600, 1000, 2000, 3500, 5500, 8000, 12000] as const

/** The level, 1 to 10, that so many points reach (contract 5.8). */
export function levelOf(points: number): number {
  return Math.max(1, levelThresholds.filter((threshold) => threshold <= points).length)
}
