// papers             papers: how many questions, what score, which subject
// paper_questions    the questions of a paper, in order, with their scores
// practical_groups   the practical part of a paper
// exams              exams: kind, origin, window, attempts, screen switches, pass score; for everybody or for some
// exam_assignments   who has an exam that is not for everybody
// exam_exclusions    who has not an exam that is for everybody
// exam_standings     a learner at an exam: attempts used, best attempt, passed or not; per place it is taken at
// exam_averages      sums over the best attempts of an exam, for its averages
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { figure, id, idOrZero, maybeId, moment, tenantId } from './columns.ts'

export const papers = pgTable('papers', {
  tenantId: tenantId(),
  paperId: id('paper_id'),
  title: text('title').notNull(),
  subjectId: maybeId('subject_id'),
  totalScore: figure('total_score').notNull(),
  questionCount: integer('question_count').notNull(),
  practicalGroupCount: integer('practical_group_count').notNull().default(0),
}, (t) => [primaryKey({ columns: [t.tenantId, t.paperId] })])

export const paperQuestions = pgTable('paper_questions', {
  tenantId: tenantId(),
  paperId: id('paper_id'),
  questionId: id('question_id'),
  position: integer('position').notNull(),
  score: figure('score').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.paperId, t.questionId] })])

export const practicalGroups = pgTable('practical_groups', {
  tenantId: tenantId(),
  paperId: id('paper_id'),
  groupId: id('group_id'),
  position: integer('position').notNull(),
  /** What is to be done, e.g. a cable joint. */
  title: text('title').notNull(),
  requirement: text('requirement').notNull(),
  score: figure('score').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.paperId, t.groupId] })])

export const exams = pgTable('exams', {
  tenantId: tenantId(),
  examId: id('exam_id'),
  title: text('title').notNull(),
  titleEn: text('title_en'),
  titleJa: text('title_ja'),
  kind: text('kind', { enum: ['theory', 'simulation', 'practical'] }).notNull(),
  /** Only stand-alone exams are in my exams. */
  origin: text('origin', { enum: ['standalone', 'planExam', 'section'] }).notNull(),
  forEverybody: boolean('for_everybody').notNull().default(false),
  subjectId: maybeId('subject_id'),
  subjectName: text('subject_name').notNull(),
  companyName: text('company_name').notNull(),
  paperId: id('paper_id'),
  simulationId: maybeId('simulation_id'),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  answerMinutes: integer('answer_minutes').notNull(),
  /** Absent: as often as one likes. */
  attemptsAllowed: integer('attempts_allowed'),
  passScore: figure('pass_score').notNull(),
  totalScore: figure('total_score').notNull(),
  questionCount: integer('question_count').notNull(),
  switchRule: text('switch_rule', { enum: ['none', 'count', 'time', 'both'] }).notNull().default('none'),
  switchCountAllowed: integer('switch_count_allowed').notNull().default(0),
  switchSecondsAllowed: integer('switch_seconds_allowed').notNull().default(0),
  matters: text('matters'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.examId] }),
  index('exams_for_everybody').on(t.tenantId, t.origin, t.forEverybody, t.startsAt.desc().nullsFirst()),
])

export const examAssignments = pgTable('exam_assignments', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  examId: id('exam_id'),
  assignedAt: moment('assigned_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.examId] })])

export const examExclusions = pgTable('exam_exclusions', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  examId: id('exam_id'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.examId] })])

export const examStandings = pgTable('exam_standings', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  examId: id('exam_id'),
  /** Where it is taken: 0 on its own, else the plan item, or the section (0 plan item) it belongs to. */
  placeId: idOrZero('place_id'),
  attemptsUsed: integer('attempts_used').notNull().default(0),
  /** `open`: neither passed nor used up. */
  status: text('status', { enum: ['open', 'pendingReview', 'passed', 'failed'] }).notNull().default('open'),
  bestAttemptId: maybeId('best_attempt_id'),
  bestScore: figure('best_score'),
  bestUsedMs: bigint('best_used_ms', { mode: 'number' }),
  /** 0 to 1. */
  bestAccuracy: figure('best_accuracy'),
  updatedAt: moment('updated_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.examId, t.placeId] })])

export const examAverages = pgTable('exam_averages', {
  tenantId: tenantId(),
  examId: id('exam_id'),
  learners: integer('learners').notNull(),
  scoreSum: figure('score_sum').notNull(),
  usedMsSum: bigint('used_ms_sum', { mode: 'number' }).notNull(),
  accuracySum: figure('accuracy_sum').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.examId] })])
