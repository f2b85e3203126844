import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
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
 * Lets the records of sections that were moved to this course from another one be of this course, with all that was reached: their time
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
  // Records first, then enrolments by their courses: as whoever studies holds them.
  const changes = moved
    .filter(({ learnedMinutes }) => learnedMinutes > 0)
    .flatMap(({ planItemId, learnedMinutes, ...from }) => [{ courseId: from.courseId, planItemId, addMinutes: -learnedMinutes }, { courseId, planItemId, addMinutes: learnedMinutes }])
    .toSorted((a, b) => a.courseId - b.courseId || a.planItemId - b.planItemId)
  for (const change of changes) await addLearnedMinutes(tx, { tenantId, userId, planId: null, ...change })
  // Minutes inside a plan are in no course's ranking, and of the plan's nothing has changed.
  return changes.filter(({ planItemId }) => planItemId === 0).map(({ courseId: scopeId, addMinutes: delta }) => ({ scope: 'course', scopeId, metric: 'minutes', delta }))
}
