import { z } from 'zod'
import { courseFilters, isMyListSize, SEARCH_MAX_LENGTH } from './courses'
import { myListSize } from './paging'

/** An id of the platform: digits, or a word of letters and digits. */
export const idInput = z.string().regex(/^[\w-]{1,64}$/)

export const courseIdInput = z.object({ id: idInput })

/** The address of my courses; anything odd falls back to the beginning, so that no link is ever broken. */
export const myCoursesInput = z.object({
  state: z.enum(courseFilters).catch('all'),
  name: z.string().trim().transform((name) => name.slice(0, SEARCH_MAX_LENGTH)).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  size: z.coerce.number().refine(isMyListSize).catch(myListSize),
})
