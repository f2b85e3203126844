// subject_categories       the tree of categories (five levels) that the exercise centre shows
// subjects                 subjects, with how many practice questions of each kind they have
// subject_category_members which subjects a category holds, directly or through categories below it
// label_groups             at most five groups of labels of a subject
// label_values             the labels of a group
// questions                questions with their explanation; `drawKey` is a fixed random number for flat random draws
// question_options         options in order, with whether they are right (judgement: first right, second wrong)
// label_sets               which labels stand together on practice questions of a subject, and on how many: draws never scan
// question_labels          which question carries which label
// question_statistics      answers to a question in best attempts: of one exam, and of all exams (exam 0)
// option_statistics        how often an option was chosen in best attempts: of one exam, and of all (exam 0)
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { figure, id, idOrZero, maybeId, questionKind, tenantId } from './columns.ts'

export const subjectCategories = pgTable('subject_categories', {
  tenantId: tenantId(),
  categoryId: id('category_id'),
  /** 0: top level. */
  parentId: idOrZero('parent_id'),
  level: integer('level').notNull(),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.categoryId] }),
  index('subject_categories_below').on(t.tenantId, t.parentId, t.position),
])

export const subjects = pgTable('subjects', {
  tenantId: tenantId(),
  subjectId: id('subject_id'),
  /** Absent: not offered in the exercise centre. */
  categoryId: maybeId('category_id'),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
  singleCount: integer('single_count').notNull().default(0),
  multipleCount: integer('multiple_count').notNull().default(0),
  judgementCount: integer('judgement_count').notNull().default(0),
}, (t) => [primaryKey({ columns: [t.tenantId, t.subjectId] })])

export const subjectCategoryMembers = pgTable('subject_category_members', {
  tenantId: tenantId(),
  categoryId: id('category_id'),
  subjectId: id('subject_id'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.categoryId, t.subjectId] })])

export const labelGroups = pgTable('label_groups', {
  tenantId: tenantId(),
  subjectId: id('subject_id'),
  groupId: id('group_id'),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.subjectId, t.groupId] })])

export const labelValues = pgTable('label_values', {
  tenantId: tenantId(),
  groupId: id('group_id'),
  valueId: id('value_id'),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.groupId, t.valueId] })])

export const questions = pgTable('questions', {
  tenantId: tenantId(),
  questionId: id('question_id'),
  subjectId: id('subject_id'),
  kind: questionKind(),
  content: text('content').notNull(),
  analysis: text('analysis').notNull(),
  /** Whether the exercise centre may draw it. */
  inPractice: boolean('in_practice').notNull().default(false),
  /** Which set of labels it carries, of those of its subject; only practice questions have one. */
  labelSet: integer('label_set'),
  /** 0 ≤ key < 1. Draws look up a few questions after random keys. */
  drawKey: figure('draw_key').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.questionId] }),
  index('questions_to_draw').on(t.tenantId, t.subjectId, t.labelSet, t.drawKey),
])

export const questionOptions = pgTable('question_options', {
  tenantId: tenantId(),
  questionId: id('question_id'),
  optionId: id('option_id'),
  position: integer('position').notNull(),
  content: text('content').notNull(),
  correct: boolean('correct').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.questionId, t.optionId] })])

export const labelSets = pgTable('label_sets', {
  tenantId: tenantId(),
  subjectId: id('subject_id'),
  setNumber: integer('set_number').notNull(),
  valueIds: bigint('value_ids', { mode: 'number' }).array().notNull(),
  questionCount: integer('question_count').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.subjectId, t.setNumber] })])

export const questionLabels = pgTable('question_labels', {
  tenantId: tenantId(),
  subjectId: id('subject_id'),
  valueId: id('value_id'),
  questionId: id('question_id'),
  /** Read by nothing any more: draws go by sets of labels. */
  drawKey: figure('draw_key').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.questionId, t.valueId] })])

export const questionStatistics = pgTable('question_statistics', {
  tenantId: tenantId(),
  examId: idOrZero('exam_id'),
  questionId: id('question_id'),
  answers: integer('answers').notNull(),
  correctAnswers: integer('correct_answers').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.examId, t.questionId] })])

export const optionStatistics = pgTable('option_statistics', {
  tenantId: tenantId(),
  examId: idOrZero('exam_id'),
  questionId: id('question_id'),
  optionId: id('option_id'),
  choices: integer('choices').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.examId, t.questionId, t.optionId] })])
