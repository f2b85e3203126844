import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db } from '../db/client.ts'
import { resources, sections } from '../db/schema/courses.ts'
import { studyVisits } from '../db/schema/study.ts'
import { acceptedMinutes, elapsedMinutes, maxVisitMinutes } from '../rules/study.ts'
import type { NotCountedReason } from '../rules/study.ts'
import { troubleOf } from '../rules/troubles.ts'
import { withTx } from '../db/tx.ts'
import { coursesOfSection, studiedIn } from './beats.ts'
import { writeEntry } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import { changeSection, conclude, nothingNew, together } from './progress.ts'
import type { Outcome, Pending } from './progress.ts'
import { changeByOpening } from './section-exams.ts'
import { bestReported } from './simulation.ts'
import type { StudiedSection } from './studied-section.ts'
import { findLock, findPlace } from './study-place.ts'
import type { AskedPlace, StudyPlace } from './study-place.ts'
import { beginVisit, endLeft, endReported, findNamed, findOpen, hasBegunSince, holdLearner, listOpen } from './visits.ts'
import type { Named, Visit } from './visits.ts'
import type { Who } from './who.ts'

/** `closed`: nobody may study there now, in the words of the refusal. */
type Barred = { verdict: 'notBegun' } | { verdict: 'locked' } | { verdict: 'closed'; refusal: string }
export type VisitAnswer = { verdict: 'done'; outcome: Outcome } | Barred | { verdict: 'unproven' } | { verdict: 'missing' }

/**
 * Opens a visit of a section. A visit of another section is closed with what its heartbeats have proven, and so is another
 * visit of the same section where both have names. A repeated start of a named visit changes nothing, also after its end.
 */
export async function startVisit(tx: Db, { chapterId, visitKey, ...asked }: AskedPlace & Named & { chapterId: number | undefined }): Promise<VisitAnswer> {
  const { tenantId, userId, sectionId, now } = asked
  const who = { tenantId, userId }
  // Sent along together and answered in this order: what is looked at is as the start before this one has left it.
  const [, place, known, open] = await Promise.all([holdLearner(tx, who), findPlace(tx, asked), findNamed(tx, { ...who, sectionId, visitKey }), listOpen(tx, who)])
  // Only a beginning: a section that has been moved since keeps the time of those who are in it.
  if (place === null || (chapterId !== undefined && chapterId !== place.section.chapterId)) return { verdict: 'missing' }
  if (known !== undefined) return { verdict: 'done', outcome: nothingNew }
  // Before the look at what bars, which may make the records of a moved section: standings are held before records.
  const change = await changeByOpening(tx, { ...who, section: place.section, planItemId: place.planItemId })
  const barred = await findBar(tx, place, asked)
  if (barred !== null) return barred
  const outcomes: Pending[] = []
  let running = false
  for (const visit of open) {
    const same = visit.sectionId === sectionId && visit.planItemId === place.planItemId && (visitKey === undefined || visit.visitKey === null)
    // Another window of the same section goes on in the visit that is open; one forgotten for too long does not.
    if (same && elapsedMinutes(visit.startedAt, now) < maxVisitMinutes) running = true
    else outcomes.push(await closeForgotten(tx, { ...who, visit }))
  }
  const inPlace = { ...who, sectionId, planItemId: place.planItemId, now }
  const [, opened] = await Promise.all([running ? null : beginVisit(tx, { ...inPlace, visitKey }), changeSection(tx, { ...inPlace, change, known: place.section })])
  return { verdict: 'done', outcome: await conclude(tx, who, together([...outcomes, opened ?? nothingNew])) }
}

/**
 * Ends the open visit of a section, or the one named, and adds its minutes; without an open visit, as on a repetition, nothing
 * changes. A named visit that the server has closed meanwhile gets what its learner can still report (`endLate`).
 */
export async function endVisit(tx: Db, { visitKey, reportedMinutes, ...asked }: AskedPlace & Named & { reportedMinutes: number }): Promise<VisitAnswer> {
  const { tenantId, userId, sectionId, now } = asked
  const who = { tenantId, userId }
  const [place, known] = await Promise.all([findPlace(tx, asked), findNamed(tx, { ...who, sectionId, visitKey })])
  // Only a visit with a name is known where its section, moved to another course meanwhile, is not.
  if (place === null && known === undefined) return { verdict: 'missing' }
  // A name belongs to the place where its visit was begun. Beside a course there are no items to mix up; in a plan the place may be a guess, which a named visit knows better.
  const askedItemId = asked.kind === 'course' ? 0 : asked.planItemId
  if (known !== undefined && askedItemId !== undefined && askedItemId !== known.planItemId) return { verdict: 'missing' }
  // A visit with another name is another one's to end.
  const visit = known ?? (place === null ? undefined : await findOpen(tx, { ...who, sectionId, planItemId: place.planItemId, visitKey }))
  if (visit === undefined) return { verdict: 'done', outcome: nothingNew }
  const courseId = place?.courseId ?? studiedIn(await coursesOfSection(tx).execute({ tenantId, userId, sectionId }), visit.planItemId)
  if (courseId === undefined) return { verdict: 'missing' }
  if (visit.endedAt !== null) return endLate(tx, { ...who, courseId, visit, endedAt: visit.endedAt, reportedMinutes, now })
  const { startedAt, countedSeconds } = visit
  const addMinutes = acceptedMinutes({ startedAt, endedAt: now, reportedMinutes, countedSeconds })
  const entry = { tenantId, userId, visitId: visit.visitId, courseId, sectionId: visit.sectionId, planItemId: visit.planItemId, fromAt: startedAt, toAt: now }
  const unproven = addMinutes * 60 - countedSeconds
  // Sent along together: visits, then records and enrolments, as everybody holds them.
  const [, , , answer] = await Promise.all([
    endReported(tx, { tenantId, visitId: visit.visitId, endedAt: now, reportedMinutes, addedMinutes: addMinutes }),
    unproven > 0 && writeEntry(tx, { ...entry, countedSeconds: unproven, notCountedSeconds: 0, reason: null }),
    writeRefused(tx, { ...entry, reportedMinutes, accepted: addMinutes, otherwise: 'clock' }),
    addStudied(tx, { ...who, visit, addMinutes, known: place?.section, now }),
  ])
  return answer
}

/** Puts the minutes into the ledger that were reported and not accepted. */
async function writeRefused(tx: Db, { reportedMinutes, accepted, otherwise, ...entry }: Omit<LedgerEntry, 'countedSeconds' | 'notCountedSeconds' | 'reason'> & { reportedMinutes: number; accepted: number; otherwise: NotCountedReason }): Promise<void> {
  const refused = Math.min(reportedMinutes, 24 * 60) - accepted
  if (refused > 0) await writeEntry(tx, { ...entry, countedSeconds: 0, notCountedSeconds: refused * 60, reason: accepted === maxVisitMinutes ? 'limit' : otherwise })
}

async function addStudied(tx: Db, { tenantId, userId, visit, addMinutes, known, now }: Who & { visit: Visit; addMinutes: number; known?: StudiedSection | undefined; now: Date }): Promise<VisitAnswer> {
  const { sectionId, planItemId } = visit
  const outcome = await changeSection(tx, { tenantId, userId, sectionId, planItemId, change: { ended: true, addMinutes }, known, now })
  return outcome === null ? { verdict: 'notBegun' } : { verdict: 'done', outcome: await conclude(tx, { tenantId, userId }, outcome) }
}

/**
 * The end of a visit that the server had closed by itself: the minutes its heartbeats had not proven, once. Where the learner has begun no
 * other visit since, only the network was silent: what lies behind the last heartbeat counts as for any end.
 */
async function endLate(tx: Db, { tenantId, userId, courseId, visit, endedAt, reportedMinutes, now }: Who & { courseId: number; visit: Visit; endedAt: Date; reportedMinutes: number; now: Date }): Promise<VisitAnswer> {
  if (visit.reportedMinutes !== null) return { verdict: 'done', outcome: nothingNew }
  const { visitId, startedAt, countedSeconds, sectionId, planItemId } = visit
  const wentOn = await hasBegunSince(tx, { tenantId, userId, visitId, since: endedAt })
  const until = wentOn ? endedAt : now
  const before = visit.addedMinutes ?? 0
  const accepted = Math.max(before, acceptedMinutes({ startedAt, endedAt: until, reportedMinutes, countedSeconds }))
  await endReported(tx, { tenantId, visitId, endedAt: until, reportedMinutes, addedMinutes: accepted })
  const entry = { tenantId, userId, visitId, courseId, sectionId, planItemId, fromAt: startedAt, toAt: until }
  const addMinutes = accepted - before
  if (addMinutes > 0) await writeEntry(tx, { ...entry, countedSeconds: addMinutes * 60, notCountedSeconds: 0, reason: null })
  await writeRefused(tx, { ...entry, reportedMinutes, accepted, otherwise: wentOn ? 'otherVisit' : 'clock' })
  // Also without a minute more: a section may need no more than an end.
  return addStudied(tx, { tenantId, userId, visit, addMinutes, now: until })
}

/**
 * Takes the score of courseware or a simulation at a section; other sections are not decided by a reported score. What no simulation has
 * reported itself is `unproven`: a score above that is forged.
 */
export async function takeFraction(tx: Db, { place, fraction, ...asked }: AskedPlace & { place: StudyPlace; fraction: number }): Promise<VisitAnswer> {
  const { tenantId, userId, sectionId, now } = asked
  const who = { tenantId, userId }
  const barred = await findBar(tx, place, asked)
  if (barred !== null) return barred
  const scored = await scoredBy(tx, { tenantId, sectionId })
  if (scored === 'simulation' && fraction > (await bestReported(tx, { ...who, sectionId, planItemId: place.planItemId }))) return { verdict: 'unproven' }
  const change = scored === null ? { opened: true } : { opened: true, fraction }
  const outcome = await changeSection(tx, { ...who, sectionId, planItemId: place.planItemId, change, now })
  return outcome === null ? { verdict: 'notBegun' } : { verdict: 'done', outcome: await conclude(tx, who, outcome) }
}

/** What keeps a learner from studying a section at a place; null when nothing does. */
async function findBar(tx: Db, place: StudyPlace, asked: AskedPlace): Promise<Barred | null> {
  if (place.refusal !== null) return { verdict: 'closed', refusal: place.refusal }
  const locked = await findLock(tx, place, asked)
  return locked === null ? { verdict: 'notBegun' } : locked ? { verdict: 'locked' } : null
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

/** Ends a visit with its last heartbeat: what it brings is of then, also where it is closed the day after. */
async function closeForgotten(tx: Db, { tenantId, userId, visit }: Who & { visit: Visit }): Promise<Pending> {
  const { startedAt, lastBeatAt, countedSeconds, visitId, sectionId, planItemId } = visit
  const endedAt = lastBeatAt ?? startedAt
  const addMinutes = acceptedMinutes({ startedAt, endedAt, reportedMinutes: 0, countedSeconds })
  const [, studied] = await Promise.all([
    endLeft(tx, { tenantId, visitId, endedAt, addedMinutes: addMinutes }),
    countedSeconds === 0 ? null : changeSection(tx, { tenantId, userId, sectionId, planItemId, change: { ended: true, addMinutes }, now: endedAt }),
  ])
  return studied ?? nothingNew
}

/** How long, in milliseconds, the heartbeats of a visit are missing before the visit counts as left. */
const silenceMs = 60 * 60 * 1000

/** How many visits are closed at a time; the rest waits for the next time. */
const mostClosings = 10_000

/**
 * Closes visits whose heartbeats have stopped an hour ago, so that their proven time counts without another visit. One that never had
 * a heartbeat stays open: its end marker may still bring its minutes (contract 5.2).
 */
export async function closeSilentVisits(db: Database, { now, log, stopping }: { now: Date; log: Logger; stopping?: AbortSignal }): Promise<void> {
  const silent = and(isNull(studyVisits.endedAt), lt(studyVisits.lastBeatAt, new Date(now.getTime() - silenceMs)))
  const found = await db
    .select({ tenantId: studyVisits.tenantId, visitId: studyVisits.visitId })
    .from(studyVisits)
    .where(silent)
    // In the order of the index of open visits, so that only those are read. One by the last heartbeat would have to follow each heartbeat.
    .orderBy(asc(studyVisits.tenantId), asc(studyVisits.learnerId), asc(studyVisits.sectionId), asc(studyVisits.planItemId))
    .limit(mostClosings)
  for (const { tenantId, visitId } of found) {
    if (stopping?.aborted) return
    try {
      await withTx(db, async (tx) => {
        const [visit] = await tx.select().from(studyVisits).where(and(eq(studyVisits.tenantId, tenantId), eq(studyVisits.visitId, visitId), silent)).for('update')
        if (visit === undefined) return
        const who = { tenantId, userId: visit.learnerId }
        await conclude(tx, who, await closeForgotten(tx, { ...who, visit }))
      })
    } catch (fault) {
      // One that cannot be closed keeps nobody else's time back; a database that is away is no visit's fault.
      const trouble = troubleOf(fault)
      if (trouble !== null && trouble !== 'busy') throw fault
      log.error({ err: fault, tenantId, visitId }, 'a visit could not be closed')
    }
  }
}
