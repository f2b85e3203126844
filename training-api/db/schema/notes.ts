// notes   a learner's notes at a section, with the second or page they were taken at
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { contentKind, figure, id, maybeId, moment, tenantId } from './columns.ts'

export const notes = pgTable('notes', {
  tenantId: tenantId(),
  noteId: id('note_id'),
  learnerId: id('learner_id'),
  contentKind: contentKind(),
  /** Course or plan. */
  contentId: id('content_id'),
  planItemId: maybeId('plan_item_id'),
  chapterId: maybeId('chapter_id'),
  sectionId: maybeId('section_id'),
  resourceId: maybeId('resource_id'),
  kind: text('kind', { enum: ['video', 'document', 'other'] }).notNull(),
  text: text('text').notNull(),
  /** Second of the video or page of the document. */
  moment: figure('moment'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  deletedAt: moment('deleted_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.noteId] }),
  index('notes_of_a_section').on(t.tenantId, t.learnerId, t.sectionId, t.createdAt.desc().nullsFirst(), t.noteId.desc().nullsFirst()),
  index('notes_of_a_content').on(t.tenantId, t.learnerId, t.contentKind, t.contentId, t.createdAt.desc().nullsFirst()),
])
