// notices        news, announcements and process updates, released or not
// notice_reads   who has opened a notice (a learner, or a visitor's hash), so that one reader counts once per view
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

export const notices = pgTable('notices', {
  tenantId: tenantId(),
  noticeId: id('notice_id'),
  kind: text('kind', { enum: ['news', 'announcement', 'processUpdate'] }).notNull(),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
  /** Language the content is written in. */
  language: text('language', { enum: ['zh', 'en', 'ja'] }).notNull().default('zh'),
  content: text('content').notNull(),
  publisher: text('publisher').notNull(),
  released: boolean('released').notNull().default(true),
  shownOn: text('shown_on', { enum: ['newsPage', 'home', 'both'] }).notNull().default('both'),
  fileName: text('file_name'),
  fileUrl: text('file_url'),
  readCount: integer('read_count').notNull().default(0),
  publishedAt: moment('published_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.noticeId] }),
  index('notices_newest_first').on(t.tenantId, t.publishedAt.desc().nullsFirst(), t.noticeId.desc().nullsFirst()),
  index('notices_of_a_kind').on(t.tenantId, t.kind, t.publishedAt.desc().nullsFirst(), t.noticeId.desc().nullsFirst()),
])

export const noticeReads = pgTable('notice_reads', {
  tenantId: tenantId(),
  noticeId: id('notice_id'),
  reader: text('reader').notNull(),
  readAt: moment('read_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.noticeId, t.reader] })])
