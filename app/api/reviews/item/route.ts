import { newReviewInput } from '@/lib/domain/reviews-input'
import { learnerDoor } from '@/lib/request/door'
import { addReview } from '@/lib/training/reviews'

/** Rates a course or plan, once and for all. */
export const POST = learnerDoor(newReviewInput, addReview)
