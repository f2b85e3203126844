// levels           the ten levels and the points they need
// points_ledger    points given, once per event
// learner_totals   a learner's figure per metric and scope: the rows of every ranking, kept with every write
// rank_histogram   how many learners stand in each bucket of a ranking: the own rank without counting everybody
// rank_chunks      the crowded buckets in pieces: the own rank among equals without counting all of them
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, idOrZero, maybeId, moment, tenantId } from './columns.ts'

/** What is ranked: learned minutes, points, certificates, wrong questions in the book, score of the best attempt. */
const metric = () => text('metric', { enum: ['minutes', 'points', 'certificates', 'mistakes', 'examScore'] }).notNull()

/** Among whom: everybody of the tenant, the learners of a course or plan, the members of a class, the takers of an exam. */
const scope = () => text('scope', { enum: ['tenant', 'course', 'plan', 'class', 'exam'] }).notNull()

export const levels = pgTable('levels', {
  tenantId: tenantId(),
  /** 1 to 10, lowest first. */
  levelId: id('level_id'),
  name: text('name').notNull(),
  nameEn: text('name_en').notNull(),
  nameJa: text('name_ja').notNull(),
  pointsNeeded: integer('points_needed').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.levelId] })])

export const pointsLedger = pgTable('points_ledger', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  /** Cause and id, as `awardKey` spells them: `section:3201`, `course:3001`, `plan:5001`, `exam:8001`. */
  event: text('event').notNull(),
  points: integer('points').notNull(),
  courseId: maybeId('course_id'),
  planId: maybeId('plan_id'),
  awardedAt: moment('awarded_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.event] })])

export const learnerTotals = pgTable('learner_totals', {
  tenantId: tenantId(),
  metric: metric(),
  scope: scope(),
  /** Id of the course, plan, class or exam; 0 for the tenant. */
  scopeId: idOrZero('scope_id'),
  learnerId: id('learner_id'),
  value: bigint('value', { mode: 'number' }).notNull(),
  /** Bucket of the value (`bucketOf`). */
  bucket: integer('bucket').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.metric, t.scope, t.scopeId, t.learnerId] }),
  index('learner_totals_ranked').on(t.tenantId, t.metric, t.scope, t.scopeId, t.value.desc().nullsFirst(), t.learnerId),
])

export const rankHistogram = pgTable('rank_histogram', {
  tenantId: tenantId(),
  metric: metric(),
  scope: scope(),
  scopeId: idOrZero('scope_id'),
  bucket: integer('bucket').notNull(),
  learners: integer('learners').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.metric, t.scope, t.scopeId, t.bucket] })])

export const rankChunks = pgTable('rank_chunks', {
  tenantId: tenantId(),
  metric: metric(),
  scope: scope(),
  scopeId: idOrZero('scope_id'),
  bucket: integer('bucket').notNull(),
  /** Where the piece begins, in the order of the ranking: larger values first, then smaller learner ids. */
  fromValue: bigint('from_value', { mode: 'number' }).notNull(),
  fromLearnerId: idOrZero('from_learner_id'),
  learners: integer('learners').notNull(),
}, (t) => [primaryKey({ name: 'rank_chunks_pk', columns: [t.tenantId, t.metric, t.scope, t.scopeId, t.bucket, t.fromValue, t.fromLearnerId] })])
