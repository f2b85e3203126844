// operations   writes of learners that carry an id of their own: what each was told, so that a repetition is told the same
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

export const operations = pgTable('operations', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  /** Made by the client, one per wish. */
  operationId: text('operation_id').notNull(),
  /** SHA-256 of the call and what it carried: an id is for one wish only. */
  wish: text('wish').notNull(),
  answer: jsonb('answer').$type<unknown>(),
  doneAt: moment('done_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.operationId] }), index('operations_by_age').on(t.doneAt)])
