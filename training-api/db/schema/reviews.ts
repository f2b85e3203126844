// reviews   stars and words of a learner about a course or plan, once and for all, with the platform's reply
import { integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { contentKind, id, moment, tenantId } from './columns.ts'

export const reviews = pgTable('reviews', {
  tenantId: tenantId(),
  reviewId: id('review_id'),
  contentKind: contentKind(),
  contentId: id('content_id'),
  learnerId: id('learner_id'),
  /** 1, 2, 3 … of its course or plan, in the order of writing: a page deep in the list is found as quickly as the first. */
  number: integer('number').notNull(),
  stars: integer('stars').notNull(),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull(),
  replyText: text('reply_text'),
  repliedAt: moment('replied_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.reviewId] }),
  uniqueIndex('reviews_once').on(t.tenantId, t.contentKind, t.contentId, t.learnerId),
  uniqueIndex('reviews_in_order').on(t.tenantId, t.contentKind, t.contentId, t.number),
])
