// practice_sessions   draws of practice questions, what was answered so far, and how they went
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'
import { mistakeSources } from './mistakes.ts'

/** An answer of a draw: chosen options joined by `&`, and whether they were right. */
export type PracticeAnswer = { optionIds: string; right: boolean }

export const practiceSessions = pgTable('practice_sessions', {
  tenantId: tenantId(),
  sessionId: id('session_id'),
  learnerId: id('learner_id'),
  subjectId: id('subject_id'),
  labelValueIds: jsonb('label_value_ids').$type<number[]>().notNull(),
  questionIds: jsonb('question_ids').$type<number[]>().notNull(),
  /** Drawn from a subject's bank, or from the learner's wrong-question book. */
  source: text('source', { enum: ['subject', 'mistakes'] }).notNull().default('subject'),
  /** Drawn from one part of the book: which. A question can be in several. */
  bookSource: text('book_source', { enum: mistakeSources }),
  /** By question id. */
  answers: jsonb('answers').$type<Record<string, PracticeAnswer>>().notNull().default({}),
  elapsedSeconds: integer('elapsed_seconds').notNull().default(0),
  currentIndex: integer('current_index').notNull().default(0),
  answeredCount: integer('answered_count').notNull().default(0),
  correctCount: integer('correct_count').notNull().default(0),
  drawnAt: moment('drawn_at').notNull(),
  endedAt: moment('ended_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.sessionId] }),
  index('practice_sessions_newest_first').on(t.tenantId, t.learnerId, t.drawnAt.desc().nullsFirst()),
])
