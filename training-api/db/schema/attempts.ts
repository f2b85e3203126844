// attempts            one sitting of an exam; at most one is running per learner, exam and place
// attempt_answers     the answer to each question, the newest by sequence number
// attempt_openings    which click opened an attempt, and the epoch it writes with
// answer_receipts     one link of the receipt chain per accepted answer
// screen_switches     absences from the exam page that the server has heard of, also those that do not count
// practical_details   the practical part of an attempt: video, score tree, comments, measured parameters
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { figure, id, idOrZero, maybeId, moment, tenantId } from './columns.ts'

/** One row of a practical score; rows nest. */
export type PracticalScoreRow = {
  name: string; description: string | null; score: number; scored: boolean; children: PracticalScoreRow[]
}

/** A teacher's comment, at a moment (`00:12:30`) of the video. */
export type PracticalComment = { text: string; videoTime: string | null }

/** What a hand-in earned, kept to be told again: points by cause and id, and ids of certificates. */
export type HandInOutcome = { awards: { cause: 'section' | 'course' | 'plan' | 'exam'; id: number; points: number }[]; certificateIds: number[] }

/** A measured parameter, e.g. insulation resistance. */
export type PracticalParameter = { name: string; value: string }

export const attempts = pgTable('attempts', {
  tenantId: tenantId(),
  attemptId: id('attempt_id'),
  answerId: id('answer_id'),
  learnerId: id('learner_id'),
  examId: id('exam_id'),
  /** 0 on its own; the plan item of a plan exam; the section of a section exam. */
  placeId: idOrZero('place_id'),
  /** The plan item in which a section exam is taken; 0 outside a plan. */
  planItemId: idOrZero('plan_item_id'),
  paperId: id('paper_id'),
  /** 1 for the learner's first. */
  number: integer('number').notNull(),
  status: text('status', { enum: ['running', 'pendingSubmit', 'pendingUpload', 'pendingReview', 'finished'] }).notNull(),
  /** Grows with every opening: writes of an older one are refused. */
  epoch: integer('epoch').notNull().default(1),
  startedAt: moment('started_at').notNull(),
  deadlineAt: moment('deadline_at').notNull(),
  submittedAt: moment('submitted_at'),
  submittedBy: text('submitted_by', { enum: ['learner', 'deadline', 'screenSwitch', 'simulation', 'reviewer'] }),
  usedMs: bigint('used_ms', { mode: 'number' }),
  /** Absent until handed in, and while it waits for a review. */
  score: figure('score'),
  passed: boolean('passed'),
  correctCount: integer('correct_count'),
  /** 0 to 1. */
  accuracy: figure('accuracy'),
  /** How many questions the exam had when this was graded: a hand-in's number is made of it, and stays. Absent until then, and where a version before has graded. */
  questionCount: integer('question_count'),
  switchCount: integer('switch_count').notNull().default(0),
  switchSeconds: integer('switch_seconds').notNull().default(0),
  /** When a limit of the screen switch rule was used up: handed in by the server ten seconds later. */
  switchExhaustedAt: moment('switch_exhausted_at'),
  simulationResultId: maybeId('simulation_result_id'),
  /** Handed in by the learner, or the minute for late answers is over: nothing is taken any more. */
  sealed: boolean('sealed').notNull().default(false),
  outcome: jsonb('outcome').$type<HandInOutcome>(),
  /** Receipts so far. */
  receiptCount: integer('receipt_count').notNull().default(0),
  /** Highest sequence number of a saved answer. */
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
  /** Hash of the newest receipt. */
  receiptHead: text('receipt_head'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.attemptId] }),
  uniqueIndex('attempts_by_answer').on(t.tenantId, t.answerId),
  uniqueIndex('attempts_running').on(t.tenantId, t.learnerId, t.examId, t.placeId)
    .where(sql`status = 'running'`),
  index('attempts_of_a_learner').on(t.tenantId, t.learnerId, t.examId, t.placeId, t.startedAt.desc().nullsFirst()),
  index('attempts_to_sweep').on(t.deadlineAt).where(sql`status = 'running'`),
  index('attempts_to_sweep_after_switches').on(t.switchExhaustedAt).where(sql`status = 'running'`),
  index('attempts_to_sweep_pending').on(t.deadlineAt).where(sql`status = 'pendingSubmit'`),
  index('attempts_to_settle').on(t.submittedAt).where(sql`sealed = false and submitted_by in ('deadline', 'screenSwitch')`),
])

export const attemptAnswers = pgTable('attempt_answers', {
  tenantId: tenantId(),
  attemptId: id('attempt_id'),
  questionId: id('question_id'),
  /** Ids of the chosen options in ascending order, joined by `&`; empty: answer taken back. */
  optionIds: text('option_ids').notNull(),
  operationId: text('operation_id'),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  epoch: integer('epoch').notNull().default(1),
  /** Arrived within 60 seconds after the deadline. */
  late: boolean('late').notNull().default(false),
  savedAt: moment('saved_at').notNull(),
  /** Absent until handed in. */
  correct: boolean('correct'),
  score: figure('score'),
}, (t) => [primaryKey({ columns: [t.tenantId, t.attemptId, t.questionId] })])

export const attemptOpenings = pgTable('attempt_openings', {
  tenantId: tenantId(),
  learnerId: id('learner_id'),
  /** Made by the client, one per click. */
  intentId: text('intent_id').notNull(),
  attemptId: id('attempt_id'),
  epoch: integer('epoch').notNull(),
  openedAt: moment('opened_at').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.learnerId, t.intentId] }), index('attempt_openings_by_age').on(t.openedAt)])

export const answerReceipts = pgTable('answer_receipts', {
  tenantId: tenantId(),
  attemptId: id('attempt_id'),
  /** 1, 2, 3 … within the attempt. */
  link: integer('link').notNull(),
  operationId: text('operation_id').notNull(),
  questionId: id('question_id'),
  answerHash: text('answer_hash').notNull(),
  late: boolean('late').notNull().default(false),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
  savedAt: moment('saved_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.attemptId, t.link] }),
  uniqueIndex('answer_receipts_once').on(t.tenantId, t.attemptId, t.operationId),
])

export const screenSwitches = pgTable('screen_switches', {
  tenantId: tenantId(),
  attemptId: id('attempt_id'),
  switchId: id('switch_id'),
  /** Made by the client, one per absence. */
  eventId: text('event_id').notNull(),
  awaySeconds: integer('away_seconds').notNull(),
  reason: text('reason', { enum: ['hidden', 'blur', 'dialog', 'screenOff', 'simulation', 'reload'] }).notNull().default('hidden'),
  counted: boolean('counted').notNull().default(true),
  receivedAt: moment('received_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.attemptId, t.switchId] }),
  uniqueIndex('screen_switches_once').on(t.tenantId, t.attemptId, t.eventId),
])

export const practicalDetails = pgTable('practical_details', {
  tenantId: tenantId(),
  attemptId: id('attempt_id'),
  groupId: id('group_id'),
  detailId: id('detail_id'),
  learnerId: id('learner_id'),
  /** Absent until reviewed. */
  score: figure('score'),
  passed: boolean('passed'),
  attemptNumber: integer('attempt_number').notNull(),
  startedAt: moment('started_at').notNull(),
  endedAt: moment('ended_at').notNull(),
  usedMs: bigint('used_ms', { mode: 'number' }).notNull(),
  videoUrl: text('video_url'),
  reviewerName: text('reviewer_name'),
  reviewedAt: moment('reviewed_at'),
  scoreRows: jsonb('score_rows').$type<PracticalScoreRow[]>().notNull(),
  comments: jsonb('comments').$type<PracticalComment[]>().notNull(),
  parameters: jsonb('parameters').$type<PracticalParameter[]>().notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.attemptId, t.groupId] }),
  uniqueIndex('practical_details_by_id').on(t.tenantId, t.detailId),
])
