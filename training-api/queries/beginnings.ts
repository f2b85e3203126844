import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { courses } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { withinTx } from '../db/tx.ts'
import { listChapters, startsLocked } from './catalogue.ts'
import type { PlainChapter, SectionRecord } from './catalogue.ts'
import { enrolmentIs, isPlanOf } from './enrolment-row.ts'
import { hasMovedRecords, takeMovedRecords } from './moved-records.ts'
import { addToTotals } from './rankings.ts'
import type { Who } from './who.ts'

/** Marks an enrolment as begun, making it when it was not assigned; false when it was begun before. */
export async function begin(
  tx: Db,
  place: Who & { kind: 'course' | 'plan'; contentId: number; planItemId?: number; planId?: number; sectionsTotal: number; now: Date },
): Promise<boolean> {
  const { tenantId, userId, kind, contentId, planItemId = 0, planId = null, sectionsTotal, now } = place
  const made = await tx
    .insert(enrolments)
    .values({
      tenantId,
      learnerId: userId,
      contentKind: kind,
      contentId,
      planItemId,
      planId,
      state: 'inProgress',
      sectionsTotal,
      assignedAt: now,
      startedAt: now,
      touchedAt: now,
    })
    .onConflictDoNothing({ target: [enrolments.tenantId, enrolments.learnerId, enrolments.contentKind, enrolments.contentId, enrolments.planItemId] })
    .returning({ contentId: enrolments.contentId })
  if (made.length > 0) return true
  const begun = await tx
    .update(enrolments)
    .set({ state: 'inProgress', startedAt: now, touchedAt: now })
    .where(and(enrolmentIs(place, kind, contentId, planItemId), eq(enrolments.state, 'notStarted')))
    .returning({ contentId: enrolments.contentId })
  return begun.length > 0
}

/** A statement carries 65,535 values, and a record has eight. */
const recordsAtOnce = 5_000

/** Gives a learner the records of these sections that are not there yet. */
export async function addRecords(
  tx: Db,
  { tenantId, userId, chapters, planItemId, sequential, now }: Who & { chapters: PlainChapter[]; planItemId: number; sequential: boolean; now: Date },
): Promise<void> {
  const records = chapters
    .flatMap((chapter) => chapter.sections)
    .map((section, index) => ({
      tenantId,
      learnerId: userId,
      planItemId,
      sectionId: section.id,
      courseId: section.courseId,
      recordId: newId(),
      locked: startsLocked(section, index === 0, sequential),
      updatedAt: now,
    }))
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    await tx
      .insert(sectionRecords)
      .values(records.slice(from, from + recordsAtOnce))
      .onConflictDoNothing({ target: [sectionRecords.tenantId, sectionRecords.learnerId, sectionRecords.planItemId, sectionRecords.sectionId] })
  }
}

/** Whether some of these sections have no record among these. */
export function lacksRecords(chapters: readonly PlainChapter[], records: readonly SectionRecord[]): boolean {
  const known = new Set(records.map(({ sectionId }) => sectionId))
  return chapters.some(({ sections }) => sections.some(({ id }) => !known.has(id)))
}

/**
 * Gives a learner the records of a course that came into being since it was begun: sections that were added or moved there, and the
 * course itself where it was added to a plan. In every place where the course or its plan is begun; nothing where none is.
 */
export async function addMissingRecords(db: Db, { tenantId, userId, courseId, now }: Who & { courseId: number; now: Date }): Promise<void> {
  const who = { tenantId, userId }
  const [own, inPlans] = await Promise.all([
    db
      .select({ sequential: courses.sequential })
      .from(enrolments)
      .innerJoin(courses, and(eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
      .where(and(enrolmentIs(who, 'course', courseId), ne(enrolments.state, 'notStarted'))),
    db
      .select({ planItemId: planItems.planItemId, planId: planItems.planId, planIsSequential: plans.sequential, courseIsSequential: courses.sequential })
      .from(planItems)
      .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
      .innerJoin(courses, and(eq(courses.tenantId, planItems.tenantId), eq(courses.courseId, planItems.childId)))
      .innerJoin(enrolments, and(isPlanOf(userId), ne(enrolments.state, 'notStarted')))
      .where(and(eq(planItems.tenantId, tenantId), eq(planItems.kind, 'course'), eq(planItems.childId, courseId)))
      .orderBy(planItems.planItemId),
  ])
  if (own.length + inPlans.length === 0) return
  const chapters = await listChapters(db, { tenantId, courseIds: [courseId] })
  const sectionsTotal = chapters.reduce((sum, { sections }) => sum + sections.length, 0)
  for (const { planItemId, planId } of inPlans) await begin(db, { ...who, kind: 'course', contentId: courseId, planItemId, planId, sectionsTotal, now })
  const present = { ...who, courseId, sectionIds: chapters.flatMap((chapter) => chapter.sections.map(({ id }) => id)), planItemIds: [...own.map(() => 0), ...inPlans.map(({ planItemId }) => planItemId)] }
  // Seldom, and all of it or nothing. Whoever goes on in the same transaction holds totals longer than others do, and is repeated where two wait in a circle.
  if (await hasMovedRecords(db, present)) await withinTx(db, async (tx) => addToTotals(tx, { ...who, changes: await takeMovedRecords(tx, present) }))
  for (const { sequential } of own) await addRecords(db, { ...who, chapters, planItemId: 0, sequential, now })
  for (const { planItemId, planIsSequential, courseIsSequential } of inPlans) {
    await addRecords(db, { ...who, chapters, planItemId, sequential: planIsSequential || courseIsSequential, now })
  }
}
