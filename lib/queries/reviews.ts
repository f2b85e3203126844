import { queryOptions } from '@tanstack/react-query'
import type { Page } from '@/lib/domain/paging'
import type { Ratings, Review, ReviewTarget } from '@/lib/domain/reviews'
import { bff } from './bff'

/** Everything that is known of the reviews of a course or plan. */
export const reviewsKey = ({ kind, id }: ReviewTarget) => ['reviews', kind, id] as const

/** A page of reviews, newest first. */
export const reviewsQuery = ({ kind, id }: ReviewTarget, page: number) =>
  queryOptions({ queryKey: [...reviewsKey({ kind, id }), 'page', page], queryFn: ({ signal }) => bff.get<Page<Review>>('reviews/list', { kind, id, page }, { signal }) })

/** How a course or plan is rated, null while nobody has. */
export const ratingsQuery = ({ kind, id }: ReviewTarget) =>
  queryOptions({ queryKey: [...reviewsKey({ kind, id }), 'ratings'], queryFn: ({ signal }) => bff.get<Ratings | null>('reviews/ratings', { kind, id }, { signal }) })

/** Rates a course or plan once and for all. */
export const addReview = (review: ReviewTarget & { stars: number; text: string }) => bff.post<null>('reviews/item', review)
