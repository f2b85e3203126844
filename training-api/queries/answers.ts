import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database, Db } from '../db/client.ts'
import { coalesce, locked } from '../db/coalesce.ts'
import { givenRows, prepared, preparedRows } from '../db/prepared.ts'
import { answerReceipts, attempts } from '../db/schema/attempts.ts'
import { exams } from '../db/schema/exams.ts'
import { learners } from '../db/schema/learners.ts'
import { withCommit, withTx } from '../db/tx.ts'
import { judgeSave } from '../rules/answers.ts'
import { faultOf, joinOptionIds } from '../rules/grading.ts'
import type { AnswerFault, QuestionKind } from '../rules/grading.ts'
import { answerHash, firstPreviousHash, linkHash } from '../rules/receipts.ts'
import { endOf } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import type { Exam } from './exam-places.ts'
import type { Receipt } from './receipts.ts'
import type { Who } from './who.ts'

/** One change of an answer as it arrives. */
export type Save = Who & {
  answerId: number
  instanceId?: number | undefined
  questionId: number
  /** Empty: taken back. */
  optionIds: readonly number[]
  /** Absent from a client that knows no operations: then it is the newest change of the current writer. */
  operationId?: string | undefined
  seq?: number | undefined
  epoch?: number | undefined
}

const ofAttempt = {
  tenantId: attempts.tenantId, attemptId: attempts.attemptId, answerId: attempts.answerId, learnerId: attempts.learnerId, paperId: attempts.paperId,
  status: attempts.status, sealed: attempts.sealed, score: attempts.score, epoch: attempts.epoch, startedAt: attempts.startedAt, deadlineAt: attempts.deadlineAt,
  submittedAt: attempts.submittedAt, submittedBy: attempts.submittedBy, switchCount: attempts.switchCount, switchSeconds: attempts.switchSeconds,
  switchExhaustedAt: attempts.switchExhaustedAt, receiptCount: attempts.receiptCount, lastSeq: attempts.lastSeq, receiptHead: attempts.receiptHead,
  questionCount: attempts.questionCount,
}
const ofExam = { questionCount: exams.questionCount, switchRule: exams.switchRule, switchCountAllowed: exams.switchCountAllowed, switchSecondsAllowed: exams.switchSecondsAllowed }

/** As much of an attempt and its exam as a change is judged by and the clock tells of. */
export type AnsweredAttempt = { attempt: Pick<Attempt, keyof typeof ofAttempt>; exam: Pick<Exam, keyof typeof ofExam> }
/** The attempt of a change, and by how much its learner's time is multiplied. */
export type SavedIn = AnsweredAttempt & { extraTimeFactor: number }

export type SaveAnswer =
  | { status: 'saved'; found: SavedIn; receipt: Receipt }
  | { status: 'superseded'; found: SavedIn }
  | { status: 'refused'; found: SavedIn; reason: AnswerFault | 'handedIn' | 'timeOver' | 'epoch' | 'operationReused' | 'tooManyChanges' }
  | { status: 'missing' }

/** Changes kept of one attempt, each with its receipt for good: two hundred of each of a hundred questions. */
const mostChanges = 20_000

type Arrived = Save & { operationId: string; arrival: number }

const padded = (number: number) => String(number).padStart(16, '0')

/** How answers are saved: each change is acknowledged after its commit, and what arrives together shares one. */
export function answerSaver({ db, clock }: { db: Database; clock: Clock }): (save: Save) => Promise<SaveAnswer> {
  let arrivals = 0
  const save = coalesce<Arrived, SaveAnswer>({
    keyOf: ({ tenantId, answerId, arrival }) => `${padded(tenantId)} ${padded(answerId)} ${padded(arrival)}`,
    write: (saves) => withTx(db, (tx) => writeSaves(tx, saves, clock.now())),
  })
  return (one) => save({ ...one, operationId: one.operationId ?? randomUUID(), arrival: (arrivals += 1) })
}

/** What the database holds of the attempts, questions, answers and operations that a batch speaks of. */
type Known = {
  attempts: Map<string, SavedIn>
  /** Attempts that somebody else has locked, a hand-in for one: nothing is known of them yet. */
  lockedAttempts: Set<string>
  /** Attempts whose current writer opened them with an intent; asked only of those for which a save without an epoch arrived. */
  sendingEpoch: Set<string>
  questions: Map<string, { kind: QuestionKind; optionIds: number[] }>
  answers: Map<string, { seq: number }>
  receipts: Map<string, Receipt>
}

type Written = { receipt: Receipt; optionIds: string; seq: number; epoch: number }

async function writeSaves(tx: Db, saves: readonly Arrived[], now: Date): Promise<(SaveAnswer | typeof locked)[]> {
  const known = await readKnown(tx, saves)
  const written: Written[] = []
  const answers = saves.map((save): SaveAnswer | typeof locked => {
    const found = known.attempts.get(`${save.tenantId}/${save.answerId}`)
    if (known.lockedAttempts.has(`${save.tenantId}/${save.answerId}`)) return locked
    if (found === undefined || found.attempt.learnerId !== save.userId || (save.instanceId !== undefined && save.instanceId !== found.attempt.attemptId)) return { status: 'missing' }
    const { attempt } = found
    const [answerKey, operationKey] = [`${save.tenantId}/${attempt.attemptId}/${save.questionId}`, `${save.tenantId}/${attempt.attemptId}/${save.operationId}`]
    const repeated = known.receipts.get(operationKey)
    const optionIds = joinOptionIds(save.optionIds)
    const change = answerHash(save.operationId, save.questionId, optionIds)
    // Under an id that was used for another answer nothing is stored, so it must not be called saved.
    if (repeated !== undefined) return repeated.answerHash === change ? { status: 'saved', found, receipt: repeated } : { status: 'refused', found, reason: 'operationReused' }

    const state = { status: attempt.status, sealed: attempt.sealed, epoch: attempt.epoch, sendsEpoch: known.sendingEpoch.has(`${save.tenantId}/${attempt.attemptId}`), endsAt: endOf(attempt) }
    const stored = known.answers.get(answerKey) ?? null
    const verdict = judgeSave(state, { epoch: save.epoch ?? null, seq: save.seq ?? null }, stored, attempt.lastSeq, now)
    if (verdict.verdict === 'refused') return { status: 'refused', found, reason: verdict.reason }
    const fault = faultOf(known.questions.get(`${save.tenantId}/${attempt.paperId}/${save.questionId}`) ?? null, save.optionIds)
    if (fault !== null) return { status: 'refused', found, reason: fault }
    if (verdict.verdict === 'superseded') return { status: 'superseded', found }
    // An answer without its receipt would break the chain; the answers that stand stay as they are, and the paper can be handed in.
    if (attempt.receiptCount >= mostChanges) return { status: 'refused', found, reason: 'tooManyChanges' }

    const link = {
      tenantId: save.tenantId,
      attemptId: attempt.attemptId,
      link: attempt.receiptCount + 1,
      questionId: save.questionId,
      answerHash: change,
      savedAt: now,
      previousHash: attempt.receiptHead ?? firstPreviousHash,
    }
    const receipt: Receipt = { ...link, operationId: save.operationId, late: verdict.late, hash: linkHash(link) }
    found.attempt = { ...attempt, receiptCount: link.link, receiptHead: receipt.hash, lastSeq: Math.max(attempt.lastSeq, verdict.seq) }
    known.answers.set(answerKey, { seq: verdict.seq })
    known.receipts.set(operationKey, receipt)
    written.push({ receipt, optionIds, seq: verdict.seq, epoch: attempt.epoch })
    return { status: 'saved', found, receipt }
  })
  if (written.length > 0) await write(tx, written, known)
  return answers
}

const lastOnes = givenRows({ tenantId: 'bigint', attemptId: 'bigint', questionId: 'bigint', optionIds: 'text', operationId: 'text', seq: 'bigint', epoch: 'int', late: 'bool', savedAt: 'timestamptz' })
const storeAnswers = preparedRows('answers_stored', sql`
  insert into attempt_answers (tenant_id, attempt_id, question_id, option_ids, operation_id, seq, epoch, late, saved_at)
  select * from ${lastOnes.unnested}
  on conflict (tenant_id, attempt_id, question_id) do update set
    option_ids = excluded.option_ids, operation_id = excluded.operation_id, seq = excluded.seq, epoch = excluded.epoch, late = excluded.late, saved_at = excluded.saved_at`)
const heads = givenRows({ tenantId: 'bigint', attemptId: 'bigint', receiptHead: 'text', receiptCount: 'int', lastSeq: 'bigint' })
const storeHeads = preparedRows('heads_stored', sql`
  update attempts as a set receipt_head = h.head, receipt_count = h.links, last_seq = h.seq
  from ${heads.unnested} as h (tenant_id, attempt_id, head, links, seq)
  where a.tenant_id = h.tenant_id and a.attempt_id = h.attempt_id`)
const links = givenRows({ tenantId: 'bigint', attemptId: 'bigint', link: 'int', questionId: 'bigint', operationId: 'text', answerHash: 'text', late: 'bool', previousHash: 'text', hash: 'text', savedAt: 'timestamptz' })
const storeReceipts = preparedRows('receipts_stored', sql`
  insert into answer_receipts (tenant_id, attempt_id, link, question_id, operation_id, answer_hash, late, previous_hash, hash, saved_at)
  select * from ${links.unnested}`)

async function write(tx: Db, written: readonly Written[], known: Known): Promise<void> {
  const rows = written.map(({ receipt, ...answer }) => ({ ...receipt, ...answer, savedAt: receipt.savedAt.toISOString() }))
  // Of several changes of one question in a batch the last one is stored.
  const last = [...new Map(rows.map((row) => [`${row.tenantId}/${row.attemptId}/${row.questionId}`, row])).values()]
  const touched = new Set(rows.map(({ tenantId, attemptId }) => `${tenantId}/${attemptId}`))
  const changed = [...known.attempts.values()].flatMap(({ attempt }) => (touched.has(`${attempt.tenantId}/${attempt.attemptId}`) ? [attempt] : []))
  // Sent along together, and with the commit: none needs another's outcome.
  await withCommit(tx, [storeReceipts(tx, links.listsOf(rows)), storeAnswers(tx, lastOnes.listsOf(last)), storeHeads(tx, heads.listsOf(changed))])
}

const named = givenRows({ tenantId: 'bigint', answerId: 'bigint' })
const isNamed = sql`(${attempts.tenantId}, ${attempts.answerId}) in (select * from ${named.unnested})`
const itsExam = and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId))
const itsLearner = and(eq(learners.tenantId, attempts.tenantId), eq(learners.learnerId, attempts.learnerId))
const attemptsAnswered = prepared((db) =>
  db
    .select({ attempt: ofAttempt, exam: ofExam, extraTimeFactor: learners.extraTimeFactor })
    .from(attempts)
    .innerJoin(exams, itsExam)
    .innerJoin(learners, itsLearner)
    .where(isNamed)
    .orderBy(asc(attempts.tenantId), asc(attempts.attemptId))
    .for('update', { of: attempts, skipLocked: true })
    .prepare('attempts_answered'),
)

const onPapers = givenRows({ tenantId: 'bigint', paperId: 'bigint', questionId: 'bigint' })
const listAskedQuestions = preparedRows<{ tenant: number; paper: number; question: number; kind: QuestionKind; options: number[] }>('questions_answered', sql`
  select p.tenant_id as tenant, p.paper_id as paper, p.question_id as question, q.kind, json_agg(o.option_id) as options
  from (select distinct * from ${onPapers.unnested}) as k (t, p, q)
  join paper_questions p on p.tenant_id = k.t and p.paper_id = k.p and p.question_id = k.q
  join questions q on q.tenant_id = k.t and q.question_id = k.q
  join question_options o on o.tenant_id = k.t and o.question_id = k.q
  group by p.tenant_id, p.paper_id, p.question_id, q.kind`)
const inAttempts = givenRows({ tenantId: 'bigint', attemptId: 'bigint', questionId: 'bigint' })
const listAskedAnswers = preparedRows<{ tenant: number; attempt: number; question: number; seq: number }>('answers_changed', sql`
  select a.tenant_id as tenant, a.attempt_id as attempt, a.question_id as question, a.seq
  from (select distinct * from ${inAttempts.unnested}) as k (t, a, q)
  join attempt_answers a on a.tenant_id = k.t and a.attempt_id = k.a and a.question_id = k.q`)
const operations = givenRows({ tenantId: 'bigint', attemptId: 'bigint', operationId: 'text' })
const receiptsGiven = prepared((db) =>
  db
    .select()
    .from(answerReceipts)
    .where(sql`(${answerReceipts.tenantId}, ${answerReceipts.attemptId}, ${answerReceipts.operationId}) in (select * from ${operations.unnested})`)
    .prepare('receipts_given'),
)

async function readKnown(tx: Db, saves: readonly Arrived[]): Promise<Known> {
  const rows = await attemptsAnswered(tx).execute(named.listsOf(saves))
  const found = new Map(rows.map((row) => [`${row.attempt.tenantId}/${row.attempt.answerId}`, row]))
  const lockedAttempts = await findAmong(tx, saves.filter((save) => !found.has(`${save.tenantId}/${save.answerId}`)))
  const asked = saves.flatMap((save) => {
    const one = found.get(`${save.tenantId}/${save.answerId}`)
    return one === undefined ? [] : [{ ...save, attemptId: one.attempt.attemptId, paperId: one.attempt.paperId }]
  })
  const known: Known = { attempts: found, lockedAttempts, sendingEpoch: new Set(), questions: new Map(), answers: new Map(), receipts: new Map() }
  if (asked.length === 0) return known

  const [questions, stored, receipts] = await Promise.all([
    listAskedQuestions(tx, onPapers.listsOf(asked)),
    listAskedAnswers(tx, inAttempts.listsOf(asked)),
    receiptsGiven(tx).execute(operations.listsOf(asked)),
    readSendingEpoch(tx, known, asked.filter(({ epoch }) => epoch === undefined)),
  ])
  for (const { tenant, paper, question, kind, options } of questions) known.questions.set(`${tenant}/${paper}/${question}`, { kind, optionIds: options })
  for (const { tenant, attempt, question, seq } of stored) known.answers.set(`${tenant}/${attempt}/${question}`, { seq })
  for (const receipt of receipts) known.receipts.set(`${receipt.tenantId}/${receipt.attemptId}/${receipt.operationId}`, receipt)
  return known
}

const attemptsThere = prepared((db) =>
  db.select({ tenantId: attempts.tenantId, answerId: attempts.answerId }).from(attempts).innerJoin(exams, itsExam).innerJoin(learners, itsLearner).where(isNamed).prepare('attempts_there'),
)

/** Those attempts of the saves that there are, also while somebody has locked them. */
async function findAmong(tx: Db, saves: readonly Arrived[]): Promise<Set<string>> {
  if (saves.length === 0) return new Set()
  const rows = await attemptsThere(tx).execute(named.listsOf(saves))
  return new Set(rows.map(({ tenantId, answerId }) => `${tenantId}/${answerId}`))
}

const writers = givenRows({ tenantId: 'bigint', userId: 'bigint', attemptId: 'bigint' })
const listSendingEpoch = preparedRows<{ tenant: number; attempt: number }>('writers_sending_epoch', sql`
  select o.tenant_id as tenant, o.attempt_id as attempt
  from (select distinct * from ${writers.unnested}) as k (t, l, a)
  join attempts a on a.tenant_id = k.t and a.attempt_id = k.a
  join attempt_openings o on o.tenant_id = k.t and o.learner_id = k.l and o.attempt_id = k.a and o.epoch = a.epoch`)

async function readSendingEpoch(tx: Db, known: Known, plain: readonly (Who & { attemptId: number })[]): Promise<void> {
  if (plain.length === 0) return
  for (const { tenant, attempt } of await listSendingEpoch(tx, writers.listsOf(plain))) known.sendingEpoch.add(`${tenant}/${attempt}`)
}
