import type { Result } from './courses.ts'

export const maxReviewLength = 200
export type StarCounts = readonly [one: number, two: number, three: number, four: number, five: number]

/** The share of each star, 1 to 5, in percent with one decimal; all 0 without ratings. */
export function starShares(counts: StarCounts): [number, number, number, number, number] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const share = (count: number) => (total === 0 ? 0 : Math.round((count * 1000) / total) / 10)
  return [share(counts[0]), share(counts[1]), share(counts[2]), share(counts[3]), share(counts[4])]
}

/** The average rating with one decimal, 0 without ratings. */
export function averageStars(counts: StarCounts): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
  return total === 0 ? 0 : Math.round((stars * 10) / total) / 10
}

export type ReviewVerdict = 'allowed' | 'unfinished' | 'alreadyRated'

/** Whether the learner may rate: once, and only what is decided (spec 1 §5). */
export function checkReview(result: Result, rated: boolean): ReviewVerdict {
  if (rated) return 'alreadyRated'
  return result === 'unfinished' ? 'unfinished' : 'allowed'
}

/** The length of a text as people count it, in characters. */
export function characters(text: string): number {
  return Array.from(text).length
}
