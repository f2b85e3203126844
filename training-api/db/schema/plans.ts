// plans        training plans: titles, introduction, cover, dates, rules, certificate
// plan_items   what a plan holds, in order: courses, and exams of its own
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { coverKind, figure, id, maybeId, moment, tenantId } from './columns.ts'

export const plans = pgTable('plans', {
  tenantId: tenantId(),
  planId: id('plan_id'),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
  introduction: text('introduction').notNull(),
  coverUrl: text('cover_url').notNull(),
  coverKind: coverKind(),
  oneTitle: text('one_title'),
  twoTitle: text('two_title'),
  studyHours: figure('study_hours').notNull(),
  credits: figure('credits').notNull(),
  teacherName: text('teacher_name').notNull(),
  companyId: maybeId('company_id'),
  companyName: text('company_name').notNull(),
  /** Whether its end is shown on the card. */
  timed: boolean('timed').notNull().default(false),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  sequential: boolean('sequential').notNull().default(false),
  forbidden: boolean('forbidden').notNull().default(false),
  certificateTemplateId: maybeId('certificate_template_id'),
  /** Sections of its courses plus its exams. */
  sectionCount: integer('section_count').notNull(),
  releasedAt: moment('released_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.planId] }),
  index('plans_latest').on(t.tenantId, t.releasedAt.desc().nullsFirst(), t.planId),
])

export const planItems = pgTable('plan_items', {
  tenantId: tenantId(),
  planItemId: id('plan_item_id'),
  planId: id('plan_id'),
  position: integer('position').notNull(),
  kind: text('kind', { enum: ['course', 'exam'] }).notNull(),
  /** Course id or exam id. */
  childId: id('child_id'),
  name: text('name').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.planItemId] }),
  index('plan_items_in_order').on(t.tenantId, t.planId, t.position),
  index('plan_items_by_child').on(t.tenantId, t.kind, t.childId),
])
