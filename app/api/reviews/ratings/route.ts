import { ratingsInput } from '@/lib/domain/reviews-input'
import { learnerDoor } from '@/lib/request/door'
import { getRatings } from '@/lib/training/reviews'

/** How a course or plan is rated, with the learner's own review. */
export const GET = learnerDoor(ratingsInput, getRatings)
