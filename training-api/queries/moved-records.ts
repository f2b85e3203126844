import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { notes } from '../db/schema/notes.ts'
import { studyLedger } from '../db/schema/study.ts'
import { addLearnedMinutes } from './enrolment-state.ts'
import type { TotalChange } from './rankings.ts'
import type { Who } from './who.ts'

/** A learner's records of some sections in some places of study that should be of this course. */
export type OfCourse = Who & { courseId: number; sectionIds: readonly number[]; planItemIds: readonly number[] }

const ofAnother = ({ tenantId, userId, courseId, sectionIds, planItemIds }: OfCourse) =>
  and(
    eq(sectionRecords.tenantId, tenantId),
    eq(sectionRecords.learnerId, userId),
    sql`${sectionRecords.planItemId} = any(${sql.param(planItemIds)}::bigint[])`,
    sql`${sectionRecords.sectionId} = any(${sql.param(sectionIds)}::bigint[])`,
    ne(sectionRecords.courseId, courseId),
  )

/** Whether some of these sections were moved to the course from another one, and their records have not come along yet. */
export async function hasMovedRecords(db: Db, asked: OfCourse): Promise<boolean> {
  return (await db.select({ sectionId: sectionRecords.sectionId }).from(sectionRecords).where(ofAnother(asked)).limit(1)).length > 0
}

/**
 * Lets the records of sections that were moved to this course from another one be of this course, with all that was reached and the notes: their time
 * leaves the other course and comes to this one, whose enrolments there must be. Inside a transaction. Returns what is to be added to totals.
 */
export async function takeMovedRecords(tx: Db, asked: OfCourse): Promise<TotalChange[]> {
  const { tenantId, userId, courseId } = asked
  const moved = await tx
    .select({ sectionId: sectionRecords.sectionId, planItemId: sectionRecords.planItemId, courseId: sectionRecords.courseId, learnedMinutes: sectionRecords.learnedMinutes })
    .from(sectionRecords)
    .where(ofAnother(asked))
    .orderBy(sectionRecords.planItemId, sectionRecords.sectionId)
    .for('update')
  if (moved.length === 0) return []
  await tx.update(sectionRecords).set({ courseId }).where(ofAnother(asked))
  await tx
    .update(studyLedger)
    .set({ courseId })
    .where(
      and(
        eq(studyLedger.tenantId, tenantId),
        eq(studyLedger.learnerId, userId),
        sql`${studyLedger.courseId} = any(${sql.param(moved.map((one) => one.courseId))}::bigint[])`,
        sql`(${studyLedger.sectionId}, ${studyLedger.planItemId}) in (select * from unnest(${sql.param(moved.map((one) => one.sectionId))}::bigint[], ${sql.param(moved.map((one) => one.planItemId))}::bigint[]))`,
      ),
    )
  const alone = moved.filter(({ planItemId }) => planItemId === 0)
  // Inside a plan they are the plan's already.
  await tx
    .update(notes)
    .set({ contentId: courseId })
    .where(
      and(
        eq(notes.tenantId, tenantId),
        eq(notes.learnerId, userId),
        eq(notes.contentKind, 'course'),
        sql`(${notes.sectionId}, ${notes.contentId}) in (select * from unnest(${sql.param(alone.map(({ sectionId }) => sectionId))}::bigint[], ${sql.param(alone.map((one) => one.courseId))}::bigint[]))`,
      ),
    )
  const held = await holdMinutes(tx, { tenantId, userId, courseIds: [courseId, ...moved.map((one) => one.courseId)], planItemIds: moved.map(({ planItemId }) => planItemId) })
  const changes = moved
    .flatMap(({ planItemId, learnedMinutes, ...from }) => {
      const place = placeOf(from.courseId, planItemId)
      const left = held.get(place) ?? 0
      // A record that came to the other course without its time, as older servers moved them, takes none from there.
      const taken = Math.max(0, Math.min(learnedMinutes, left))
      held.set(place, left - taken)
      return taken === 0 ? [] : [{ courseId: from.courseId, planItemId, addMinutes: -taken }, { courseId, planItemId, addMinutes: taken }]
    })
    .toSorted((a, b) => a.courseId - b.courseId || a.planItemId - b.planItemId)
  for (const change of changes) await addLearnedMinutes(tx, { tenantId, userId, planId: null, ...change })
  // Minutes inside a plan are in no course's ranking, and of the plan's nothing has changed.
  return changes.filter(({ planItemId }) => planItemId === 0).map(({ courseId: scopeId, addMinutes: delta }) => ({ scope: 'course', scopeId, metric: 'minutes', delta }))
}

const placeOf = (courseId: number, planItemId: number) => `${courseId} ${planItemId}`

/** The learned minutes of enrolments in some courses in some places of study, held until the transaction ends: after records, by their courses, as whoever studies holds them. */
async function holdMinutes(tx: Db, { tenantId, userId, courseIds, planItemIds }: Who & { courseIds: readonly number[]; planItemIds: readonly number[] }): Promise<Map<string, number>> {
  const held = await tx
    .select({ courseId: enrolments.contentId, planItemId: enrolments.planItemId, learnedMinutes: enrolments.learnedMinutes })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.tenantId, tenantId),
        eq(enrolments.learnerId, userId),
        eq(enrolments.contentKind, 'course'),
        sql`${enrolments.contentId} = any(${sql.param(courseIds)}::bigint[])`,
        sql`${enrolments.planItemId} = any(${sql.param(planItemIds)}::bigint[])`,
      ),
    )
    .orderBy(enrolments.contentId, enrolments.planItemId)
    .for('update')
  return new Map(held.map((one) => [placeOf(one.courseId, one.planItemId), one.learnedMinutes]))
}
