import { z } from 'zod'
import { idInput } from './courses-input'
import { characterCount, lastReviewPage, maxReviewLength, reviewPageOf } from './reviews'

const target = { kind: z.enum(['course', 'plan']), id: idInput }

/** A course or plan whose ratings are asked for. */
export const ratingsInput = z.object(target)

/** A page of reviews. */
export const reviewsInput = z.object({ ...target, page: z.coerce.number().int().min(1).max(lastReviewPage).default(1) })

/** A rating with its words. */
export const newReviewInput = z.object({
  ...target,
  stars: z.number().int().min(1).max(5),
  text: z.string().trim().refine((text) => characterCount(text) <= maxReviewLength, 'too long').default(''),
})

/** The page of reviews an address names; the first unless it says so. */
export const reviewPageInput = z.object({ reviews: z.string().nullable().catch(null).transform(reviewPageOf) })
