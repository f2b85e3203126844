import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { atMost, given, prepared, preparedVariants } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { exams, examStandings } from '../db/schema/exams.ts'
import { withCommit } from '../db/tx.ts'
import { isToHandIn, isWithReviewer } from '../rules/answers.ts'
import { attemptsLeft, deadlineOf, lateWindowMs, switchGraceMs } from '../rules/exams.ts'
import { findOpening, noteBeginning, noteLooking, writeEpoch } from './attempt-openings.ts'
import { examColumns, findExamPlace, findExtraTime } from './exam-places.ts'
import type { Exam, ExamPlace, PlaceFault } from './exam-places.ts'
import { holdStandings } from './exam-ranking.ts'
import type { ExamStanding } from './exam-ranking.ts'
import { isToHandInOfLearner } from './overdue-attempts.ts'
import { listPaperQuestions, paperFaultOf } from './papers.ts'
import type { PaperFault, Question } from './papers.ts'
import { listSavedAnswers } from './saved-answers.ts'
import type { SavedAnswers } from './saved-answers.ts'
import { judgePlace } from './start-places.ts'
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
export function isSettled(attempt: Pick<Attempt, 'status' | 'sealed' | 'score'>): boolean {
  return !isToHandIn(attempt) && (attempt.sealed || attempt.score !== null || isWithReviewer(attempt.status))
}

const [givenTenant, givenLearner, givenExam, givenPlace, givenAttempt] = [sql.placeholder('tenantId'), sql.placeholder('userId'), sql.placeholder('examId'), sql.placeholder('placeId'), sql.placeholder('instanceId')]
const attemptsNamed = preparedVariants((db, { by, lock }: { by: 'attempt' | 'answer' | 'both'; lock: boolean }, key) => {
  const query = db
    .select({ attempt: attempts, exam: examColumns })
    .from(attempts)
    .innerJoin(exams, and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId)))
    .where(
      and(
        eq(attempts.tenantId, givenTenant),
        eq(attempts.learnerId, givenLearner),
        by === 'answer' ? undefined : eq(attempts.attemptId, givenAttempt),
        by === 'attempt' ? undefined : eq(attempts.answerId, sql.placeholder('answerId')),
      ),
    )
  return lock ? query.for('update', { of: attempts }).prepare(`attempt_named_${key}`) : query.prepare(`attempt_named_${key}`)
})

/** A learner's attempt with its exam, locked until the transaction ends when told so; null when the learner has no such attempt. */
export async function findAttempt(db: Db, { tenantId, userId, instanceId, answerId }: Who & AttemptName, { lock = false } = {}): Promise<AttemptOfExam | null> {
  if (instanceId === undefined && answerId === undefined) return null
  const by = instanceId === undefined ? 'answer' : answerId === undefined ? 'attempt' : 'both'
  const [found] = await attemptsNamed(db, { by, lock }).execute({ tenantId, userId, instanceId, answerId })
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

/** What an opening has got: it is asked for with the commit of the start, and there after it. */
export type OpenedPaper = { attempt: Attempt; epoch: number; questions: Question[]; answers: SavedAnswers }

export type StartVerdict =
  | { verdict: 'opened'; exam: Exam; extraTimeFactor: number; opened: Promise<OpenedPaper> }
  | { verdict: 'missing' }
  | { verdict: 'refused'; reason: 'practical' | 'window' | 'attempts' | PaperFault | PlaceFault }
  | { verdict: 'handedIn'; attempt: Attempt }

/**
 * Opens the running attempt for a new writer, one that still takes late answers beside its last writer, or begins one when none is
 * running, the window is open and attempts are left (contract 5.11). One that was begun is gone on with also where the exam has been
 * taken away since. `handIn` hands in an attempt whose time is over.
 */
export async function startAttempt(tx: Db, asked: StartAsked, handIn: (tx: Db, found: HeldAttempt) => Promise<Attempt>): Promise<StartVerdict> {
  const { tenantId, userId, intentId, instanceId, now } = asked
  // The standing's row lets two starts of one learner wait for each other. All are taken, as whoever hands in takes them before the attempt.
  const hold = () => holdStandings(tx, asked)
  // Looked at when the standing is held: what another start has opened is seen by whoever waited for it.
  const look = (placeId: number) => Promise.all([findOpening(tx, { tenantId, userId, intentId }), findOpen(tx, { ...asked, placeId }), findExtraTime(tx, asked)])
  // Where no place is named it mostly is the exam by itself: all is sent along, and what is sent later begins later, and sees what was committed until then.
  const isByItself = asked.otherContentId === undefined && asked.contentId === undefined
  const [own, ...early] = await Promise.all([findExamPlace(tx, asked), ...(isByItself ? ([hold(), look(0)] as const) : [])])
  const place = own ?? (await findPlaceOfBegun(tx, asked))
  if (place === null) return { verdict: 'missing' }
  const { exam, placeId, planItemId } = place
  const { fault, stood } = own ?? { fault: null, stood: true }
  const beginsNone = own === null || instanceId !== undefined
  if (!(await isPaperOf(tx, asked, exam))) return { verdict: 'missing' }
  if (exam.kind === 'practical') return { verdict: 'refused', reason: 'practical' }

  const at = { tenantId, userId, examId: exam.examId, placeId }
  // Asked with the standing held: what waited to be handed in may have been meanwhile.
  const refusal = async (used: number) => {
    const judged = await judgePlace(tx, { ...place, fault }, { tenantId, userId, now })
    const reason = judged.fault ?? (judged.window === 'open' ? (attemptsLeft(exam.attemptsAllowed, used) === 0 ? ('attempts' as const) : null) : ('window' as const))
    return reason ?? paperFaultOf(tx, exam)
  }
  const [earlyStandings, earlyLook] = early
  // Only where the standing was known to be there the look was behind its lock.
  let [standings, seen] = await Promise.all([earlyStandings ?? hold(), stood ? ((placeId === 0 && earlyLook) || look(placeId)) : undefined])
  let standing = standings.find((one) => one.placeId === placeId)
  if (standing === undefined) {
    seen = undefined
    if (beginsNone) return { verdict: 'missing' }
    const reason = await refusal(0)
    if (reason !== null) return { verdict: 'refused', reason }
    ;[standing] = await standingBegun(tx).execute({ ...at, now })
    // Another start has just written it: then it is held with all that came along.
    standings = standing === undefined ? await hold() : [...standings, standing]
    standing ??= standings.find((one) => one.placeId === placeId)
  }

  const openedBy = async (opened: Promise<OpenedPaper>): Promise<StartVerdict> => {
    await withCommit(tx, [opened])
    return { verdict: 'opened', exam, extraTimeFactor, opened }
  }
  // The attempt is held, and with it its answers: whoever saves leaves it alone until the commit.
  const open = (attempt: Attempt, epoch: number | Promise<number>) =>
    openedBy(Promise.all([epoch, listPaperQuestions(tx, attempt), listSavedAnswers(tx, attempt)]).then(([own, questions, answers]) => ({ attempt: { ...attempt, epoch: own }, epoch: own, questions, answers })))
  const [opened, last, extraTimeFactor] = seen ?? (await look(placeId))
  if (opened !== undefined) {
    const found = await findAttempt(tx, { tenantId, userId, instanceId: opened.attemptId }, { lock: true })
    if (found === null || found.exam.examId !== exam.examId) return { verdict: 'missing' }
    const attempt = await closeIfOver(tx, { ...found, standings }, now, handIn)
    if (!isToHandIn(attempt) && !takesLateAnswers(attempt, now)) return { verdict: 'handedIn', attempt }
    return open(attempt, opened.epoch || attempt.epoch)
  }

  if (last !== undefined) {
    const attempt = await closeIfOver(tx, { attempt: last, exam, standings }, now, handIn)
    // What is late is still on its way from whoever wrote last, and must not be refused because somebody looks.
    if (takesLateAnswers(attempt, now)) {
      await noteLooking(tx, { tenantId, userId, attemptId: attempt.attemptId, intentId, now })
      return open(attempt, attempt.epoch)
    }
    if (isToHandIn(attempt)) return open(attempt, writeEpoch(tx, { tenantId, userId, attemptId: attempt.attemptId, intentId, now }))
    if (instanceId !== undefined) return { verdict: 'handedIn', attempt }
  }
  if (beginsNone) return { verdict: 'missing' }

  const used = standing?.attemptsUsed ?? 0
  const reason = await refusal(used)
  if (reason !== null) return { verdict: 'refused', reason }

  const attemptId = newId()
  const begun = Promise.all([
    attemptBegun(tx).execute({
      ...at,
      instanceId: attemptId,
      answerId: newId(),
      planItemId: exam.origin === 'planExam' ? 0 : planItemId,
      paperId: exam.paperId,
      number: used + 1,
      startedAt: now,
      deadlineAt: deadlineOf({ startedAt: now, minutes: exam.answerMinutes, extraTimeFactor, endsAt: exam.endsAt }),
    }),
    listPaperQuestions(tx, exam),
    standingUsed(tx).execute({ ...at, used: used + 1, now }),
    // Last: what comes after a refusal is refused as well, and this one says that it is worth another look.
    noteBeginning(tx, { tenantId, userId, attemptId, intentId, now }),
  ])
  return openedBy(begun.then(([[attempt], questions]) => {
    if (attempt === undefined) throw new Error('An attempt was not written.')
    return { attempt, epoch: 1, questions, answers: { saved: [], takenBack: [] } }
  }))
}

const standingKey = [examStandings.tenantId, examStandings.learnerId, examStandings.examId, examStandings.placeId]
const standingBegun = prepared((db) =>
  db
    .insert(examStandings)
    .values({ tenantId: givenTenant, learnerId: givenLearner, examId: givenExam, placeId: givenPlace, updatedAt: sql.placeholder('now') })
    .onConflictDoNothing({ target: standingKey })
    .returning()
    .prepare('standing_begun'),
)
const standingUsed = prepared((db) =>
  db
    .update(examStandings)
    // Failed until more attempts were allowed: with the last one of them running it is not failed either.
    .set({ attemptsUsed: given('used'), updatedAt: given('now'), status: sql`case ${examStandings.status} when 'failed' then 'open' else ${examStandings.status} end` })
    .where(and(eq(examStandings.tenantId, givenTenant), eq(examStandings.learnerId, givenLearner), eq(examStandings.examId, givenExam), eq(examStandings.placeId, givenPlace)))
    .prepare('standing_used'),
)
const attemptBegun = prepared((db) =>
  db
    .insert(attempts)
    .values({
      tenantId: givenTenant,
      attemptId: givenAttempt,
      answerId: sql.placeholder('answerId'),
      learnerId: givenLearner,
      examId: givenExam,
      placeId: givenPlace,
      planItemId: sql.placeholder('planItemId'),
      paperId: sql.placeholder('paperId'),
      number: sql.placeholder('number'),
      status: 'running',
      startedAt: sql.placeholder('startedAt'),
      deadlineAt: sql.placeholder('deadlineAt'),
    })
    .returning()
    .prepare('attempt_begun'),
)

/** Where an attempt at the exam was begun that the learner names, by itself or by what has opened it; null for none, and where another place is asked for. */
async function findPlaceOfBegun(tx: Db, asked: StartAsked): Promise<ExamPlace | null> {
  const { tenantId, userId, examId, otherContentId, contentId } = asked
  const opened = await findOpening(tx, asked)
  const found = await findAttempt(tx, { tenantId, userId, instanceId: opened?.attemptId ?? asked.instanceId })
  if (found === null || found.exam.examId !== examId) return null
  const { placeId, planItemId } = found.attempt
  const isThere = (named: number | undefined) => named === undefined || named === placeId || named === planItemId
  return isThere(otherContentId) && isThere(contentId) ? { exam: found.exam, placeId, planItemId } : null
}

/** Whether a paper is the exam's, or was when the learner began an attempt at it. */
async function isPaperOf(tx: Db, { tenantId, userId, paperId }: StartAsked, { examId, paperId: ownPaperId }: Exam): Promise<boolean> {
  if (paperId === undefined || paperId === ownPaperId) return true
  const answered = and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, examId), eq(attempts.paperId, paperId))
  return (await tx.select({ attemptId: attempts.attemptId }).from(attempts).where(answered).limit(1)).length > 0
}

const attemptsOpen = preparedVariants((db, { isNamed }: { isNamed: boolean }, key) =>
  db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.tenantId, givenTenant),
        eq(attempts.learnerId, givenLearner),
        eq(attempts.examId, givenExam),
        eq(attempts.placeId, givenPlace),
        isNamed ? eq(attempts.attemptId, givenAttempt) : undefined,
      ),
    )
    .orderBy(sql`${attempts.status} = 'running' desc`, sql`${isToHandInOfLearner} desc`, desc(attempts.startedAt), desc(attempts.attemptId))
    .limit(atMost(1))
    .for('update')
    .prepare(`attempt_open_${key}`),
)

/** The attempt named, or the one running at this place, else the newest: after the clock was set back, one that has ended may have begun later. */
async function findOpen(tx: Db, asked: Who & { examId: number; placeId: number; instanceId?: number | undefined }): Promise<Attempt | undefined> {
  const [found] = await attemptsOpen(tx, { isNamed: asked.instanceId !== undefined }).execute(asked)
  return found
}

async function closeIfOver(tx: Db, found: HeldAttempt, now: Date, handIn: (tx: Db, found: HeldAttempt) => Promise<Attempt>): Promise<Attempt> {
  return isToHandIn(found.attempt) && now >= endOf(found.attempt) ? handIn(tx, found) : found.attempt
}

/** More than anybody has who takes an exam at each shift for five years; an exam may allow any number. */
const mostListed = 2_000

/** A learner's newest attempts at an exam in one place, newest first by their numbers, running ones too: of a simulation a later one may have been started earlier. */
export async function listAttempts(db: Db, { tenantId, userId, examId, placeId }: Who & { examId: number; placeId: number }): Promise<Attempt[]> {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, examId), eq(attempts.placeId, placeId)))
    .orderBy(desc(attempts.number), desc(attempts.startedAt), desc(attempts.attemptId))
    .limit(mostListed)
}
