// learners            people who learn: account, name, contact, post, authorities, avatar, extra time, end of account
// credentials         the password of a learner as a PHC string
// uploads             files sent by learners (avatars), their bytes included; the same bytes get the same id
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, figure, id, maybeId, moment, tenantId } from './columns.ts'

export const learners = pgTable('learners', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  account: text('account').notNull(),
  name: text('name').notNull(),
  phone: text('phone'),
  email: text('email'),
  sex: text('sex', { enum: ['male', 'female', 'unknown'] }).notNull().default('unknown'),
  post: text('post'),
  workNumber: text('work_number'),
  companyId: maybeId('company_id'),
  departmentId: maybeId('department_id'),
  /** Roles (`ROLE_12`) and permissions, as they stand in a token reply. */
  authorities: jsonb('authorities').$type<string[]>().notNull(),
  avatarUrl: text('avatar_url'),
  /** Answer time is multiplied by this. */
  extraTimeFactor: figure('extra_time_factor').notNull().default(1),
  disabled: boolean('disabled').notNull().default(false),
  /** The account may be used until then; absent: without end. */
  endsAt: moment('ends_at'),
  createdAt: moment('created_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.learnerId] }),
  uniqueIndex('learners_by_account').on(t.tenantId, t.account),
  index('learners_by_phone').on(t.tenantId, t.phone),
  index('learners_disabled').on(t.tenantId, t.learnerId).where(sql`disabled`),
])

export const credentials = pgTable('credentials', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  phc: text('phc').notNull(),
  changedAt: moment('changed_at').notNull(),
  /** A password that was made for somebody is over then; absent: without end, as one that a learner has chosen. */
  endsAt: moment('ends_at'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId] })])

export const uploads = pgTable('uploads', {
  tenantId: tenantId(),
  fileId: id('file_id'),
  learnerId: id('learner_id'),
  contentType: text('content_type').notNull(),
  contentHash: text('content_hash').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  content: bytes('content').notNull(),
  createdAt: moment('created_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.fileId] }),
  uniqueIndex('uploads_by_content').on(t.tenantId, t.learnerId, t.contentHash),
])
