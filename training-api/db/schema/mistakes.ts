// mistakes   a learner's wrong-question book: one row per question and source; removed rows stay, hidden
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, maybeId, moment, questionKind, tenantId } from './columns.ts'

/**
 * State of the spaced-repetition scheduler (FSRS) for one question; `operationId` is the last grading's, `before` how it
 * stood before the last review, so that the learner's own grade takes that one's place.
 */
export type ReviewCard = {
  stability: number
  difficulty: number
  state: number
  scheduledDays: number
  learningSteps: number
  repetitions: number
  lapses: number
  reviewedAt: string
  /** The last review's: 1 again to 4 easy. */
  grade?: number
  operationId?: string
  before?: { card: Omit<ReviewCard, 'before' | 'grade' | 'operationId'> | null; dueAt: string | null }
}

/** The parts of the book: by where a question was answered wrong. */
export const mistakeSources = ['theory', 'simulation', 'practice'] as const

export const mistakes = pgTable('mistakes', {
  tenantId: tenantId(),
  mistakeId: id('mistake_id'),
  learnerId: id('learner_id'),
  source: text('source', { enum: mistakeSources }).notNull(),
  questionId: id('question_id'),
  questionKind: questionKind('question_kind'),
  subjectId: id('subject_id'),
  attemptId: maybeId('attempt_id'),
  answerId: maybeId('answer_id'),
  examId: maybeId('exam_id'),
  courseId: maybeId('course_id'),
  sectionId: maybeId('section_id'),
  /** Ids of the options the learner had chosen, joined by `&`. */
  optionIds: text('option_ids').notNull(),
  /** Right answers in a row since the last wrong one. */
  streak: integer('streak').notNull().default(0),
  card: jsonb('card').$type<ReviewCard>(),
  /** When it is to be reviewed next; absent: never reviewed, due at once. */
  dueAt: moment('due_at'),
  addedAt: moment('added_at').notNull(),
  /** Last time it was answered wrong: the list's order. */
  wrongAt: moment('wrong_at').notNull(),
  /** Absent: in the book. */
  removedAt: moment('removed_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.mistakeId] }),
  uniqueIndex('mistakes_once').on(t.tenantId, t.learnerId, t.source, t.questionId),
  index('mistakes_in_the_book').on(t.tenantId, t.learnerId, t.source, t.wrongAt.desc().nullsFirst(), t.mistakeId.desc().nullsFirst())
    .where(sql`removed_at is null`),
])
