// answer_files   answers that no server had heard of in time, handed in afterwards: kept for the examiner, graded by nobody
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

/**
 * One answer of a file. `arrived`: its receipt is there, so it had reached the server after all; `late`: the server never
 * had it; `unfit`: no such question or option on the paper.
 */
export type FiledAnswer = { questionId: number; optionIds: string; operationId: string; seq: number; outcome: 'arrived' | 'late' | 'unfit' }

export const answerFiles = pgTable('answer_files', {
  tenantId: tenantId(),
  fileId: id('file_id'),
  attemptId: id('attempt_id'),
  learnerId: id('learner_id'),
  /** SHA-256 of the content: the same file again is the same row. */
  contentHash: text('content_hash').notNull(),
  /** Whether it came closed with the tenant's key. */
  sealed: boolean('sealed').notNull(),
  /** When the learner's device says to have made it. */
  madeAt: moment('made_at').notNull(),
  receivedAt: moment('received_at').notNull(),
  answers: jsonb('answers').$type<FiledAnswer[]>().notNull(),
  /** The file, letter for letter. */
  original: text('original').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.fileId] }),
  uniqueIndex('answer_files_once').on(t.tenantId, t.attemptId, t.contentHash),
  index('answer_files_newest_first').on(t.tenantId, t.receivedAt.desc().nullsFirst()),
])
