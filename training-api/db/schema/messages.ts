// messages             what was sent: title, text, sender, attachment
// message_recipients   one row per message and learner; `recipientId` is what the learner's list and "read" speak of
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

export const messages = pgTable('messages', {
  tenantId: tenantId(),
  messageId: id('message_id'),
  title: text('title').notNull(),
  content: text('content').notNull(),
  sender: text('sender').notNull(),
  fileName: text('file_name'),
  fileUrl: text('file_url'),
  sentAt: moment('sent_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.messageId] })])

export const messageRecipients = pgTable('message_recipients', {
  tenantId: tenantId(),
  recipientId: id('recipient_id'),
  learnerId: id('learner_id'),
  messageId: id('message_id'),
  sentAt: moment('sent_at').notNull(),
  /** Absent: unread. */
  readAt: moment('read_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.recipientId] }),
  uniqueIndex('message_recipients_once').on(t.tenantId, t.learnerId, t.messageId),
  index('message_recipients_newest_first').on(t.tenantId, t.learnerId, t.sentAt.desc().nullsFirst(), t.recipientId.desc().nullsFirst()),
  index('message_recipients_unread').on(t.tenantId, t.learnerId, t.sentAt.desc().nullsFirst()).where(sql`read_at is null`),
])
