import { z } from 'zod'
import { courseFilters } from './courses'
import { myListInput } from './my-lists-input'

/** An id of the platform: digits, or a word of letters and digits. */
export const idInput = z.string().regex(/^[\w-]{1,64}$/)

export const courseIdInput = z.object({ id: idInput })

/** The address of my courses. */
export const myCoursesInput = myListInput(courseFilters)
