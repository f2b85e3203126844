import 'server-only'
import { cache } from 'react'
import type { CourseDetail } from '@/lib/domain/course-detail'
import type { CourseAccess } from '@/lib/domain/courses'
import type { Learner } from '@/lib/domain/learner'
import { getCourse } from '@/lib/training/course-detail'
import { checkCourseAccess } from '@/lib/training/courses'
import { requireLearner } from './learner'
import { settle } from './settle'

/** Whether the platform said the access along with the last course. Where it does not, both are asked for at once, so that nobody waits twice. */
let saysAccess = true

/** A course together with the access check (L5), which every way into it passes: what the platform says along with it, or what it answers when asked. */
export async function readCourse(learner: Learner, id: string): Promise<[CourseDetail | null, CourseAccess]> {
  const asked = saysAccess ? null : checkCourseAccess(learner, { id })
  asked?.catch(() => undefined)
  const course = await getCourse(learner, { courseId: id })
  if (course) saysAccess = course.access !== null
  return [course, course?.access ?? (await (asked ?? checkCourseAccess(learner, { id })))]
}

/** The same for a page, the address itself being a way into it; asked for once per request. */
export const openCourse = cache(async (id: string) => settle(readCourse(await requireLearner(), id)))
