import { and, asc, desc, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { prepared } from '../db/prepared.ts'
import { attemptAnswers, attemptOpenings, attempts } from '../db/schema/attempts.ts'
import { exams, examStandings } from '../db/schema/exams.ts'
import { isToHandIn, isWithReviewer } from '../rules/answers.ts'
import { dayMs } from '../rules/china-time.ts'
import { attemptsLeft, deadlineOf, examWindow, lateWindowMs, switchGraceMs } from '../rules/exams.ts'
import { findExamPlace, findExtraTime } from './exam-places.ts'
import type { Exam, PlaceFault } from './exam-places.ts'
import { holdStandings } from './exam-ranking.ts'
import type { ExamStanding } from './exam-ranking.ts'
import { isToHandInOfLearner } from './overdue-attempts.ts'
import type { Who } from './who.ts'

export type Attempt = typeof attempts.$inferSelect
export type AttemptOfExam = { attempt: Attempt; exam: Exam }
/** An attempt that is locked, and how its learner stands at the exam in all its places, held as well. */
export type HeldAttempt = AttemptOfExam & { standings: readonly ExamStanding[] }

/** How an attempt is named: by its own id, by the id of its answers, or by both, which must then belong together. */
export type AttemptName = { instanceId?: number | undefined; answerId?: number | undefined }

/** When an attempt ends for its learner: at its deadline, or some seconds after its screen switches are used up. */
export function endOf({ deadlineAt, switchExhaustedAt }: Pick<Attempt, 'deadlineAt' | 'switchExhaustedAt'>): Date {
  const afterSwitches = switchExhaustedAt === null ? Infinity : switchExhaustedAt.getTime() + switchGraceMs
  return new Date(Math.min(deadlineAt.getTime(), afterSwitches))
}

/** Whether an attempt that has ended may still take answers that were on their way (contract 5.18). */
export function takesLateAnswers(attempt: Attempt, now: Date): boolean {
  return !attempt.sealed && !isWithReviewer(attempt.status) && now >= endOf(attempt) && now.getTime() < endOf(attempt).getTime() + lateWindowMs
}

/** Whether an attempt is graded for good, or waits for its review or for what is reviewed: only then its result may be told. */
export function isSettled(attempt: Attempt): boolean {
  return !isToHandIn(attempt) && (attempt.sealed || attempt.score !== null || isWithReviewer(attempt.status))
}

/** A learner's attempt with its exam, locked until the transaction ends when told so; null when the learner has no such attempt. */
export async function findAttempt(db: Db, { tenantId, userId, instanceId, answerId }: Who & AttemptName, { lock = false } = {}): Promise<AttemptOfExam | null> {
  if (instanceId === undefined && answerId === undefined) return null
  const query = db
    .select({ attempt: attempts, exam: exams })
    .from(attempts)
    .innerJoin(exams, and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId)))
    .where(
      and(
        eq(attempts.tenantId, tenantId),
        eq(attempts.learnerId, userId),
        instanceId === undefined ? undefined : eq(attempts.attemptId, instanceId),
        answerId === undefined ? undefined : eq(attempts.answerId, answerId),
      ),
    )
  const [found] = await (lock ? query.for('update', { of: attempts }) : query)
  return found ?? null
}

export type StartAsked = Who & {
  examId: number
  otherContentId?: number | undefined
  contentId?: number | undefined
  /** The paper that the exam is said to have. */
  paperId?: number | undefined
  /** One per click: the same one never begins a second attempt. */
  intentId?: string | undefined
  /** Continue this attempt and begin no other. */
  instanceId?: number | undefined
  now: Date
}

export type StartVerdict =
  | { verdict: 'opened'; attempt: Attempt; exam: Exam; epoch: number; extraTimeFactor: number }
  | { verdict: 'missing' }
  | { verdict: 'refused'; reason: 'practical' | 'window' | 'attempts' | PlaceFault }
  | { verdict: 'handedIn'; attempt: Attempt }

/**
 * Opens the running attempt for a new writer, one that still takes late answers beside its last writer, or begins one when none is
 * running, the window is open and attempts are left (contract 5.11). `handIn` hands in an attempt whose time is over.
 */
export async function startAttempt(tx: Db, asked: StartAsked, handIn: (tx: Db, found: HeldAttempt) => Promise<Attempt>): Promise<StartVerdict> {
  const { tenantId, userId, intentId, instanceId, now } = asked
  const place = await findExamPlace(tx, asked)
  if (place === null) return { verdict: 'missing' }
  const { exam, placeId, planItemId, fault } = place
  if (!(await isPaperOf(tx, asked, exam))) return { verdict: 'missing' }
  if (exam.kind === 'practical') return { verdict: 'refused', reason: 'practical' }

  const standingIs = and(eq(examStandings.tenantId, tenantId), eq(examStandings.learnerId, userId), eq(examStandings.examId, exam.examId), eq(examStandings.placeId, placeId))
  const refusal = (used: number) => fault ?? (examWindow(exam, now) === 'open' ? (attemptsLeft(exam.attemptsAllowed, used) === 0 ? ('attempts' as const) : null) : ('window' as const))
  // The standing's row lets two starts of one learner wait for each other. All are taken, as whoever hands in takes them before the attempt.
  const hold = () => holdStandings(tx, { tenantId, userId, examId: exam.examId })
  let standings = await hold()
  let standing = standings.find((one) => one.placeId === placeId)
  if (standing === undefined) {
    if (instanceId !== undefined) return { verdict: 'missing' }
    const reason = refusal(0)
    if (reason !== null) return { verdict: 'refused', reason }
    ;[standing] = await tx.insert(examStandings).values({ tenantId, learnerId: userId, examId: exam.examId, placeId, updatedAt: now }).onConflictDoNothing({ target: [examStandings.tenantId, examStandings.learnerId, examStandings.examId, examStandings.placeId] }).returning()
    // Another start has just written it: then it is held with all that came along.
    standings = standing === undefined ? await hold() : [...standings, standing]
    standing ??= standings.find((one) => one.placeId === placeId)
  }

  // Only now: what another start has opened is seen by whoever waited for it.
  const [opened, last, extraTimeFactor] = await Promise.all([
    findOpening(tx, { tenantId, userId, intentId }),
    findOpen(tx, { tenantId, userId, examId: exam.examId, placeId, instanceId }),
    findExtraTime(tx, asked),
  ])
  if (opened !== undefined) {
    const found = await findAttempt(tx, { tenantId, userId, instanceId: opened.attemptId }, { lock: true })
    if (found === null || found.exam.examId !== exam.examId) return { verdict: 'missing' }
    const attempt = await closeIfOver(tx, { ...found, standings }, now, handIn)
    if (!isToHandIn(attempt) && !takesLateAnswers(attempt, now)) return { verdict: 'handedIn', attempt }
    return { verdict: 'opened', attempt, exam, epoch: opened.epoch || attempt.epoch, extraTimeFactor }
  }

  if (last !== undefined) {
    const attempt = await closeIfOver(tx, { attempt: last, exam, standings }, now, handIn)
    // What is late is still on its way from whoever wrote last, and must not be refused because somebody looks.
    if (takesLateAnswers(attempt, now)) {
      await noteOpening(tx, { tenantId, userId, attemptId: attempt.attemptId, intentId, now }, LOOKING)
      return { verdict: 'opened', attempt, exam, epoch: attempt.epoch, extraTimeFactor }
    }
    if (isToHandIn(attempt)) {
      const epoch = await writeEpoch(tx, { tenantId, userId, attemptId: attempt.attemptId, intentId, now })
      return { verdict: 'opened', attempt: { ...attempt, epoch }, exam, epoch, extraTimeFactor }
    }
    if (instanceId !== undefined) return { verdict: 'handedIn', attempt }
  }
  if (instanceId !== undefined) return { verdict: 'missing' }

  const used = standing?.attemptsUsed ?? 0
  const reason = refusal(used)
  if (reason !== null) return { verdict: 'refused', reason }

  const attemptId = newId()
  const [attempt] = await tx
    .insert(attempts)
    .values({
      tenantId,
      attemptId,
      answerId: newId(),
      learnerId: userId,
      examId: exam.examId,
      placeId,
      planItemId: exam.origin === 'planExam' ? 0 : planItemId,
      paperId: exam.paperId,
      number: used + 1,
      status: 'running',
      startedAt: now,
      deadlineAt: deadlineOf({ startedAt: now, minutes: exam.answerMinutes, extraTimeFactor, endsAt: exam.endsAt }),
    })
    .returning()
  if (attempt === undefined) throw new Error('An attempt was not written.')
  await Promise.all([
    tx.update(examStandings).set({ attemptsUsed: used + 1, updatedAt: now }).where(standingIs),
    intentId !== undefined && tx.insert(attemptOpenings).values({ tenantId, learnerId: userId, intentId, attemptId, epoch: 1, openedAt: now }),
  ])
  return { verdict: 'opened', attempt, exam, epoch: 1, extraTimeFactor }
}

/** Whether a paper is the exam's, or was when the learner began an attempt at it. */
async function isPaperOf(tx: Db, { tenantId, userId, paperId }: StartAsked, { examId, paperId: ownPaperId }: Exam): Promise<boolean> {
  if (paperId === undefined || paperId === ownPaperId) return true
  const answered = and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, examId), eq(attempts.paperId, paperId))
  return (await tx.select({ attemptId: attempts.attemptId }).from(attempts).where(answered).limit(1)).length > 0
}

async function findOpening(tx: Db, { tenantId, userId, intentId }: Who & { intentId?: string | undefined }) {
  if (intentId === undefined) return undefined
  const intentIs = and(eq(attemptOpenings.tenantId, tenantId), eq(attemptOpenings.learnerId, userId), eq(attemptOpenings.intentId, intentId))
  return (await tx.select().from(attemptOpenings).where(intentIs))[0]
}

/** The attempt named, or the one running at this place, else the newest: after the clock was set back, one that has ended may have begun later. */
async function findOpen(tx: Db, { tenantId, userId, examId, placeId, instanceId }: Who & { examId: number; placeId: number; instanceId?: number | undefined }): Promise<Attempt | undefined> {
  const [found] = await tx
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.tenantId, tenantId),
        eq(attempts.learnerId, userId),
        eq(attempts.examId, examId),
        eq(attempts.placeId, placeId),
        instanceId === undefined ? undefined : eq(attempts.attemptId, instanceId),
      ),
    )
    .orderBy(sql`${attempts.status} = 'running' desc`, sql`${isToHandInOfLearner} desc`, desc(attempts.startedAt), desc(attempts.attemptId))
    .limit(1)
    .for('update')
  return found
}

async function closeIfOver(tx: Db, found: HeldAttempt, now: Date, handIn: (tx: Db, found: HeldAttempt) => Promise<Attempt>): Promise<Attempt> {
  return isToHandIn(found.attempt) && now >= endOf(found.attempt) ? handIn(tx, found) : found.attempt
}

type NewWriter = Who & { attemptId: number; intentId?: string | undefined; now: Date }

/** Makes the caller the writer of an attempt; returns the epoch it writes with. The same intent opens once. */
export async function openAttempt(tx: Db, writer: NewWriter): Promise<number> {
  const opened = await findOpening(tx, writer)
  return opened?.attemptId === writer.attemptId && opened.epoch !== LOOKING ? opened.epoch : writeEpoch(tx, writer)
}

async function writeEpoch(tx: Db, { tenantId, userId, attemptId, intentId, now }: NewWriter): Promise<number> {
  const [attempt] = await tx
    .update(attempts)
    .set({ epoch: sql`${attempts.epoch} + 1` })
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.attemptId, attemptId)))
    .returning({ epoch: attempts.epoch })
  const epoch = attempt?.epoch ?? 1
  await noteOpening(tx, { tenantId, userId, attemptId, intentId, now }, epoch)
  return epoch
}

/** The epoch of an opening that makes nobody the writer. */
const LOOKING = 0

/** Keeps what an intent has opened, so that it never opens anything else. */
async function noteOpening(tx: Db, { tenantId, userId, attemptId, intentId, now }: NewWriter, epoch: number): Promise<void> {
  if (intentId !== undefined) await tx.insert(attemptOpenings).values({ tenantId, learnerId: userId, intentId, attemptId, epoch, openedAt: now }).onConflictDoNothing({ target: [attemptOpenings.tenantId, attemptOpenings.learnerId, attemptOpenings.intentId] })
}

/** Forgets which clicks opened what; a click is not repeated after two days. Of an attempt that still takes answers they tell who sends an epoch. */
export async function sweepOpenings(db: Db, { now, stopping }: { now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const key = { tenantId: attemptOpenings.tenantId, learnerId: attemptOpenings.learnerId, intentId: attemptOpenings.intentId }
  const isOld = lt(attemptOpenings.openedAt, new Date(now.getTime() - 2 * dayMs))
  const open = db
    .select({ one: sql`1` })
    .from(attempts)
    .where(and(eq(attempts.tenantId, attemptOpenings.tenantId), eq(attempts.attemptId, attemptOpenings.attemptId), eq(attempts.sealed, false), or(isToHandInOfLearner, inArray(attempts.submittedBy, ['deadline', 'screenSwitch']))))
  await deleteInBatches(
    (most) => db.delete(attemptOpenings).where(sql`(${key.tenantId}, ${key.learnerId}, ${key.intentId}) in ${db.select(key).from(attemptOpenings).where(and(isOld, notExists(open))).orderBy(attemptOpenings.openedAt).limit(most)}`),
    stopping,
  )
}

/** `seq` is the number of the change by which it is stored. */
export type SavedAnswer = { questionId: number; optionIds: string; seq: number }

const storedAnswers = prepared((db) =>
  db
    .select({ questionId: attemptAnswers.questionId, optionIds: attemptAnswers.optionIds, seq: attemptAnswers.seq })
    .from(attemptAnswers)
    .where(and(eq(attemptAnswers.tenantId, sql.placeholder('tenantId')), eq(attemptAnswers.attemptId, sql.placeholder('attemptId'))))
    .orderBy(asc(attemptAnswers.savedAt), asc(attemptAnswers.questionId))
    .prepare('stored_answers'),
)

/** The saved answers of an attempt, and apart from them the changes by which others were taken back. */
export async function listSavedAnswers(db: Db, { tenantId, attemptId }: { tenantId: number; attemptId: number }): Promise<{ saved: SavedAnswer[]; takenBack: Omit<SavedAnswer, 'optionIds'>[] }> {
  const stored = await storedAnswers(db).execute({ tenantId, attemptId })
  return { saved: stored.filter(({ optionIds }) => optionIds !== ''), takenBack: stored.flatMap(({ questionId, optionIds, seq }) => (optionIds === '' ? [{ questionId, seq }] : [])) }
}

/** More than anybody has who takes an exam at each shift for five years; an exam may allow any number. */
const mostListed = 2_000

/** A learner's newest attempts at an exam in one place, newest first, running ones too. */
export async function listAttempts(db: Db, { tenantId, userId, examId, placeId }: Who & { examId: number; placeId: number }): Promise<Attempt[]> {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, examId), eq(attempts.placeId, placeId)))
    .orderBy(desc(attempts.startedAt), desc(attempts.attemptId))
    .limit(mostListed)
}
