import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { contentTotals, courses } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { courseStateInPlan, progressNow } from '../rules/courses.ts'
import type { EnrolmentState } from '../rules/courses.ts'
import type { Titles } from '../rules/languages.ts'
import { countingCourses, furthest, skillState } from '../rules/organisation.ts'
import type { SkillState } from '../rules/organisation.ts'
import type { Who } from './who.ts'

/** How far a learner is in a course, on its own or inside a plan, whichever is further. */
export type CourseProgress = { state: EnrolmentState; progressPercent: number }

/** A course that a node of a path or a skill of a map leads to. */
export type LinkedCourse = Titles & CourseProgress & {
  courseId: number
  companyName: string
  coverUrl: string
  coverKind: 'plain' | 'titled'
  oneTitle: string | null
  twoTitle: string | null
  studyHours: number
  credits: number
  joinCount: number
  rating: number
}

/** How far a learner is in these courses; a course never begun is missing. */
export async function readProgress(db: Db, { tenantId, userId, courseIds }: Who & { courseIds: readonly number[] }): Promise<Map<number, CourseProgress>> {
  if (courseIds.length === 0) return new Map()
  const rows = await db
    .select({
      courseId: enrolments.contentId, planItemId: enrolments.planItemId, state: enrolments.state, sectionsDone: enrolments.sectionsDone, learnedMinutes: enrolments.learnedMinutes,
      sectionsTotal: sql<number>`coalesce(${courses.sectionCount}, 0)`.mapWith(Number),
    })
    .from(enrolments)
    .leftJoin(courses, and(eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
    .where(and(eq(enrolments.tenantId, tenantId), eq(enrolments.learnerId, userId), eq(enrolments.contentKind, 'course'), inArray(enrolments.contentId, [...new Set(courseIds)])))
  // Whether something was opened matters only where nothing else tells that a course is more than begun with its plan.
  const unsure = rows.filter((row) => row.planItemId !== 0 && courseStateInPlan(row, false) !== row.state)
  const opened = await listOpened(db, { tenantId, userId, courseIds: unsure.map(({ courseId }) => courseId) })
  const ways = rows.map((row) => {
    const state = row.planItemId === 0 ? row.state : courseStateInPlan(row, opened.has(`${row.courseId} ${row.planItemId}`))
    return { courseId: row.courseId, state, progressPercent: progressNow(row) }
  })
  return new Map([...Map.groupBy(ways, ({ courseId }) => courseId)].map(([courseId, own]) => [courseId, furthest(own)]))
}

/** A course that stands at a node of a path or a skill of a map, and the sections that it has now; null when it was removed. */
export type CourseLink = { courseId: number; sectionCount: number | null }

/** How a node or a skill stands: the courses by which it is judged that are there, how many of them are passed, and its state. */
export function standingOf(links: readonly CourseLink[], progress: ReadonlyMap<number, CourseProgress>): { courseIds: number[]; passedCount: number; state: SkillState } {
  const led = links.map((link) => ({ ...link, state: progress.get(link.courseId)?.state ?? ('notStarted' as const) }))
  const counting = countingCourses(led)
  const there = counting.filter(({ sectionCount }) => sectionCount !== null)
  return { courseIds: there.map(({ courseId }) => courseId), passedCount: there.filter(({ state }) => state === 'passed').length, state: skillState(counting.map(({ state }) => state)) }
}

/** In which of these courses, and where, a learner has opened something: course and plan item. */
async function listOpened(db: Db, { tenantId, userId, courseIds }: Who & { courseIds: readonly number[] }): Promise<Set<string>> {
  if (courseIds.length === 0) return new Set()
  const opened = await db
    .selectDistinct({ courseId: sectionRecords.courseId, planItemId: sectionRecords.planItemId })
    .from(sectionRecords)
    .where(and(eq(sectionRecords.tenantId, tenantId), eq(sectionRecords.learnerId, userId), inArray(sectionRecords.courseId, [...new Set(courseIds)]), ne(sectionRecords.state, 'notStarted')))
  return new Set(opened.map(({ courseId, planItemId }) => `${courseId} ${planItemId}`))
}

/** These courses in their order, each with the learner's progress. */
export async function listLinkedCourses(db: Db, { tenantId, userId, courseIds }: Who & { courseIds: readonly number[] }): Promise<LinkedCourse[]> {
  if (courseIds.length === 0) return []
  const [found, progress] = await Promise.all([
    db
      .select({
        courseId: courses.courseId, title: courses.title, titleEn: courses.titleEn, titleJa: courses.titleJa, companyName: courses.companyName,
        coverUrl: courses.coverUrl, coverKind: courses.coverKind, oneTitle: courses.oneTitle, twoTitle: courses.twoTitle,
        studyHours: courses.studyHours, credits: courses.credits,
        joinCount: sql<number>`coalesce(${contentTotals.joinCount}, 0)`.mapWith(Number), rating: sql<number>`coalesce(${contentTotals.rating}, 0)`.mapWith(Number),
      })
      .from(courses)
      .leftJoin(contentTotals, and(eq(contentTotals.tenantId, courses.tenantId), eq(contentTotals.contentKind, 'course'), eq(contentTotals.contentId, courses.courseId)))
      .where(and(eq(courses.tenantId, tenantId), inArray(courses.courseId, [...courseIds])))
      .orderBy(asc(courses.courseId)),
    readProgress(db, { tenantId, userId, courseIds }),
  ])
  return courseIds.flatMap((id) => {
    const course = found.find(({ courseId }) => courseId === id)
    return course ? [{ ...course, ...(progress.get(id) ?? furthest([])) }] : []
  })
}
