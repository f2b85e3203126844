import { pathNodeInput } from '@/lib/domain/learning-paths-input'
import { learnerDoor } from '@/lib/request/door'
import { listNodeCourses } from '@/lib/training/learning-paths'

/** The courses of a node. */
export const GET = learnerDoor(pathNodeInput, listNodeCourses)
