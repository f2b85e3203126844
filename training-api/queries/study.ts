import { and, asc, desc, eq, isNull, lt, sql, sum } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { resources, sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { studyLedger, studyPositions, studyVisits } from '../db/schema/study.ts'
import { acceptedMinutes, elapsedMinutes, judgeBeat, maxBeatSeconds, maxVisitMinutes } from '../rules/study.ts'
import { withTx } from '../db/tx.ts'
import type { BeatState, NotCountedReason } from '../rules/study.ts'
import type { StudyPlace } from './enrolment.ts'
import { changeSection, nothingNew } from './progress.ts'
import type { Outcome } from './progress.ts'
import { bestReported } from './simulation.ts'
import type { Who } from './who.ts'

export type VisitAnswer = { verdict: 'done'; outcome: Outcome } | { verdict: 'notBegun' } | { verdict: 'locked' } | { verdict: 'unproven' }
type SectionPlace = Who & { place: StudyPlace; sectionId: number; now: Date }

/** Opens a visit of a section. A visit of another section is closed with what its heartbeats have proven. */
export async function startVisit(tx: Db, { tenantId, userId, place, sectionId, now }: SectionPlace): Promise<VisitAnswer> {
  const who = { tenantId, userId }
  const access = await sectionAccess(tx, { ...who, place, sectionId })
  if (access !== 'open') return { verdict: access }
  const open = await tx
    .select()
    .from(studyVisits)
    .where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.learnerId, userId), isNull(studyVisits.endedAt)))
    .orderBy(asc(studyVisits.sectionId), asc(studyVisits.planItemId))
    .for('update')
  const outcomes: Outcome[] = []
  let running = false
  for (const visit of open) {
    const same = visit.sectionId === sectionId && visit.planItemId === place.planItemId
    // Another window of the same section goes on in the visit that is open; one forgotten for too long does not.
    if (same && elapsedMinutes(visit.startedAt, now) < maxVisitMinutes) running = true
    else outcomes.push(await closeForgotten(tx, { ...who, visit, now }))
  }
  if (!running) {
    await tx
      .insert(studyVisits)
      .values({ tenantId, visitId: newId(), learnerId: userId, sectionId, planItemId: place.planItemId, startedAt: now })
      .onConflictDoNothing()
  }
  outcomes.push((await changeSection(tx, { ...who, sectionId, planItemId: place.planItemId, change: { opened: true }, now })) ?? nothingNew)
  return { verdict: 'done', outcome: together(outcomes) }
}

/** Ends the open visit of a section and adds its minutes; without an open visit, as on a repetition, nothing changes. */
export async function endVisit(tx: Db, { tenantId, userId, place, sectionId, reportedMinutes, now }: SectionPlace & { reportedMinutes: number }): Promise<VisitAnswer> {
  const [visit] = await tx
    .select()
    .from(studyVisits)
    .where(
      and(
        eq(studyVisits.tenantId, tenantId),
        eq(studyVisits.learnerId, userId),
        eq(studyVisits.sectionId, sectionId),
        eq(studyVisits.planItemId, place.planItemId),
        isNull(studyVisits.endedAt),
      ),
    )
    .for('update')
  if (visit === undefined) return { verdict: 'done', outcome: nothingNew }
  const { startedAt, countedSeconds } = visit
  const addMinutes = acceptedMinutes({ startedAt, endedAt: now, reportedMinutes, countedSeconds })
  await tx
    .update(studyVisits)
    .set({ endedAt: now, reportedMinutes: Math.min(reportedMinutes, 1_000_000), addedMinutes: addMinutes })
    .where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.visitId, visit.visitId)))
  const entry = { tenantId, userId, visitId: visit.visitId, courseId: place.courseId, sectionId, planItemId: place.planItemId, fromAt: startedAt, toAt: now }
  const unproven = addMinutes * 60 - countedSeconds
  if (unproven > 0) await writeEntry(tx, { ...entry, countedSeconds: unproven, notCountedSeconds: 0, reason: null })
  const refused = Math.min(reportedMinutes, 24 * 60) - addMinutes
  if (refused > 0) {
    await writeEntry(tx, { ...entry, countedSeconds: 0, notCountedSeconds: refused * 60, reason: addMinutes === maxVisitMinutes ? 'limit' : 'clock' })
  }
  const change = { ended: true, addMinutes }
  const outcome = await changeSection(tx, { tenantId, userId, sectionId, planItemId: place.planItemId, change, now })
  return outcome === null ? { verdict: 'notBegun' } : { verdict: 'done', outcome }
}

/**
 * Takes the score of courseware or a simulation at a section; other sections are not decided by a reported score. What no simulation has
 * reported itself is `unproven`: a score above that is forged.
 */
export async function takeFraction(tx: Db, { tenantId, userId, place, sectionId, fraction, now }: SectionPlace & { fraction: number }): Promise<VisitAnswer> {
  const who = { tenantId, userId }
  const access = await sectionAccess(tx, { ...who, place, sectionId })
  if (access !== 'open') return { verdict: access }
  const scored = await scoredBy(tx, { tenantId, sectionId })
  if (scored === 'simulation' && fraction > (await bestReported(tx, { ...who, sectionId, planItemId: place.planItemId }))) return { verdict: 'unproven' }
  const change = scored === null ? { opened: true } : { opened: true, fraction }
  const outcome = await changeSection(tx, { ...who, sectionId, planItemId: place.planItemId, change, now })
  return outcome === null ? { verdict: 'notBegun' } : { verdict: 'done', outcome }
}

async function sectionAccess(tx: Db, { tenantId, userId, place, sectionId }: Who & { place: StudyPlace; sectionId: number }): Promise<'open' | 'locked' | 'notBegun'> {
  const [record] = await tx
    .select({ locked: sectionRecords.locked, position: sections.position })
    .from(sectionRecords)
    .innerJoin(sections, and(eq(sections.tenantId, sectionRecords.tenantId), eq(sections.sectionId, sectionRecords.sectionId)))
    .where(
      and(
        eq(sectionRecords.tenantId, tenantId),
        eq(sectionRecords.learnerId, userId),
        eq(sectionRecords.planItemId, place.planItemId),
        eq(sectionRecords.sectionId, sectionId),
      ),
    )
  if (record === undefined) return 'notBegun'
  return record.locked && record.position > 1 ? 'locked' : 'open'
}

async function scoredBy(tx: Db, { tenantId, sectionId }: { tenantId: number; sectionId: number }): Promise<'simulation' | 'courseware' | null> {
  const [section] = await tx
    .select({ kind: sections.kind, resourceKind: resources.kind })
    .from(sections)
    .leftJoin(resources, and(eq(resources.tenantId, sections.tenantId), eq(resources.resourceId, sections.resourceId)))
    .where(and(eq(sections.tenantId, tenantId), eq(sections.sectionId, sectionId)))
  if (section?.kind === 'simulation') return 'simulation'
  return section?.resourceKind === 'courseware' ? 'courseware' : null
}

async function closeForgotten(tx: Db, { tenantId, userId, visit, now }: Who & { visit: typeof studyVisits.$inferSelect; now: Date }): Promise<Outcome> {
  const { startedAt, lastBeatAt, countedSeconds, visitId, sectionId, planItemId } = visit
  const addMinutes = acceptedMinutes({ startedAt, endedAt: lastBeatAt ?? startedAt, reportedMinutes: 0, countedSeconds })
  await tx
    .update(studyVisits)
    .set({ endedAt: lastBeatAt ?? startedAt, addedMinutes: addMinutes })
    .where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.visitId, visitId)))
  if (countedSeconds === 0) return nothingNew
  return (await changeSection(tx, { tenantId, userId, sectionId, planItemId, change: { ended: true, addMinutes }, now })) ?? nothingNew
}

/** How long, in milliseconds, the heartbeats of a visit are missing before the visit counts as left. */
const silenceMs = 60 * 60 * 1000

/** Closes visits whose heartbeats have stopped an hour ago, so that their proven time counts without another visit. */
export async function closeSilentVisits(db: Database, { now }: { now: Date }): Promise<void> {
  const silent = and(isNull(studyVisits.endedAt), lt(studyVisits.lastBeatAt, new Date(now.getTime() - silenceMs)))
  const found = await db.select({ tenantId: studyVisits.tenantId, visitId: studyVisits.visitId }).from(studyVisits).where(silent).limit(500)
  for (const { tenantId, visitId } of found) {
    await withTx(db, async (tx) => {
      const [visit] = await tx.select().from(studyVisits).where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.visitId, visitId), silent)).for('update')
      if (visit !== undefined) await closeForgotten(tx, { tenantId, userId: visit.learnerId, visit, now })
    })
  }
}

function together(outcomes: readonly Outcome[]): Outcome {
  return { awards: outcomes.flatMap(({ awards }) => awards), certificates: outcomes.flatMap(({ certificates }) => certificates) }
}

type Entry = Who & {
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

async function writeEntry(tx: Db, { userId, ...entry }: Entry): Promise<void> {
  await tx.insert(studyLedger).values({ ...entry, learnerId: userId, entryId: newId() })
}

/** Adds to the newest stretch of the visit when it goes on for the same reason, else begins another. */
async function continueEntry(tx: Db, entry: Entry): Promise<void> {
  const own = and(eq(studyLedger.tenantId, entry.tenantId), eq(studyLedger.learnerId, entry.userId))
  const [newest] = await tx
    .select({ entryId: studyLedger.entryId, reason: studyLedger.reason })
    .from(studyLedger)
    .where(and(own, eq(studyLedger.courseId, entry.courseId), eq(studyLedger.visitId, entry.visitId)))
    .orderBy(desc(studyLedger.fromAt), desc(studyLedger.entryId))
    .limit(1)
  if (newest === undefined || newest.reason !== entry.reason) return writeEntry(tx, entry)
  await tx
    .update(studyLedger)
    .set({
      toAt: entry.toAt,
      countedSeconds: sql`${studyLedger.countedSeconds} + ${entry.countedSeconds}`,
      notCountedSeconds: sql`${studyLedger.notCountedSeconds} + ${entry.notCountedSeconds}`,
    })
    .where(and(own, eq(studyLedger.entryId, newest.entryId)))
}

export type BeatAnswer = {
  /** The visit the beat belongs to; null when there was never one of the section. */
  visitId: number | null
  countedSeconds: number
  notCountedSeconds: number
  reason: NotCountedReason | null
  /** Counted in this visit so far. */
  visitSeconds: number
}

/**
 * Counts a heartbeat of a section by the server's clock: only the learner's open visit counts, each beat once. Null when
 * the tenant has no such section.
 */
export async function countBeat(
  tx: Db,
  { tenantId, userId, sectionId, visitId, seq, activeSeconds, state, now }: Who & { sectionId: number; visitId: number | undefined; seq: number; activeSeconds: number; state: BeatState; now: Date },
): Promise<BeatAnswer | null> {
  const [section] = await tx
    .select({ courseId: sections.courseId })
    .from(sections)
    .where(and(eq(sections.tenantId, tenantId), eq(sections.sectionId, sectionId)))
  if (section === undefined) return null
  const [visit] = await tx
    .select()
    .from(studyVisits)
    .where(
      and(
        eq(studyVisits.tenantId, tenantId),
        eq(studyVisits.learnerId, userId),
        eq(studyVisits.sectionId, sectionId),
        visitId === undefined ? undefined : eq(studyVisits.visitId, visitId),
      ),
    )
    .orderBy(sql`${studyVisits.endedAt} is null desc`, desc(studyVisits.startedAt))
    .limit(1)
    .for('update')
  const claimed = Math.min(maxBeatSeconds, Math.max(0, Math.floor(activeSeconds)))
  if (visit === undefined) return { visitId: null, countedSeconds: 0, notCountedSeconds: claimed, reason: 'noVisit', visitSeconds: 0 }
  const { startedAt, lastBeatAt, planItemId } = visit
  if (seq <= visit.lastSeq) return { visitId: visit.visitId, countedSeconds: 0, notCountedSeconds: 0, reason: null, visitSeconds: visit.countedSeconds }

  const previousAt = lastBeatAt ?? startedAt
  const verdict =
    visit.endedAt === null
      ? judgeBeat({ state, activeSeconds, previousAt, at: now, countedSeconds: visit.countedSeconds })
      : { countedSeconds: 0, notCountedSeconds: claimed, reason: (await hasOpenVisit(tx, { tenantId, userId })) ? ('otherVisit' as const) : ('noVisit' as const) }
  const visitSeconds = visit.countedSeconds + verdict.countedSeconds
  await tx
    .update(studyVisits)
    .set({ lastSeq: seq, countedSeconds: visitSeconds, ...(visit.endedAt === null ? { lastBeatAt: now } : {}) })
    .where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.visitId, visit.visitId)))
  if (verdict.countedSeconds > 0 || verdict.notCountedSeconds > 0) {
    await continueEntry(tx, { tenantId, userId, visitId: visit.visitId, courseId: section.courseId, sectionId, planItemId, fromAt: previousAt, toAt: now, ...verdict })
  }
  return { visitId: visit.visitId, ...verdict, visitSeconds }
}

async function hasOpenVisit(tx: Db, { tenantId, userId }: Who): Promise<boolean> {
  const found = await tx
    .select({ visitId: studyVisits.visitId })
    .from(studyVisits)
    .where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.learnerId, userId), isNull(studyVisits.endedAt)))
    .limit(1)
  return found.length > 0
}

export type LedgerSection = {
  sectionId: number
  chapterId: number
  name: string
  countedMinutes: number
  notCounted: { reason: NotCountedReason; seconds: number }[]
}

/** Counted minutes of each section of a course or plan, and the seconds that did not count, by reason. */
export async function readLedger(db: Db, { tenantId, userId, kind, contentId }: Who & { kind: 'course' | 'plan'; contentId: number }): Promise<LedgerSection[]> {
  const inContent = and(
    eq(enrolments.tenantId, tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, 'course'),
    kind === 'course' ? and(eq(enrolments.contentId, contentId), eq(enrolments.planItemId, 0)) : eq(enrolments.planId, contentId),
  )
  const counted = await db
    .select({
      sectionId: sections.sectionId,
      chapterId: sections.chapterId,
      name: sections.name,
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
    .innerJoin(sections, and(eq(sections.tenantId, sectionRecords.tenantId), eq(sections.sectionId, sectionRecords.sectionId)))
    .where(inContent)
    .orderBy(asc(sectionRecords.planItemId), asc(sections.position))
  const entries = await db
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
  return counted.map(({ planItemId, ...section }) => ({
    ...section,
    notCounted: entries.flatMap((entry) =>
      entry.sectionId === section.sectionId && entry.planItemId === planItemId && entry.reason !== null && entry.seconds > 0
        ? [{ reason: entry.reason, seconds: entry.seconds }]
        : [],
    ),
  }))
}

export type Position = { position: number; suspendData: string | null; seq: number; updatedAt: Date }
type PositionKey = Who & { sectionId: number; resourceId: number }

const positionIs = ({ tenantId, userId, sectionId, resourceId }: PositionKey) =>
  and(
    eq(studyPositions.tenantId, tenantId),
    eq(studyPositions.learnerId, userId),
    eq(studyPositions.sectionId, sectionId),
    eq(studyPositions.resourceId, resourceId),
  )

const positionColumns = { position: studyPositions.position, suspendData: studyPositions.suspendData, seq: studyPositions.seq, updatedAt: studyPositions.updatedAt }

/** Where a learner was in a resource of a section; null when nothing is stored. */
export async function findPosition(db: Db, key: PositionKey): Promise<Position | null> {
  const [found] = await db.select(positionColumns).from(studyPositions).where(positionIs(key))
  return found ?? null
}

/** Stores where a learner is when `seq` is above the stored one, and returns what is stored then; null: no such section. */
export async function savePosition(
  tx: Db,
  { position, suspendData, seq, now, ...key }: PositionKey & { position: number; suspendData: string | null; seq: number; now: Date },
): Promise<Position | null> {
  const { tenantId, userId, sectionId, resourceId } = key
  const [section] = await tx
    .select({ sectionId: sections.sectionId })
    .from(sections)
    .where(and(eq(sections.tenantId, tenantId), eq(sections.sectionId, sectionId), eq(sections.resourceId, resourceId)))
  if (section === undefined) return null
  await tx
    .insert(studyPositions)
    .values({ tenantId, learnerId: userId, sectionId, resourceId, position, suspendData, seq, updatedAt: now })
    .onConflictDoUpdate({
      target: [studyPositions.tenantId, studyPositions.learnerId, studyPositions.sectionId, studyPositions.resourceId],
      set: { position, suspendData, seq, updatedAt: now },
      setWhere: lt(studyPositions.seq, seq),
    })
  return findPosition(tx, key)
}
