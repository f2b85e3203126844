import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { given, prepared } from '../db/prepared.ts'
import { sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { judgeBeat, maxBeatSeconds } from '../rules/study.ts'
import type { BeatState, NotCountedReason } from '../rules/study.ts'
import { continueEntry } from './ledger.ts'
import { findNamed, findNewest, hasOpen, noteBeat } from './visits.ts'
import type { Named } from './visits.ts'
import type { Who } from './who.ts'

export type BeatAnswer = {
  /** The visit the beat belongs to; null when there was never one of the section. */
  visitId: number | null
  countedSeconds: number
  notCountedSeconds: number
  reason: NotCountedReason | null
  /** Counted in this visit so far. */
  visitSeconds: number
}

/** A section's course, beside the places in which the learner has records of it and the courses these belong to: which place it is the visit will tell. */
export const coursesOfSection = prepared((db) =>
  db
    .select({ courseId: sections.courseId, planItemId: sectionRecords.planItemId, studiedIn: sectionRecords.courseId })
    .from(sections)
    .leftJoin(sectionRecords, and(eq(sectionRecords.tenantId, sections.tenantId), eq(sectionRecords.learnerId, given('userId')), eq(sectionRecords.sectionId, sections.sectionId)))
    .where(and(eq(sections.tenantId, given('tenantId')), eq(sections.sectionId, given('sectionId'))))
    .prepare('courses_of_section'),
)

/** The course that a place of a section belongs to for its learner: one that was moved is studied in the course it was begun in until its record comes along. Undefined without the section. */
export function studiedIn(places: { courseId: number; planItemId: number | null; studiedIn: number | null }[], planItemId: number): number | undefined {
  return places.find((one) => one.planItemId === planItemId)?.studiedIn ?? places[0]?.courseId
}

/**
 * Counts a heartbeat of a section by the server's clock: only the learner's open visit counts, each beat once. Null when
 * the tenant has no such section, and when the visit named is one of another place.
 */
export async function countBeat(
  tx: Db,
  { tenantId, userId, sectionId, planItemId: askedItemId, visitId, visitKey, seq, activeSeconds, state, now }: Who & Named & { sectionId: number; planItemId?: number | undefined; visitId: number | undefined; seq: number; activeSeconds: number; state: BeatState; now: Date },
): Promise<BeatAnswer | null> {
  const [places, named] = await Promise.all([coursesOfSection(tx).execute({ tenantId, userId, sectionId }), findNamed(tx, { tenantId, userId, sectionId, visitKey })])
  const [section] = places
  if (section === undefined) return null
  if (named !== undefined && askedItemId !== undefined && askedItemId !== named.planItemId) return null
  const visit = named ?? (await findNewest(tx, { tenantId, userId, sectionId, visitId, isUnnamed: visitKey !== undefined }))
  const claimed = Math.min(maxBeatSeconds, Math.max(0, Math.floor(activeSeconds)))
  if (visit === undefined) return { visitId: null, countedSeconds: 0, notCountedSeconds: claimed, reason: 'noVisit', visitSeconds: 0 }
  const { startedAt, lastBeatAt, planItemId } = visit
  if (seq <= visit.lastSeq) return { visitId: visit.visitId, countedSeconds: 0, notCountedSeconds: 0, reason: null, visitSeconds: visit.countedSeconds }

  const previousAt = lastBeatAt ?? startedAt
  const verdict =
    visit.endedAt === null
      ? judgeBeat({ state, activeSeconds, previousAt, at: now, countedSeconds: visit.countedSeconds })
      : { countedSeconds: 0, notCountedSeconds: claimed, reason: (await hasOpen(tx, { tenantId, userId })) ? ('otherVisit' as const) : ('noVisit' as const) }
  const visitSeconds = visit.countedSeconds + verdict.countedSeconds
  // The end of a visit that was closed without it is still to come where it has a name: it says of the same time what counted and what did not.
  const isToldLater = visit.endedAt !== null && visit.reportedMinutes === null && visit.visitKey !== null
  // In an open visit what one beat may not count can still count at the end, which judges all of it by the clock and says what it refuses.
  const explained = visit.endedAt === null && verdict.reason === 'clock' ? { ...verdict, notCountedSeconds: 0, reason: null } : verdict
  const courseId = studiedIn(places, planItemId) ?? section.courseId
  const hasEntry = !isToldLater && (explained.countedSeconds > 0 || explained.notCountedSeconds > 0)
  await Promise.all([
    noteBeat(tx, { tenantId, visitId: visit.visitId, seq, countedSeconds: visitSeconds, beatAt: visit.endedAt === null ? now : null }),
    hasEntry && continueEntry(tx, { tenantId, userId, visitId: visit.visitId, courseId, sectionId, planItemId, fromAt: previousAt, toAt: now, ...explained }),
  ])
  return { visitId: visit.visitId, ...verdict, visitSeconds }
}
