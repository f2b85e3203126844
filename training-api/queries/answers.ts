import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database, Db } from '../db/client.ts'
import { coalesce, locked } from '../db/coalesce.ts'
import { answerReceipts, attempts } from '../db/schema/attempts.ts'
import { exams } from '../db/schema/exams.ts'
import { learners } from '../db/schema/learners.ts'
import { withTx } from '../db/tx.ts'
import { judgeSave } from '../rules/answers.ts'
import { faultOf, joinOptionIds } from '../rules/grading.ts'
import type { AnswerFault, QuestionKind } from '../rules/grading.ts'
import { answerHash, firstPreviousHash, linkHash } from '../rules/receipts.ts'
import { endOf } from './attempts.ts'
import type { AttemptOfExam } from './attempts.ts'
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

/** The attempt of a change, and by how much its learner's time is multiplied. */
export type SavedIn = AttemptOfExam & { extraTimeFactor: number }

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

async function writeSaves(tx: Db, saves: readonly Arrived[], now: Date): Promise<(SaveAnswer | typeof locked)[]> {
  const known = await readKnown(tx, saves)
  const written: { receipt: Receipt; optionIds: string; seq: number; epoch: number }[] = []
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

async function write(tx: Db, written: readonly { receipt: Receipt; optionIds: string; seq: number; epoch: number }[], known: Known): Promise<void> {
  // Of several changes of one question in a batch the last one is stored.
  const last = [...new Map(written.map((one) => [`${one.receipt.tenantId}/${one.receipt.attemptId}/${one.receipt.questionId}`, one])).values()]
  const column = <T>(pick: (one: (typeof last)[number]) => T) => sql.param(last.map(pick))
  const answers = tx.execute(sql`
    insert into attempt_answers (tenant_id, attempt_id, question_id, option_ids, operation_id, seq, epoch, late, saved_at)
    select * from unnest(${column(({ receipt }) => receipt.tenantId)}::bigint[], ${column(({ receipt }) => receipt.attemptId)}::bigint[], ${column(({ receipt }) => receipt.questionId)}::bigint[],
      ${column(({ optionIds }) => optionIds)}::text[], ${column(({ receipt }) => receipt.operationId)}::text[], ${column(({ seq }) => seq)}::bigint[], ${column(({ epoch }) => epoch)}::int[],
      ${column(({ receipt }) => receipt.late)}::bool[], ${column(({ receipt }) => receipt.savedAt.toISOString())}::timestamptz[])
    on conflict (tenant_id, attempt_id, question_id) do update set
      option_ids = excluded.option_ids, operation_id = excluded.operation_id, seq = excluded.seq, epoch = excluded.epoch, late = excluded.late, saved_at = excluded.saved_at`)

  const touched = [...new Map(written.map(({ receipt }) => [`${receipt.tenantId}/${receipt.attemptId}`, receipt])).values()]
  const changed = [...known.attempts.values()].filter(({ attempt }) => touched.some((one) => one.tenantId === attempt.tenantId && one.attemptId === attempt.attemptId))
  const head = <T>(pick: (attempt: AttemptOfExam['attempt']) => T) => sql.param(changed.map(({ attempt }) => pick(attempt)))
  const heads = tx.execute(sql`
    update attempts as a set receipt_head = h.head, receipt_count = h.links, last_seq = h.seq
    from unnest(${head(({ tenantId }) => tenantId)}::bigint[], ${head(({ attemptId }) => attemptId)}::bigint[], ${head(({ receiptHead }) => receiptHead)}::text[],
      ${head(({ receiptCount }) => receiptCount)}::int[], ${head(({ lastSeq }) => lastSeq)}::bigint[]) as h (tenant_id, attempt_id, head, links, seq)
    where a.tenant_id = h.tenant_id and a.attempt_id = h.attempt_id`)
  const link = <T>(pick: (receipt: Receipt) => T) => sql.param(written.map(({ receipt }) => pick(receipt)))
  const receipts = tx.execute(sql`
    insert into answer_receipts (tenant_id, attempt_id, link, question_id, operation_id, answer_hash, late, previous_hash, hash, saved_at)
    select * from unnest(${link(({ tenantId }) => tenantId)}::bigint[], ${link(({ attemptId }) => attemptId)}::bigint[], ${link((receipt) => receipt.link)}::int[], ${link(({ questionId }) => questionId)}::bigint[],
      ${link(({ operationId }) => operationId)}::text[], ${link(({ answerHash: of }) => of)}::text[], ${link(({ late }) => late)}::bool[], ${link(({ previousHash }) => previousHash)}::text[], ${link(({ hash }) => hash)}::text[],
      ${link(({ savedAt }) => savedAt.toISOString())}::timestamptz[])`)
  // Sent along together: none needs another's outcome.
  await Promise.all([receipts, answers, heads])
}

async function readKnown(tx: Db, saves: readonly Arrived[]): Promise<Known> {
  const column = <T>(pick: (save: Arrived) => T) => sql.param(saves.map(pick))
  const rows = await tx
    .select({ attempt: attempts, exam: exams, extraTimeFactor: learners.extraTimeFactor })
    .from(attempts)
    .innerJoin(exams, and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId)))
    .innerJoin(learners, and(eq(learners.tenantId, attempts.tenantId), eq(learners.learnerId, attempts.learnerId)))
    .where(sql`(${attempts.tenantId}, ${attempts.answerId}) in (select * from unnest(${column(({ tenantId }) => tenantId)}::bigint[], ${column(({ answerId }) => answerId)}::bigint[]))`)
    .orderBy(asc(attempts.tenantId), asc(attempts.attemptId))
    .for('update', { of: attempts, skipLocked: true })
  const found = new Map(rows.map((row) => [`${row.attempt.tenantId}/${row.attempt.answerId}`, row]))
  const lockedAttempts = await findAmong(tx, saves.filter((save) => !found.has(`${save.tenantId}/${save.answerId}`)))
  const asked = saves.flatMap((save) => {
    const one = found.get(`${save.tenantId}/${save.answerId}`)
    return one === undefined ? [] : [{ ...save, attemptId: one.attempt.attemptId, paperId: one.attempt.paperId }]
  })
  const known: Known = { attempts: found, lockedAttempts, sendingEpoch: new Set(), questions: new Map(), answers: new Map(), receipts: new Map() }
  if (asked.length === 0) return known
  const keys = <T>(pick: (one: (typeof asked)[number]) => T) => sql.param(asked.map(pick))
  const tenants = keys(({ tenantId }) => tenantId)

  // Queries begin when they are awaited: these go out together, below.
  const askedQuestions = tx.execute<{ tenant: number; paper: number; question: number; kind: QuestionKind; options: number[] }>(sql`
    select p.tenant_id as tenant, p.paper_id as paper, p.question_id as question, q.kind, json_agg(o.option_id) as options
    from (select distinct * from unnest(${tenants}::bigint[], ${keys(({ paperId }) => paperId)}::bigint[], ${keys(({ questionId }) => questionId)}::bigint[])) as k (t, p, q)
    join paper_questions p on p.tenant_id = k.t and p.paper_id = k.p and p.question_id = k.q
    join questions q on q.tenant_id = k.t and q.question_id = k.q
    join question_options o on o.tenant_id = k.t and o.question_id = k.q
    group by p.tenant_id, p.paper_id, p.question_id, q.kind`)
  const askedAnswers = tx.execute<{ tenant: number; attempt: number; question: number; seq: number }>(sql`
    select a.tenant_id as tenant, a.attempt_id as attempt, a.question_id as question, a.seq
    from (select distinct * from unnest(${tenants}::bigint[], ${keys(({ attemptId }) => attemptId)}::bigint[], ${keys(({ questionId }) => questionId)}::bigint[])) as k (t, a, q)
    join attempt_answers a on a.tenant_id = k.t and a.attempt_id = k.a and a.question_id = k.q`)

  const named = asked.map(({ tenantId, attemptId, operationId }) => ({ tenantId, attemptId, operationId }))
  const askedReceipts = tx
    .select()
    .from(answerReceipts)
    .where(
      sql`(${answerReceipts.tenantId}, ${answerReceipts.attemptId}, ${answerReceipts.operationId}) in (select * from unnest(
        ${sql.param(named.map(({ tenantId }) => tenantId))}::bigint[], ${sql.param(named.map(({ attemptId }) => attemptId))}::bigint[], ${sql.param(named.map(({ operationId }) => operationId))}::text[]))`,
    )
  const [questions, stored, receipts] = await Promise.all([askedQuestions, askedAnswers, askedReceipts, readSendingEpoch(tx, known, asked.filter(({ epoch }) => epoch === undefined))])
  for (const { tenant, paper, question, kind, options } of questions.rows) known.questions.set(`${tenant}/${paper}/${question}`, { kind, optionIds: options })
  for (const { tenant, attempt, question, seq } of stored.rows) known.answers.set(`${tenant}/${attempt}/${question}`, { seq })
  for (const receipt of receipts) known.receipts.set(`${receipt.tenantId}/${receipt.attemptId}/${receipt.operationId}`, receipt)
  return known
}

/** Those attempts of the saves that there are, also while somebody has locked them. */
async function findAmong(tx: Db, saves: readonly Arrived[]): Promise<Set<string>> {
  if (saves.length === 0) return new Set()
  const column = <T>(pick: (save: Arrived) => T) => sql.param(saves.map(pick))
  const rows = await tx
    .select({ tenantId: attempts.tenantId, answerId: attempts.answerId })
    .from(attempts)
    .innerJoin(exams, and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId)))
    .innerJoin(learners, and(eq(learners.tenantId, attempts.tenantId), eq(learners.learnerId, attempts.learnerId)))
    .where(sql`(${attempts.tenantId}, ${attempts.answerId}) in (select * from unnest(${column(({ tenantId }) => tenantId)}::bigint[], ${column(({ answerId }) => answerId)}::bigint[]))`)
  return new Set(rows.map(({ tenantId, answerId }) => `${tenantId}/${answerId}`))
}

async function readSendingEpoch(tx: Db, known: Known, plain: readonly (Who & { attemptId: number })[]): Promise<void> {
  if (plain.length === 0) return
  const keys = <T>(pick: (one: (typeof plain)[number]) => T) => sql.param(plain.map(pick))
  const found = await tx.execute<{ tenant: number; attempt: number }>(sql`
    select o.tenant_id as tenant, o.attempt_id as attempt
    from (select distinct * from unnest(${keys(({ tenantId }) => tenantId)}::bigint[], ${keys(({ userId }) => userId)}::bigint[], ${keys(({ attemptId }) => attemptId)}::bigint[])) as k (t, l, a)
    join attempts a on a.tenant_id = k.t and a.attempt_id = k.a
    join attempt_openings o on o.tenant_id = k.t and o.learner_id = k.l and o.attempt_id = k.a and o.epoch = a.epoch`)
  for (const { tenant, attempt } of found.rows) known.sendingEpoch.add(`${tenant}/${attempt}`)
}
