import type { StudyCardFacts } from './cards'

/** How far I am in a course; null where the platform does not say. */
export type CourseStanding = 'notStarted' | 'inProgress' | 'passed' | 'failed'

/** A course that a node of a path or a skill of a post map leads to. */
export type LinkedCourse = Pick<StudyCardFacts, 'id' | 'name' | 'companyName' | 'cover' | 'hours' | 'credits' | 'joinCount' | 'rating' | 'progressPercent'> & { standing: CourseStanding | null }

/** How many courses count, and how many of them I have; null where the platform does not say. */
export type Evidence = { courseCount: number | null; passedCount: number | null }

/** What is there of a skill by its courses: those passed, and those still missing, in their order. */
export function evidenceOf(courses: readonly LinkedCourse[]): { passed: LinkedCourse[]; missing: LinkedCourse[] } {
  return { passed: courses.filter(({ standing }) => standing === 'passed'), missing: courses.filter(({ standing }) => standing !== 'passed') }
}
