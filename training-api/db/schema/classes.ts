// school_classes   classes (groups of learners) and their teachers
// class_members    who is in a class; its rankings hold what was done by members of that time, whoever is in it now: a script that takes
//                  somebody out of them removes the rows of learner_totals too, and counts one less in their buckets of rank_histogram
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, moment, tenantId } from './columns.ts'

export const schoolClasses = pgTable('school_classes', {
  tenantId: tenantId(),
  classId: id('class_id'),
  name: text('name').notNull(),
  teacherNames: text('teacher_names').notNull(),
  memberCount: integer('member_count').notNull(),
  createdAt: moment('created_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.classId] })])

export const classMembers = pgTable('class_members', {
  tenantId: tenantId(),
  classId: id('class_id'),
  learnerId: id('learner_id'),
  joinedAt: moment('joined_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.classId, t.learnerId] }),
  index('class_members_by_learner').on(t.tenantId, t.learnerId, t.classId),
])
