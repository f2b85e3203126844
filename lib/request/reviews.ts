import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import { ownReviewOf, type Reviews, type ReviewTarget } from '@/lib/domain/reviews'
import { addReview, getRatings, listReviews } from '@/lib/training/reviews'
import { forgetForTenant, keptForTenant } from './tenant-cache'

const firstPageOf = ({ kind, id }: ReviewTarget) => `reviews of ${kind} ${id}`

/** Ratings and a page of reviews together, as the panel begins; the first page is the same for everybody and is kept for a minute. */
export async function readReviews(learner: Learner, asked: ReviewTarget & { page: number }): Promise<Reviews> {
  const list = () => listReviews(learner, asked)
  const [ratings, page] = await Promise.all([getRatings(learner, asked), asked.page === 1 ? keptForTenant(learner.tenantId, firstPageOf(asked), list) : list()])
  return { ratings, page }
}

type NewReview = ReviewTarget & { stars: number; text: string }

/**
 * Rates a course or plan once and for all; whoever opens it next sees it. A refusal is a `rejected` error with the platform's words; where
 * this very review is there it was written before, or no answer told that it was.
 */
export async function writeReview(learner: Learner, review: NewReview): Promise<void> {
  // Pressed again after an answer that was lost: a platform that takes several reviews would take it twice.
  if (await isThere(learner, review)) return
  try {
    await addReview(learner, review)
  } catch (error) {
    if (!(await isThere(learner, review))) throw error
  } finally {
    // Also when no answer came: it may be written.
    forgetForTenant(learner.tenantId, firstPageOf(review))
  }
}

/** Whether the learner's own review has these stars and words; not where that cannot be told. */
async function isThere(learner: Learner, { stars, text, ...target }: NewReview): Promise<boolean> {
  const ratings = await getRatings(learner, target).catch(() => null)
  // Some platforms give the stars alone, or nothing of one's own: the words are in the list then, as it is now, and not as it is kept.
  const listed = ratings?.own?.text ? null : await listReviews(learner, { ...target, page: 1 }).catch(() => null)
  const own = ownReviewOf(ratings, listed?.items ?? [], learner.id)
  return own?.stars === stars && own.text === text
}
