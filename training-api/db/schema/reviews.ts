// reviews   stars and words of a learner about a course or plan, once and for all, with the platform's reply
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { contentKind, id, moment, tenantId } from './columns.ts'

export const reviews = pgTable('reviews', {
  tenantId: tenantId(),
  reviewId: id('review_id'),
  contentKind: contentKind(),
  contentId: id('content_id'),
  learnerId: id('learner_id'),
  stars: integer('stars').notNull(),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull(),
  replyText: text('reply_text'),
  repliedAt: moment('replied_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.reviewId] }),
  uniqueIndex('reviews_once').on(t.tenantId, t.contentKind, t.contentId, t.learnerId),
  index('reviews_newest_first').on(t.tenantId, t.contentKind, t.contentId, t.createdAt.desc().nullsFirst(), t.reviewId.desc().nullsFirst()),
])
