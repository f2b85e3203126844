import type { StudyCardFacts } from './cards'
import type { MyListView } from './my-lists'

/** The filters of my courses in their order (spec 1: All, Learning, Completed, Fail). */
export const courseFilters = ['all', 'learning', 'completed', 'failed'] as const
export type CourseFilter = (typeof courseFilters)[number]

/** What of my courses is shown. */
export type MyCoursesView = MyListView<CourseFilter>

/** A course of mine in a list. */
export type MyCourse = StudyCardFacts

/** Whether the learner may open a course; a refusal carries the platform's own words, possibly none. */
export type CourseAccess = { allowed: true } | { allowed: false; reason: string }
