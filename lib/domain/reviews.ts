import type { EnrolmentKind, EnrolmentResult } from './enrolment'
import type { Page } from './paging'

/** How many reviews a page of them holds (spec 1 §9). */
export const reviewPageSize = 5
/** The last page of reviews that is asked for. */
export const lastReviewPage = 1_000_000
/** The longest words of a review, in characters. */
export const maxReviewLength = 200

export const starCounts = [1, 2, 3, 4, 5] as const

/** A course or plan that is rated. */
export type ReviewTarget = { kind: EnrolmentKind; id: string }

/** A learner's rating with words and, perhaps, the platform's reply. */
export type Review = {
  id: string
  learnerId: string
  learnerName: string
  avatarUrl: string | null
  stars: number
  text: string
  /** ISO 8601 with offset. */
  writtenAt: string | null
  reply: string | null
}

/** What the learner wrote; words and time are absent on platforms that give the stars only. */
export type OwnReview = { stars: number; text: string; writtenAt: string | null }

/** How a course or plan is rated. */
export type Ratings = {
  /** 0 to 5, with one decimal. */
  average: number
  /** Percent of the ratings with one star, two, up to five. An array: keys that are numbers make what crosses to the browser slow to write. */
  shares: readonly number[]
  own: OwnReview | null
}

/** What the panel begins with: the ratings (null without any) and one page of reviews. */
export type Reviews = { ratings: Ratings | null; page: Page<Review> }

/** What the learner wrote; what the ratings leave out of it, or all of it, is taken from the learner's row among the listed reviews where that is there. */
export function ownReviewOf(ratings: Ratings | null | undefined, listed: readonly Review[], learnerId: string): OwnReview | null {
  const [own, row] = [ratings?.own, listed.find((review) => review.learnerId === learnerId)]
  return own && row ? { stars: own.stars, text: own.text || row.text, writtenAt: own.writtenAt ?? row.writtenAt } : (own ?? row ?? null)
}

/** Whether a course or plan may be rated: only what is decided, and once (spec 1 §5). */
export function mayReview(result: EnrolmentResult): boolean {
  return result !== 'unfinished'
}

/** The page of reviews that the word of an address names; the first unless it says so. */
export function reviewPageOf(word: string | null): number {
  const page = Number(word ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= lastReviewPage ? page : 1
}

/** The length of a text as people count it, in characters. */
export function characterCount(text: string): number {
  return Array.from(text).length
}

/** The average of shares, for platforms that do not say it; 0 without ratings. */
export function averageOf(shares: Ratings['shares']): number {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const points = shares.reduce((sum, share, index) => sum + share * (index + 1), 0)
  return total > 0 ? Math.round((points * 10) / total) / 10 : 0
}
