import { planCourseInput } from '@/lib/domain/plans-input'
import { learnerDoor } from '@/lib/request/door'
import { listPlanCourseOutline } from '@/lib/training/catalogue'

/** The chapters of one course inside a plan, where the plan's catalogue comes without them. */
export const GET = learnerDoor(planCourseInput, listPlanCourseOutline)
