import { newReviewInput } from '@/lib/domain/reviews-input'
import { learnerDoor } from '@/lib/request/door'
import { writeReview } from '@/lib/request/reviews'

/** Rates a course or plan, once and for all. */
export const POST = learnerDoor(newReviewInput, writeReview)
