// study_visits      a section opened and left: start marker, heartbeats, end marker, minutes reported and added
// study_ledger      stretches of a visit: seconds that counted, and seconds that did not with the reason
// study_positions   second of a video, page of a document, state of a courseware package
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { figure, id, idOrZero, maybeId, moment, tenantId } from './columns.ts'

export const studyVisits = pgTable('study_visits', {
  tenantId: tenantId(),
  visitId: id('visit_id'),
  learnerId: id('learner_id'),
  sectionId: id('section_id'),
  planItemId: idOrZero('plan_item_id'),
  /** Made by the client, one per visit; absent from a client that names none. */
  visitKey: text('visit_key'),
  startedAt: moment('started_at').notNull(),
  /** Absent: still open. */
  endedAt: moment('ended_at'),
  lastBeatAt: moment('last_beat_at'),
  /** Number of the last beat; one that is not above it is a repetition. */
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
  /** Seconds that heartbeats have proven. */
  countedSeconds: integer('counted_seconds').notNull().default(0),
  reportedMinutes: integer('reported_minutes'),
  /** Minutes the end marker added to the section. */
  addedMinutes: integer('added_minutes'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.visitId] }),
  uniqueIndex('study_visits_open').on(t.tenantId, t.learnerId, t.sectionId, t.planItemId).where(sql`ended_at is null`),
  // The name at its end finds a visit of a section by it: an index of names alone would be a page more to write with each visit, twice.
  index('study_visits_newest_first').on(t.tenantId, t.learnerId, t.sectionId, t.planItemId, t.startedAt.desc().nullsFirst(), t.visitKey),
])

export const studyLedger = pgTable('study_ledger', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  entryId: id('entry_id'),
  visitId: maybeId('visit_id'),
  courseId: id('course_id'),
  sectionId: id('section_id'),
  planItemId: idOrZero('plan_item_id'),
  fromAt: moment('from_at').notNull(),
  toAt: moment('to_at').notNull(),
  countedSeconds: integer('counted_seconds').notNull(),
  notCountedSeconds: integer('not_counted_seconds').notNull().default(0),
  /** Why seconds did not count; absent when all did. */
  reason: text('reason', { enum: ['idle', 'hidden', 'paused', 'clock', 'otherVisit', 'noVisit', 'limit'] }),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.learnerId, t.entryId] }),
  index('study_ledger_of_a_course').on(t.tenantId, t.learnerId, t.courseId, t.fromAt.desc().nullsFirst()),
])

export const studyPositions = pgTable('study_positions', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  sectionId: id('section_id'),
  resourceId: id('resource_id'),
  position: figure('position').notNull(),
  suspendData: text('suspend_data'),
  /** Only a greater one replaces what is stored. */
  seq: bigint('seq', { mode: 'number' }).notNull(),
  updatedAt: moment('updated_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.sectionId, t.resourceId] })])
