import { z } from 'zod'
import { idInput } from './courses-input'
import { myListInput } from './my-lists-input'
import { planFilters } from './plans'

/** The address of my plans. */
export const myPlansInput = myListInput(planFilters)

/** A course inside a plan: the plan, the item and the course itself. */
export const planCourseInput = z.object({ planId: idInput, itemId: idInput, courseId: idInput })
