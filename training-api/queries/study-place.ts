import { and, asc, eq, sql } from 'drizzle-orm'
import type { SQLWrapper } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared, preparedVariants } from '../db/prepared.ts'
import { courses, resources, sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { courseRefusal, placeRefusal } from '../rules/access.ts'
import { addMissingRecords } from './beginnings.ts'
import type { PlainSection } from './catalogue.ts'
import { isLockedRecord } from './catalogue-order.ts'
import { isPlanOf } from './enrolment-row.ts'
import { studiedColumns } from './studied-section.ts'
import type { StudiedSection } from './studied-section.ts'
import type { Who } from './who.ts'

/**
 * A place of study of a section: its course on its own (plan item 0) or as an item of a plan, why nobody may study there now, and whether
 * the learner finds the section locked there; null where there is no record of it yet (`findLock`).
 */
export type StudyPlace = { courseId: number; section: Pick<PlainSection, 'id' | 'chapterId' | 'name'> & StudiedSection; planItemId: number; planId: number | null; refusal: string | null; locked: boolean | null }

/** A section, and where the learner says it is studied: in a course, or in a plan and perhaps as that item of it. */
export type AskedPlace = Who & { kind: 'course' | 'plan'; contentId: number; planItemId?: number | undefined; sectionId: number; now: Date }

/** Beside a course and the plan that it is studied in: what decides whether it may be studied there. */
export const placeRules = { forbidden: courses.forbidden, accessRefusal: courses.accessRefusal, planForbidden: plans.forbidden, startsAt: plans.startsAt, endsAt: plans.endsAt }

const aSection = { id: sections.sectionId, chapterId: sections.chapterId, name: sections.name, ...studiedColumns }
const ofSection = and(eq(resources.tenantId, sections.tenantId), eq(resources.resourceId, sections.resourceId))
const locked = sql<boolean | null>`case when ${sectionRecords.sectionId} is not null then ${isLockedRecord} end`
// One of another course, from which the section was moved, does not say that this one is begun.
const isRecordAt = (planItemId: SQLWrapper) =>
  and(
    eq(sectionRecords.tenantId, sections.tenantId),
    eq(sectionRecords.learnerId, sql.placeholder('userId')),
    eq(sectionRecords.planItemId, planItemId),
    eq(sectionRecords.sectionId, sections.sectionId),
    eq(sectionRecords.courseId, sections.courseId),
  )

const sectionOfCourse = prepared((db) =>
  db
    .select({ courseId: sections.courseId, section: aSection, locked, forbidden: courses.forbidden, accessRefusal: courses.accessRefusal })
    .from(sections)
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .leftJoin(resources, ofSection)
    .leftJoin(sectionRecords, isRecordAt(sql`0`))
    .where(and(eq(sections.tenantId, sql.placeholder('tenantId')), eq(sections.sectionId, sql.placeholder('sectionId')), eq(sections.courseId, sql.placeholder('courseId'))))
    .prepare('section_of_course'),
)

const sectionOfPlan = preparedVariants((db, { isNamed }: { isNamed: boolean }, key) =>
  db
    .select({ courseId: sections.courseId, section: aSection, locked, planItemId: planItems.planItemId, nodeItemId: enrolments.nodePlanItemId, ...placeRules })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .innerJoin(sections, and(eq(sections.tenantId, planItems.tenantId), eq(sections.courseId, planItems.childId), eq(sections.sectionId, sql.placeholder('sectionId'))))
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .leftJoin(resources, ofSection)
    .leftJoin(enrolments, isPlanOf(sql.placeholder('userId')))
    .leftJoin(sectionRecords, isRecordAt(planItems.planItemId))
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
export async function findPlace(db: Db, { tenantId, userId, kind, contentId, planItemId, sectionId, now }: AskedPlace): Promise<StudyPlace | null> {
  if (kind === 'course') {
    const [course] = await sectionOfCourse(db).execute({ tenantId, userId, sectionId, courseId: contentId })
    if (course === undefined) return null
    return { courseId: course.courseId, section: course.section, locked: course.locked, planItemId: 0, planId: null, refusal: courseRefusal(course) }
  }
  const found = await sectionOfPlan(db, { isNamed: planItemId !== undefined }).execute({ tenantId, userId, contentId, sectionId, planItemId })
  // A course may stand in a plan twice: then the learner is where the saved node says.
  const place = found.find((one) => one.planItemId === one.nodeItemId) ?? found[0]
  if (place === undefined) return null
  return { courseId: place.courseId, section: place.section, locked: place.locked, planItemId: place.planItemId, planId: contentId, refusal: placeRefusal(place, now) }
}

/**
 * Whether the learner finds the section of a place locked, whose record comes into being where the section was added or moved there since
 * the course was begun; null where the course is not begun.
 */
export async function findLock(tx: Db, place: StudyPlace, asked: AskedPlace): Promise<boolean | null> {
  if (place.locked !== null) return place.locked
  await addMissingRecords(tx, { ...asked, courseId: place.courseId })
  return (await findPlace(tx, asked))?.locked ?? null
}

/** Why nobody may be at an exam of a plan now, in the words of the refusal, null when it is open; no answer when the plan has no such exam. */
export async function findExamItem(db: Db, { tenantId, planId, planItemId, now }: { tenantId: number; planId: number; planItemId: number; now: Date }): Promise<{ refusal: string | null } | undefined> {
  const [item] = await db
    .select({ planForbidden: plans.forbidden, startsAt: plans.startsAt, endsAt: plans.endsAt })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planId, planId), eq(planItems.planItemId, planItemId), eq(planItems.kind, 'exam')))
  return item && { refusal: placeRefusal({ ...item, forbidden: null, accessRefusal: null }, now) }
}
