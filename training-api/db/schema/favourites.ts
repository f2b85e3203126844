// favourites   courses and plans a learner has collected
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { contentKind, id, moment, tenantId } from './columns.ts'

export const favourites = pgTable('favourites', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  contentKind: contentKind(),
  contentId: id('content_id'),
  createdAt: moment('created_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.learnerId, t.contentKind, t.contentId] }),
  index('favourites_newest_first').on(t.tenantId, t.learnerId, t.contentKind, t.createdAt.desc().nullsFirst(), t.contentId),
])
