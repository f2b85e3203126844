// enrolments        courses and plans in a learner's lists: state, progress, where to go on; also a course inside a plan
// section_records   a learner's record of one section: state, lock, minutes, score; on its own for each plan item
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { contentKind, figure, id, idOrZero, maybeId, moment, studyState, tenantId } from './columns.ts'

export const enrolments = pgTable('enrolments', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  contentKind: contentKind(),
  contentId: id('content_id'),
  /** The item of a plan through which a course is studied; 0: on its own. Only rows with 0 are in my courses. */
  planItemId: idOrZero('plan_item_id'),
  planId: maybeId('plan_id'),
  /** `notStarted`: assigned to the learner, not begun. */
  state: studyState(),
  /** At the last change, rounded down. Shown is what is counted when it is read (`progressNow`), since sections come and go. */
  progressPercent: integer('progress_percent').notNull().default(0),
  sectionsDone: integer('sections_done').notNull().default(0),
  sectionsTotal: integer('sections_total').notNull(),
  learnedMinutes: integer('learned_minutes').notNull().default(0),
  /** Where Continue leads: section of a course, or exam item of a plan. */
  nodeKind: text('node_kind', { enum: ['section', 'planExam'] }),
  nodePlanItemId: maybeId('node_plan_item_id'),
  nodeChapterId: maybeId('node_chapter_id'),
  nodeSectionId: maybeId('node_section_id'),
  assignedAt: moment('assigned_at').notNull(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  /** Last change: the lists show the newest first. */
  touchedAt: moment('touched_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.learnerId, t.contentKind, t.contentId, t.planItemId] }),
  index('enrolments_newest_first').on(t.tenantId, t.learnerId, t.contentKind, t.planItemId, t.touchedAt.desc().nullsFirst(), t.contentId),
  index('enrolments_of_a_plan').on(t.tenantId, t.learnerId, t.planId),
])

export const sectionRecords = pgTable('section_records', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  planItemId: idOrZero('plan_item_id'),
  sectionId: id('section_id'),
  courseId: id('course_id'),
  recordId: id('record_id'),
  state: studyState(),
  locked: boolean('locked').notNull(),
  learnedMinutes: integer('learned_minutes').notNull().default(0),
  /** Best score of courseware, simulation or exam, 0 to 100. */
  score: figure('score'),
  openedAt: moment('opened_at'),
  /** First time a visit of it properly ended. */
  endedAt: moment('ended_at'),
  passedAt: moment('passed_at'),
  updatedAt: moment('updated_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.learnerId, t.planItemId, t.sectionId] }),
  uniqueIndex('section_records_by_id').on(t.tenantId, t.recordId),
  index('section_records_of_a_course').on(t.tenantId, t.learnerId, t.courseId, t.planItemId),
])
