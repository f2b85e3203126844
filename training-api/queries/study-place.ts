import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared, preparedVariants } from '../db/prepared.ts'
import { courses, sections } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { courseRefusal, placeRefusal } from '../rules/access.ts'
import { isPlanOf } from './enrolment-row.ts'
import type { Who } from './who.ts'

/** A place of study: a course on its own (plan item 0) or as an item of a plan with the chapter of the section, and why nobody may study there now. */
export type StudyPlace = { courseId: number; chapterId: number; planItemId: number; planId: number | null; refusal: string | null }

/** Beside a course and the plan that it is studied in: what decides whether it may be studied there. */
export const placeRules = { forbidden: courses.forbidden, accessRefusal: courses.accessRefusal, planForbidden: plans.forbidden, startsAt: plans.startsAt, endsAt: plans.endsAt }

const sectionOfCourse = prepared((db) =>
  db
    .select({ courseId: sections.courseId, chapterId: sections.chapterId, forbidden: courses.forbidden, accessRefusal: courses.accessRefusal })
    .from(sections)
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .where(and(eq(sections.tenantId, sql.placeholder('tenantId')), eq(sections.sectionId, sql.placeholder('sectionId')), eq(sections.courseId, sql.placeholder('courseId'))))
    .prepare('section_of_course'),
)

const sectionOfPlan = preparedVariants((db, { isNamed }: { isNamed: boolean }, key) =>
  db
    .select({ courseId: sections.courseId, chapterId: sections.chapterId, planItemId: planItems.planItemId, nodeItemId: enrolments.nodePlanItemId, ...placeRules })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .innerJoin(sections, and(eq(sections.tenantId, planItems.tenantId), eq(sections.courseId, planItems.childId), eq(sections.sectionId, sql.placeholder('sectionId'))))
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .leftJoin(enrolments, isPlanOf(sql.placeholder('userId')))
    .where(
      and(
        eq(planItems.tenantId, sql.placeholder('tenantId')),
        eq(planItems.planId, sql.placeholder('contentId')),
        eq(planItems.kind, 'course'),
        isNamed ? eq(planItems.planItemId, sql.placeholder('planItemId')) : undefined,
      ),
    )
    .orderBy(asc(planItems.position))
    .prepare(`section_of_plan_${key}`),
)

/**
 * Where a section is studied: in its course when `contentId` is the course, else in the plan `contentId`, through the
 * named plan item or the one that holds the section's course. Null when the tenant has no such place.
 */
export async function findPlace(
  db: Db,
  { tenantId, userId, kind, contentId, planItemId, sectionId, now }: Who & { kind: 'course' | 'plan'; contentId: number; planItemId?: number | undefined; sectionId: number; now: Date },
): Promise<StudyPlace | null> {
  if (kind === 'course') {
    const [section] = await sectionOfCourse(db).execute({ tenantId, sectionId, courseId: contentId })
    return section === undefined ? null : { courseId: section.courseId, chapterId: section.chapterId, planItemId: 0, planId: null, refusal: courseRefusal(section) }
  }
  const found = await sectionOfPlan(db, { isNamed: planItemId !== undefined }).execute({ tenantId, userId, contentId, sectionId, planItemId })
  // A course may stand in a plan twice: then the learner is where the saved node says.
  const place = found.find((one) => one.planItemId === one.nodeItemId) ?? found[0]
  if (place === undefined) return null
  return { courseId: place.courseId, chapterId: place.chapterId, planItemId: place.planItemId, planId: contentId, refusal: placeRefusal(place, now) }
}
