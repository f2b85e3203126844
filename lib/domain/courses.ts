import type { StudyCardFacts } from './cards'
import { myListSize, myListSizes } from './paging'

/** The filters of my courses in their order (spec 1: All, Learning, Completed, Fail). */
export const courseFilters = ['all', 'learning', 'completed', 'failed'] as const
export type CourseFilter = (typeof courseFilters)[number]

/** What of my courses is shown; all of it stands in the address. */
export type MyCoursesView = { state: CourseFilter; name: string; page: number; size: number }

/** A course of mine in a list. */
export type MyCourse = StudyCardFacts

/** Whether the learner may open a course; a refusal carries the platform's own words, possibly none. */
export type CourseAccess = { allowed: true } | { allowed: false; reason: string }

export const SEARCH_MAX_LENGTH = 100

/** The part of a view that the address must say: what differs from the beginning (all, page 1, size 8). */
export function myCoursesQuery({ state, name, page, size }: Partial<MyCoursesView>): Record<string, string | number | undefined> {
  return {
    state: state === 'all' ? undefined : state,
    name: name || undefined,
    page: page === 1 ? undefined : page,
    size: size === myListSize ? undefined : size,
  }
}

/** Whether a number is one of the offered sizes of a my list. */
export function isMyListSize(size: number): boolean {
  return myListSizes.includes(size)
}
