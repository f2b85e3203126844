import type { CourseAccess } from '@/lib/domain/courses'
import { bff } from './bff'

/** Whether I may open a course. */
export const courseAccess = (id: string) => bff.get<CourseAccess>('courses/access', { id })
