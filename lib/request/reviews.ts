import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import type { Reviews, ReviewTarget } from '@/lib/domain/reviews'
import { addReview, getRatings, listReviews } from '@/lib/training/reviews'
import { forgetForTenant, keptForTenant } from './tenant-cache'

const firstPageOf = ({ kind, id }: ReviewTarget) => `reviews of ${kind} ${id}`

/** Ratings and a page of reviews together, as the panel begins; the first page is the same for everybody and is kept for a minute. */
export async function readReviews(learner: Learner, asked: ReviewTarget & { page: number }): Promise<Reviews> {
  const list = () => listReviews(learner, asked)
  const [ratings, page] = await Promise.all([getRatings(learner, asked), asked.page === 1 ? keptForTenant(learner.tenantId, firstPageOf(asked), list) : list()])
  return { ratings, page }
}

/** Rates a course or plan once and for all; whoever opens it next sees it. A refusal is a `rejected` error with the platform's words. */
export async function writeReview(learner: Learner, review: ReviewTarget & { stars: number; text: string }): Promise<void> {
  try {
    await addReview(learner, review)
  } finally {
    // Also when no answer came: it may be written.
    forgetForTenant(learner.tenantId, firstPageOf(review))
  }
}
