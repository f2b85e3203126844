import { and, asc, desc, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { atMost, given, prepared } from '../db/prepared.ts'
import { learners } from '../db/schema/learners.ts'
import { studyVisits } from '../db/schema/study.ts'
import type { Who } from './who.ts'

export type Visit = typeof studyVisits.$inferSelect

/** `visitKey` is the client's own name for a visit: markers and beats that carry it are never taken for another visit's. */
export type Named = { visitKey?: string | undefined }

const ofLearner = and(eq(studyVisits.tenantId, given('tenantId')), eq(studyVisits.learnerId, given('userId')))
const isVisit = and(eq(studyVisits.tenantId, given('tenantId')), eq(studyVisits.visitId, given('visitId')))
const isOpen = isNull(studyVisits.endedAt)

const learnerHeld = prepared((db) =>
  db
    .select({ learnerId: learners.learnerId })
    .from(learners)
    .where(and(eq(learners.tenantId, given('tenantId')), eq(learners.learnerId, given('userId'))))
    .for('update')
    .prepare('learner_held'),
)

/**
 * Lets the starts of one learner come one after the other. The row is the first that a start holds, and nothing that holds visits, section
 * records or enrolments asks for it, so that nobody waits in a circle.
 */
export async function holdLearner(tx: Db, { tenantId, userId }: Who): Promise<void> {
  await learnerHeld(tx).execute({ tenantId, userId })
}

const visitNamed = prepared((db) => db.select().from(studyVisits).where(and(ofLearner, eq(studyVisits.sectionId, given('sectionId')), eq(studyVisits.visitKey, given('visitKey')))).for('update').prepare('visit_named'))

/** The learner's visit of a section that has that name, held until the end of the transaction. */
export async function findNamed(tx: Db, { tenantId, userId, sectionId, visitKey }: Who & Named & { sectionId: number }): Promise<Visit | undefined> {
  return visitKey === undefined ? undefined : (await visitNamed(tx).execute({ tenantId, userId, sectionId, visitKey }))[0]
}

const visitsOpen = prepared((db) => db.select().from(studyVisits).where(and(ofLearner, isOpen)).orderBy(asc(studyVisits.sectionId), asc(studyVisits.planItemId)).for('update').prepare('visits_open'))

/** The learner's open visits, held in one order until the end of the transaction. */
export async function listOpen(tx: Db, { tenantId, userId }: Who): Promise<Visit[]> {
  return visitsOpen(tx).execute({ tenantId, userId })
}

const openInPlace = and(ofLearner, eq(studyVisits.sectionId, given('sectionId')), eq(studyVisits.planItemId, given('planItemId')), isOpen)
const visitInPlace = prepared((db) => db.select().from(studyVisits).where(openInPlace).for('update').prepare('visit_in_place'))
const unnamedInPlace = prepared((db) => db.select().from(studyVisits).where(and(openInPlace, isNull(studyVisits.visitKey))).for('update').prepare('visit_unnamed_in_place'))

/** The open visit of a section in a place, held until the end of the transaction; who has a name for another visit gets one without a name. */
export async function findOpen(tx: Db, { tenantId, userId, sectionId, planItemId, visitKey }: Who & Named & { sectionId: number; planItemId: number }): Promise<Visit | undefined> {
  const inPlace = visitKey === undefined ? visitInPlace : unnamedInPlace
  const [visit] = await inPlace(tx).execute({ tenantId, userId, sectionId, planItemId })
  return visit
}

const visitBegun = prepared((db) =>
  db
    .insert(studyVisits)
    .values({
      tenantId: given('tenantId'), visitId: given('visitId'), learnerId: given('userId'), sectionId: given('sectionId'), planItemId: given('planItemId'), visitKey: given('visitKey'), startedAt: given('now'),
    })
    .prepare('visit_begun'),
)

/** Writes a visit that begins now. */
export async function beginVisit(tx: Db, { visitKey, ...visit }: Who & Named & { sectionId: number; planItemId: number; now: Date }): Promise<void> {
  await visitBegun(tx).execute({ ...visit, visitId: newId(), visitKey: visitKey ?? null })
}

const visitReported = prepared((db) =>
  db.update(studyVisits).set({ endedAt: given('endedAt'), reportedMinutes: given('reportedMinutes'), addedMinutes: given('addedMinutes') }).where(isVisit).prepare('visit_reported'),
)

type Ended = { tenantId: number; visitId: number; endedAt: Date; addedMinutes: number }

/** Ends a visit with what its learner reports of it. */
export async function endReported(tx: Db, { reportedMinutes, ...ended }: Ended & { reportedMinutes: number }): Promise<void> {
  await visitReported(tx).execute({ ...ended, reportedMinutes: Math.min(reportedMinutes, 1_000_000) })
}

const visitLeft = prepared((db) => db.update(studyVisits).set({ endedAt: given('endedAt'), addedMinutes: given('addedMinutes') }).where(isVisit).prepare('visit_left'))

/** Ends a visit of which nobody has reported anything yet. */
export async function endLeft(tx: Db, ended: Ended): Promise<void> {
  await visitLeft(tx).execute(ended)
}

const visitSince = prepared((db) =>
  db
    .select({ visitId: studyVisits.visitId })
    .from(studyVisits)
    .where(and(ofLearner, gte(studyVisits.startedAt, given('since')), ne(studyVisits.visitId, given('visitId'))))
    .limit(atMost(1))
    .prepare('visit_since'),
)

/** Whether the learner has begun another visit at that time or later. */
export async function hasBegunSince(tx: Db, asked: Who & { visitId: number; since: Date }): Promise<boolean> {
  return (await visitSince(tx).execute(asked)).length > 0
}

const newestWhere = (name: string, ...narrower: SQL[]) =>
  prepared((db) =>
    db
      .select()
      .from(studyVisits)
      .where(and(ofLearner, eq(studyVisits.sectionId, given('sectionId')), ...narrower))
      .orderBy(sql`${studyVisits.endedAt} is null desc`, desc(studyVisits.startedAt))
      .limit(atMost(1))
      .for('update')
      .prepare(name),
  )
const [withId, withoutName] = [eq(studyVisits.visitId, given('visitId')), isNull(studyVisits.visitKey)]
const newest = {
  any: newestWhere('visit_newest'),
  withId: newestWhere('visit_newest_with_id', withId),
  withoutName: newestWhere('visit_newest_without_name', withoutName),
  withIdWithoutName: newestWhere('visit_newest_with_id_without_name', withId, withoutName),
}

/** The open visit of a section, else the one that began last, held until the end of the transaction; only the one with that id, or one without a name, where that is asked for. */
export async function findNewest(tx: Db, { tenantId, userId, sectionId, visitId, isUnnamed }: Who & { sectionId: number; visitId: number | undefined; isUnnamed: boolean }): Promise<Visit | undefined> {
  const which = visitId === undefined ? (isUnnamed ? newest.withoutName : newest.any) : isUnnamed ? newest.withIdWithoutName : newest.withId
  const [visit] = await which(tx).execute({ tenantId, userId, sectionId, visitId })
  return visit
}

const anyOpen = prepared((db) => db.select({ visitId: studyVisits.visitId }).from(studyVisits).where(and(ofLearner, isOpen)).limit(atMost(1)).prepare('visit_any_open'))

/** Whether the learner has an open visit. */
export async function hasOpen(tx: Db, { tenantId, userId }: Who): Promise<boolean> {
  return (await anyOpen(tx).execute({ tenantId, userId })).length > 0
}

const counted = { lastSeq: given('seq'), countedSeconds: given('countedSeconds') }
const beatNoted = prepared((db) => db.update(studyVisits).set({ ...counted, lastBeatAt: given('beatAt') }).where(isVisit).prepare('visit_beat'))
const lateBeatNoted = prepared((db) => db.update(studyVisits).set(counted).where(isVisit).prepare('visit_late_beat'))

/** Writes the number of a visit's last beat, what its beats have proven, and when it was heard of; a visit that has ended is heard of no more (null). */
export async function noteBeat(tx: Db, beat: { tenantId: number; visitId: number; seq: number; countedSeconds: number; beatAt: Date | null }): Promise<void> {
  await (beat.beatAt === null ? lateBeatNoted : beatNoted)(tx).execute(beat)
}
