// practice_sessions   draws of practice questions and how they went
import { index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

export const practiceSessions = pgTable('practice_sessions', {
  tenantId: tenantId(),
  sessionId: id('session_id'),
  learnerId: id('learner_id'),
  subjectId: id('subject_id'),
  labelValueIds: jsonb('label_value_ids').$type<number[]>().notNull(),
  questionIds: jsonb('question_ids').$type<number[]>().notNull(),
  answeredCount: integer('answered_count').notNull().default(0),
  correctCount: integer('correct_count').notNull().default(0),
  drawnAt: moment('drawn_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.sessionId] }),
  index('practice_sessions_newest_first').on(t.tenantId, t.learnerId, t.drawnAt.desc().nullsFirst()),
])
