// certificate_templates   how a certificate of a course or plan looks and how long it is valid
// certificates            certificates obtained, with everything that is printed on them
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { contentKind, id, moment, tenantId } from './columns.ts'

const layout = () => text('layout', { enum: ['vertical', 'horizontal'] }).notNull()
const validity = () => text('validity', { enum: ['permanent', 'months', 'until'] }).notNull()

export const certificateTemplates = pgTable('certificate_templates', {
  tenantId: tenantId(),
  templateId: id('template_id'),
  name: text('name').notNull(),
  layout: layout(),
  validity: validity(),
  months: integer('months'),
  validUntil: moment('valid_until'),
  issuer: text('issuer').notNull(),
  logoUrl: text('logo_url').notNull(),
  numberPrefix: text('number_prefix').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.templateId] })])

export const certificates = pgTable('certificates', {
  tenantId: tenantId(),
  certificateId: id('certificate_id'),
  learnerId: id('learner_id'),
  contentKind: contentKind(),
  contentId: id('content_id'),
  name: text('name').notNull(),
  layout: layout(),
  validity: validity(),
  months: integer('months'),
  validUntil: moment('valid_until'),
  issuer: text('issuer').notNull(),
  logoUrl: text('logo_url').notNull(),
  learnerName: text('learner_name').notNull(),
  workNumber: text('work_number'),
  number: text('number').notNull(),
  /** At least 128 random bits; opens the public check page. */
  checkCode: text('check_code').notNull(),
  obtainedAt: moment('obtained_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.certificateId] }),
  uniqueIndex('certificates_once').on(t.tenantId, t.learnerId, t.contentKind, t.contentId),
  uniqueIndex('certificates_by_number').on(t.tenantId, t.number),
  uniqueIndex('certificates_by_check_code').on(t.tenantId, t.checkCode),
  index('certificates_newest_first').on(t.tenantId, t.learnerId, t.obtainedAt.desc().nullsFirst()),
])
