import 'server-only'
import { z } from 'zod'
import { courseFilters, type CourseAccess, type CourseFilter, type MyCourse, type MyCoursesView } from '@/lib/domain/courses'
import type { Learner } from '@/lib/domain/learner'
import type { MyList } from '@/lib/domain/my-lists'
import { cardOf, cardShape } from './cards'
import { training } from './client'
import { countByFilter } from './my-lists'
import { languageOnWire, wireExtra, wireNumber, wireMyList, wireText, type Walked } from './wire'

const filterOnWire: Record<CourseFilter, number> = { all: 5, learning: 1, completed: 2, failed: 3 }

/** The card of a course. */
export const courseCard = z.object(cardShape).transform((wire): MyCourse => cardOf(wire))

/** My courses in one state, found by name (L2; `languageType` is ours: names in the learner's language where there are any). */
export function listMyCourses(learner: Learner, { state, name, page, size, isWalked }: MyCoursesView & Walked): Promise<MyList<MyCourse, CourseFilter>> {
  const query = { i: filterOnWire[state], name, current: page, size, total: 0, languageType: languageOnWire[learner.locale] }
  return training.get(learner, 'train/web/getMyWebCourseBySort', query, wireMyList(courseCard, { page, size, isWalked }))
}

/** How many of my courses bear the name, by filter (L2). */
export function countMyCourses(learner: Learner, view: MyCoursesView, list: MyList<unknown, CourseFilter>): Promise<Partial<Record<CourseFilter, number>>> {
  return countByFilter(courseFilters, { shown: view.state, list }, (state) => listMyCourses(learner, { ...view, state, page: 1, size: 1 }))
}

const ALLOWED = 1
const REFUSED = 2
const accessOf = (wire: { type: number; content: string } | null): CourseAccess => (wire?.type === ALLOWED ? { allowed: true } : { allowed: false, reason: wire?.content ?? '' })
const clearance = z.object({ type: wireNumber(), content: wireText }).nullable().transform(accessOf)
/** The same beside a course, an addition of ours; null where the platform does not say it there. */
export const wireClearance = wireExtra(z.object({ type: z.literal([ALLOWED, REFUSED]), content: wireText }).transform(accessOf).nullable(), null)

/** Whether the learner may open the course; a refusal carries the platform's own words (L5). */
export function checkCourseAccess(learner: Learner, { id }: { id: string }): Promise<CourseAccess> {
  return training.get(learner, 'train/course/getClearFlagByCourseId', { id }, clearance)
}
