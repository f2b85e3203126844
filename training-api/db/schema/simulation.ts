// simulations           simulations of the external service
// simulation_tasks      what a simulation scores, and the question that an unscored task puts into the wrong-question book
// simulation_requests   one launch: request id, hash of its ticket, for whom and what; used once
// simulation_results    what the simulation reported
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { figure, id, idOrZero, maybeId, moment, tenantId } from './columns.ts'

/** One scored row of a simulation result. */
export type SimulationRow = { teachingPoint: string; task: string; score: number; scored: boolean }

export const simulations = pgTable('simulations', {
  tenantId: tenantId(),
  simulationId: id('simulation_id'),
  title: text('title').notNull(),
  /** Only `web` opens in the browser. */
  platform: text('platform', { enum: ['web', 'client'] }).notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.simulationId] })])

export const simulationTasks = pgTable('simulation_tasks', {
  tenantId: tenantId(),
  simulationId: id('simulation_id'),
  position: integer('position').notNull(),
  teachingPoint: text('teaching_point').notNull(),
  task: text('task').notNull(),
  score: figure('score').notNull(),
  questionId: id('question_id'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.simulationId, t.position] })])

export const simulationRequests = pgTable('simulation_requests', {
  tenantId: tenantId(),
  requestId: id('request_id'),
  learnerId: id('learner_id'),
  simulationId: id('simulation_id'),
  /** Section or exam it was issued for, in which plan item. */
  sectionId: maybeId('section_id'),
  examId: maybeId('exam_id'),
  planItemId: idOrZero('plan_item_id'),
  ticketHash: text('ticket_hash').notNull(),
  issuedAt: moment('issued_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** When the simulation reported: the ticket is spent. */
  reportedAt: moment('reported_at'),
  /** When an answer was started for it. */
  usedAt: moment('used_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.requestId] }),
  uniqueIndex('simulation_requests_by_ticket').on(t.tenantId, t.ticketHash),
  index('simulation_requests_newest_first').on(t.tenantId, t.learnerId, t.simulationId, t.issuedAt.desc().nullsFirst()),
  index('simulation_requests_to_sweep').on(t.expiresAt).where(sql`reported_at is null`),
])

export const simulationResults = pgTable('simulation_results', {
  tenantId: tenantId(),
  resultId: id('result_id'),
  requestId: id('request_id'),
  learnerId: id('learner_id'),
  totalScore: figure('total_score').notNull(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at').notNull(),
  rows: jsonb('rows').$type<SimulationRow[]>().notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.resultId] }),
  index('simulation_results_newest_first').on(t.tenantId, t.requestId, t.learnerId, t.finishedAt.desc().nullsFirst()),
])
