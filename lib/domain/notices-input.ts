import { z } from 'zod'
import { noticeKinds } from './notices'
import { newsSize, newsSizes } from './paging'

/** The id of a notice; anything else is no notice and is not asked for. */
export const noticeIdInput = z.object({ id: z.string().regex(/^\d{1,19}$/) })

/** The address of the news list; anything odd falls back to the beginning. */
export const noticesInput = z.object({
  type: z.enum(noticeKinds).or(z.literal('all')).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  size: z.coerce.number().refine((size) => newsSizes.includes(size)).catch(newsSize),
}).transform(({ type: kind, page, size }) => ({ kind, page, size }))
