import { and, asc, desc, eq, gt, isNotNull, or, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { atMost, given, prepared } from '../db/prepared.ts'
import { sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { planItems } from '../db/schema/plans.ts'
import { studyLedger } from '../db/schema/study.ts'
import { withCommit } from '../db/tx.ts'
import type { NotCountedReason } from '../rules/study.ts'
import type { Who } from './who.ts'

export type LedgerEntry = Who & {
  visitId: number
  courseId: number
  sectionId: number
  planItemId: number
  fromAt: Date
  toAt: Date
  countedSeconds: number
  notCountedSeconds: number
  reason: NotCountedReason | null
}

const ofLearner = and(eq(studyLedger.tenantId, given('tenantId')), eq(studyLedger.learnerId, given('userId')))

const entryWritten = prepared((db) =>
  db
    .insert(studyLedger)
    .values({
      tenantId: given('tenantId'),
      learnerId: given('userId'),
      entryId: given('entryId'),
      visitId: given('visitId'),
      courseId: given('courseId'),
      sectionId: given('sectionId'),
      planItemId: given('planItemId'),
      fromAt: given('fromAt'),
      toAt: given('toAt'),
      countedSeconds: given('countedSeconds'),
      notCountedSeconds: given('notCountedSeconds'),
      reason: given('reason'),
    })
    .prepare('ledger_entry_written'),
)

/** Writes one stretch of a visit. */
export async function writeEntry(tx: Db, entry: LedgerEntry): Promise<void> {
  await entryWritten(tx).execute({ ...entry, entryId: newId() })
}

const newestEntry = prepared((db) =>
  db
    .select({ entryId: studyLedger.entryId, reason: studyLedger.reason })
    .from(studyLedger)
    .where(and(ofLearner, eq(studyLedger.courseId, given('courseId')), eq(studyLedger.visitId, given('visitId'))))
    .orderBy(desc(studyLedger.fromAt), desc(studyLedger.entryId))
    .limit(atMost(1))
    .prepare('ledger_entry_newest'),
)
const entryContinued = prepared((db) =>
  db
    .update(studyLedger)
    .set({
      toAt: given('toAt'),
      countedSeconds: sql`${studyLedger.countedSeconds} + ${given('countedSeconds')}`,
      notCountedSeconds: sql`${studyLedger.notCountedSeconds} + ${given('notCountedSeconds')}`,
    })
    .where(and(ofLearner, eq(studyLedger.entryId, given('entryId'))))
    .prepare('ledger_entry_continued'),
)

/** Adds to the newest stretch of the visit when it goes on for the same reason, else begins another: the last write of a transaction. */
export async function continueEntry(tx: Db, entry: LedgerEntry): Promise<void> {
  const [newest] = await newestEntry(tx).execute(entry)
  if (newest === undefined || newest.reason !== entry.reason) return withCommit(tx, [writeEntry(tx, entry)])
  await withCommit(tx, [entryContinued(tx).execute({ ...entry, entryId: newest.entryId })])
}

export type LedgerSection = {
  sectionId: number
  chapterId: number
  name: string
  countedMinutes: number
  notCounted: { reason: NotCountedReason; seconds: number }[]
}

/** Counted minutes of each section of a course or plan in the order of study, those of sections that are gone without a name, and the seconds that did not count, by reason. */
export async function readLedger(db: Db, { tenantId, userId, kind, contentId }: Who & { kind: 'course' | 'plan'; contentId: number }): Promise<LedgerSection[]> {
  const inContent = and(
    eq(enrolments.tenantId, tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, 'course'),
    kind === 'course' ? and(eq(enrolments.contentId, contentId), eq(enrolments.planItemId, 0)) : eq(enrolments.planId, contentId),
  )
  const minutes = db
    .select({
      sectionId: sectionRecords.sectionId,
      chapterId: sql<number>`coalesce(${sections.chapterId}, 0)`.mapWith(sections.chapterId),
      name: sql<string>`coalesce(${sections.name}, '')`,
      planItemId: sectionRecords.planItemId,
      countedMinutes: sectionRecords.learnedMinutes,
    })
    .from(enrolments)
    .innerJoin(
      sectionRecords,
      and(
        eq(sectionRecords.tenantId, enrolments.tenantId),
        eq(sectionRecords.learnerId, enrolments.learnerId),
        eq(sectionRecords.courseId, enrolments.contentId),
        eq(sectionRecords.planItemId, enrolments.planItemId),
      ),
    )
    .leftJoin(sections, and(eq(sections.tenantId, sectionRecords.tenantId), eq(sections.sectionId, sectionRecords.sectionId)))
    .leftJoin(planItems, and(eq(planItems.tenantId, sectionRecords.tenantId), eq(planItems.planItemId, sectionRecords.planItemId)))
    // What was studied of a section that is gone is part of the learned time as before.
    .where(and(inContent, or(isNotNull(sections.sectionId), gt(sectionRecords.learnedMinutes, 0))))
    // By the items as the plan has them: who reads it tells the places of a course that stands in it twice by their order.
    .orderBy(asc(planItems.position), asc(sectionRecords.planItemId), asc(sections.position), asc(sectionRecords.sectionId))
  const stretches = db
    .select({
      sectionId: studyLedger.sectionId,
      planItemId: studyLedger.planItemId,
      reason: studyLedger.reason,
      seconds: sum(studyLedger.notCountedSeconds).mapWith(Number),
    })
    .from(enrolments)
    .innerJoin(
      studyLedger,
      and(
        eq(studyLedger.tenantId, enrolments.tenantId),
        eq(studyLedger.learnerId, enrolments.learnerId),
        eq(studyLedger.courseId, enrolments.contentId),
        eq(studyLedger.planItemId, enrolments.planItemId),
      ),
    )
    .where(inContent)
    .groupBy(studyLedger.sectionId, studyLedger.planItemId, studyLedger.reason)
  const [counted, entries] = await Promise.all([minutes, stretches])
  const bySection = Map.groupBy(entries, ({ sectionId, planItemId }) => `${sectionId} ${planItemId}`)
  return counted.map(({ planItemId, ...section }) => ({
    ...section,
    notCounted: (bySection.get(`${section.sectionId} ${planItemId}`) ?? []).flatMap(({ reason, seconds }) => (reason !== null && seconds > 0 ? [{ reason, seconds }] : [])),
  }))
}
