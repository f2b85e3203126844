import 'server-only'
import { cache } from 'react'
import { getCourse } from '@/lib/training/course-detail'
import { checkCourseAccess } from '@/lib/training/courses'
import { requireLearner } from './learner'
import { settle } from './settle'

/** The course together with the access check, which every way into it passes, the address itself too; asked for once per request. */
export const openCourse = cache(async (id: string) => {
  const learner = await requireLearner()
  return settle(Promise.all([getCourse(learner, { courseId: id }), checkCourseAccess(learner, { id })]))
})
