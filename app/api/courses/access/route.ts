import { courseIdInput } from '@/lib/domain/courses-input'
import { learnerDoor } from '@/lib/request/door'
import { checkCourseAccess } from '@/lib/training/courses'

export const GET = learnerDoor(courseIdInput, checkCourseAccess)
