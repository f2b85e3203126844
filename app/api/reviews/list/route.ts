import { reviewsInput } from '@/lib/domain/reviews-input'
import { learnerDoor } from '@/lib/request/door'
import { listReviews } from '@/lib/training/reviews'

/** A page of the reviews of a course or plan. */
export const GET = learnerDoor(reviewsInput, listReviews)
