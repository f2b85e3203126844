// resources        videos, documents and courseware packages, with captions
// courses          courses: titles, introduction, cover, hours, credits, rules, certificate
// chapters         chapters of a course, in order
// sections         sections of a chapter, in order: study (video, document, courseware), simulation or exam
// tag_groups       at most five groups of tags by which the libraries are filtered
// tag_values       the tags of a group
// content_tags     which course or plan carries which tag
// content_totals   participants and stars of a course or plan, kept with every write
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { contentKind, coverKind, figure, id, maybeId, moment, tenantId } from './columns.ts'

/** Captions of a video, by language. */
export type Caption = { lang: 'zh' | 'en' | 'ja'; url: string }

export const resources = pgTable('resources', {
  tenantId: tenantId(),
  resourceId: id('resource_id'),
  kind: text('kind', { enum: ['video', 'document', 'courseware'] }).notNull(),
  title: text('title').notNull(),
  /** Path under the root, or an absolute URL. */
  url: text('url').notNull(),
  captions: jsonb('captions').$type<Caption[]>().notNull(),
  /** Whole package (zip), for courseware. */
  packageUrl: text('package_url'),
  standard: text('standard', { enum: ['scorm12', 'scorm2004'] }),
  /** Seconds of a video, pages of a document. */
  length: integer('length'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.resourceId] })])

export const courses = pgTable('courses', {
  tenantId: tenantId(),
  courseId: id('course_id'),
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
  /** One section after another: until the course is begun everything but the first section is locked. */
  sequential: boolean('sequential').notNull().default(false),
  /** No learner may study it; its detail shows. */
  forbidden: boolean('forbidden').notNull().default(false),
  /** The words with which the access check refuses; absent: the check allows. */
  accessRefusal: text('access_refusal'),
  certificateTemplateId: maybeId('certificate_template_id'),
  sectionCount: integer('section_count').notNull(),
  releasedAt: moment('released_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.courseId] }),
  index('courses_latest').on(t.tenantId, t.releasedAt.desc().nullsFirst(), t.courseId),
])

export const chapters = pgTable('chapters', {
  tenantId: tenantId(),
  chapterId: id('chapter_id'),
  courseId: id('course_id'),
  position: integer('position').notNull(),
  name: text('name').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.chapterId] }),
  index('chapters_of_a_course').on(t.tenantId, t.courseId, t.position),
])

export const sections = pgTable('sections', {
  tenantId: tenantId(),
  sectionId: id('section_id'),
  courseId: id('course_id'),
  chapterId: id('chapter_id'),
  /** Counted through the whole course, from 1. */
  position: integer('position').notNull(),
  name: text('name').notNull(),
  kind: text('kind', { enum: ['study', 'simulation', 'exam'] }).notNull(),
  studyMinutes: integer('study_minutes').notNull(),
  /** Share of the minutes that must be learned (video, document); absent: no rule. */
  requiredPercent: integer('required_percent'),
  /** Whether it is locked for a learner who begins the course; the first section never is. */
  startsLocked: boolean('starts_locked').notNull().default(false),
  resourceId: maybeId('resource_id'),
  simulationId: maybeId('simulation_id'),
  examId: maybeId('exam_id'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.sectionId] }),
  index('sections_of_a_course').on(t.tenantId, t.courseId, t.position),
  index('sections_of_an_exam').on(t.tenantId, t.examId),
])

export const tagGroups = pgTable('tag_groups', {
  tenantId: tenantId(),
  contentKind: contentKind(),
  /** 1 to 5: group n feeds the filter of the same number. */
  position: integer('position').notNull(),
  groupId: id('group_id'),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.contentKind, t.position] })])

export const tagValues = pgTable('tag_values', {
  tenantId: tenantId(),
  valueId: id('value_id'),
  groupId: id('group_id'),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.valueId] }),
  index('tag_values_of_a_group').on(t.tenantId, t.groupId, t.position),
])

export const contentTags = pgTable('content_tags', {
  tenantId: tenantId(),
  contentKind: contentKind(),
  contentId: id('content_id'),
  valueId: id('value_id'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.contentKind, t.contentId, t.valueId] }),
  index('content_tags_by_value').on(t.tenantId, t.contentKind, t.valueId, t.contentId),
])

export const contentTotals = pgTable('content_totals', {
  tenantId: tenantId(),
  contentKind: contentKind(),
  contentId: id('content_id'),
  /** Learners who have begun it on its own (not inside a plan). */
  joinCount: integer('join_count').notNull().default(0),
  stars1: integer('stars_1').notNull().default(0),
  stars2: integer('stars_2').notNull().default(0),
  stars3: integer('stars_3').notNull().default(0),
  stars4: integer('stars_4').notNull().default(0),
  stars5: integer('stars_5').notNull().default(0),
  /** Average of the stars with one decimal; 0 without a review. */
  rating: figure('rating').notNull().default(0),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.contentKind, t.contentId] }),
  index('content_totals_by_rating').on(t.tenantId, t.contentKind, t.rating.desc().nullsFirst(), t.contentId),
  index('content_totals_by_popularity').on(t.tenantId, t.contentKind, t.joinCount.desc().nullsFirst(), t.contentId),
])
