import { and, count, desc, eq, inArray, like, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { answerFiles } from '../db/schema/answer-files.ts'
import type { FiledAnswer } from '../db/schema/answer-files.ts'
import { answerReceipts, attempts } from '../db/schema/attempts.ts'
import { exams } from '../db/schema/exams.ts'
import { learners } from '../db/schema/learners.ts'
import { markers } from '../db/schema/tenants.ts'
import { newAnswerFileKey } from '../rules/answer-files.ts'
import type { AnswerFileKey, AnswerFileNumber, ReadAnswerFile } from '../rules/answer-files.ts'
import { faultOf } from '../rules/grading.ts'
import { answerHash } from '../rules/receipts.ts'
import type { Attempt } from './attempts.ts'
import { listPaperQuestions } from './papers.ts'
import type { Who } from './who.ts'

/** A file that was received. */
export type AnswerFile = typeof answerFiles.$inferSelect

const keyName = 'answerFileKey'
const known = new WeakMap<Db, Map<number, Promise<AnswerFileKey>>>()

/** The key that a tenant's answer files are closed with: made once, and kept in the database. */
export function answerFileKey(db: Db, { tenantId }: { tenantId: number }): Promise<AnswerFileKey> {
  const keys = known.get(db) ?? new Map<number, Promise<AnswerFileKey>>()
  known.set(db, keys)
  const key = keys.get(tenantId) ?? findOrMakeKey(db, tenantId)
  keys.set(tenantId, key)
  key.catch(() => keys.delete(tenantId))
  return key
}

async function findOrMakeKey(db: Db, tenantId: number): Promise<AnswerFileKey> {
  const find = async () => (await db.select({ value: markers.value }).from(markers).where(and(eq(markers.tenantId, tenantId), eq(markers.name, keyName))))[0]?.value as AnswerFileKey | undefined
  const kept = await find()
  if (kept !== undefined) return kept
  await db.insert(markers).values({ tenantId, name: keyName, value: newAnswerFileKey(), updatedAt: new Date() }).onConflictDoNothing({ target: [markers.tenantId, markers.name] })
  const made = await find()
  if (made === undefined) throw new Error('The key for answer files was not kept.')
  return made
}

/** The most files that one attempt may bring. */
const mostFiles = 20

/**
 * Keeps an answer file of an attempt for the examiner, each answer with what the server makes of it; the same content again is the same
 * file. Nothing of the attempt changes. `full` when the attempt has brought too many. Inside a transaction.
 */
export async function keepAnswerFile(tx: Db, { attempt, file, original, now }: { attempt: Attempt; file: ReadAnswerFile; original: string; now: Date }): Promise<{ kept: AnswerFile; repeated: boolean } | 'full'> {
  const { tenantId, attemptId, learnerId } = attempt
  const ofAttempt = and(eq(answerFiles.tenantId, tenantId), eq(answerFiles.attemptId, attemptId))
  const find = () => tx.select().from(answerFiles).where(and(ofAttempt, eq(answerFiles.contentHash, file.contentHash)))
  // Held before they are counted: of two files at once the second sees the first.
  await tx.select({ attemptId: attempts.attemptId }).from(attempts).where(and(eq(attempts.tenantId, tenantId), eq(attempts.attemptId, attemptId))).for('update')
  const [before] = await find()
  if (before !== undefined) return { kept: before, repeated: true }
  const [counted] = await tx.select({ files: count() }).from(answerFiles).where(ofAttempt)
  if ((counted?.files ?? 0) >= mostFiles) return 'full'
  const answers = await judged(tx, attempt, file)
  const added = await tx
    .insert(answerFiles)
    .values({ tenantId, fileId: newId(), attemptId, learnerId, contentHash: file.contentHash, sealed: file.sealed, madeAt: file.madeAt, receivedAt: now, answers, original })
    .onConflictDoNothing({ target: [answerFiles.tenantId, answerFiles.attemptId, answerFiles.contentHash] })
    .returning()
  const [kept] = added.length > 0 ? added : await find()
  if (kept === undefined) throw new Error('An answer file was not kept.')
  return { kept, repeated: added.length === 0 }
}

async function judged(tx: Db, { tenantId, attemptId, paperId }: Attempt, { changes }: ReadAnswerFile): Promise<FiledAnswer[]> {
  const questions = new Map((await listPaperQuestions(tx, { tenantId, paperId })).map((question) => [question.questionId, { kind: question.kind, optionIds: question.options.map(({ optionId }) => optionId) }]))
  const receipts = await tx
    .select({ operationId: answerReceipts.operationId, answerHash: answerReceipts.answerHash })
    .from(answerReceipts)
    .where(and(eq(answerReceipts.tenantId, tenantId), eq(answerReceipts.attemptId, attemptId), inArray(answerReceipts.operationId, changes.map(({ operationId }) => operationId))))
  const receiptOf = new Map(receipts.map((receipt) => [receipt.operationId, receipt.answerHash]))
  return changes.map((change): FiledAnswer => {
    const { operationId, questionId, optionIds } = change
    const receipt = receiptOf.get(operationId)
    if (receipt !== undefined) return { ...change, outcome: receipt === answerHash(operationId, questionId, optionIds) ? 'arrived' : 'unfit' }
    const fault = faultOf(questions.get(questionId) ?? null, optionIds === '' ? [] : optionIds.split('&').map(Number))
    return { ...change, outcome: fault === null ? 'late' : 'unfit' }
  })
}

/** The files a learner has brought for an exam, newest first. */
export async function listOwnAnswerFiles(db: Db, { tenantId, userId, examId }: Who & { examId: number }): Promise<AnswerFile[]> {
  const rows = await db
    .select({ file: answerFiles })
    .from(answerFiles)
    .innerJoin(attempts, and(eq(attempts.tenantId, answerFiles.tenantId), eq(attempts.attemptId, answerFiles.attemptId)))
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, examId)))
    .orderBy(desc(answerFiles.receivedAt), desc(answerFiles.fileId))
    .limit(mostFiles)
  return rows.map(({ file }) => file)
}

/** Which files are looked for; all of them where nothing is named. */
type Wanted = { tenantId?: number | undefined; examId?: number | undefined }

const wanted = ({ tenantId, examId }: Wanted) => and(tenantId === undefined ? undefined : eq(answerFiles.tenantId, tenantId), examId === undefined ? undefined : eq(attempts.examId, examId))
const whose = { exam: exams.title, examId: exams.examId, learner: learners.name, account: learners.account }
const itsAttempt = and(eq(attempts.tenantId, answerFiles.tenantId), eq(attempts.attemptId, answerFiles.attemptId))
const itsExam = and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId))
const itsLearner = and(eq(learners.tenantId, answerFiles.tenantId), eq(learners.learnerId, answerFiles.learnerId))

/** A file in a list: whose it is and of what, and how many of its answers came late. */
export type ListedAnswerFile = Pick<AnswerFile, 'tenantId' | 'fileId' | 'contentHash' | 'receivedAt'> & { exam: string; examId: number; learner: string; account: string; answers: number; late: number }

/** The files that were received, newest first, from the one after `after` on. Their contents, which may be large, stay where they are. */
export async function listAnswerFiles(db: Db, { limit, after, ...which }: Wanted & { limit: number; after?: ListedAnswerFile | undefined }): Promise<ListedAnswerFile[]> {
  const { tenantId, fileId, contentHash, receivedAt, answers } = answerFiles
  const late = sql<number>`(select count(*) from jsonb_array_elements(${answers}) as answer where answer->>'outcome' = 'late')`
  return db
    .select({ tenantId, fileId, contentHash, receivedAt, ...whose, answers: sql<number>`jsonb_array_length(${answers})`.mapWith(Number), late: late.mapWith(Number) })
    .from(answerFiles)
    .innerJoin(attempts, itsAttempt)
    .innerJoin(exams, itsExam)
    .innerJoin(learners, itsLearner)
    .where(and(wanted(which), after && sql`(${receivedAt}, ${fileId}, ${tenantId}) < (${sql.param(after.receivedAt, receivedAt)}, ${after.fileId}, ${after.tenantId})`))
    .orderBy(sql`${receivedAt} desc`, desc(fileId), desc(tenantId))
    .limit(limit)
}

/** A file with whose it is and of what, as an examiner sees it. */
export type FileToExamine = { file: AnswerFile; exam: string; examId: number; learner: string; account: string; attemptNumber: number; paperId: number }

/** The file with a number that people were told, undefined when there is none. */
export async function findAnswerFile(db: Db, { number, ...which }: Wanted & { number: AnswerFileNumber }): Promise<FileToExamine | undefined> {
  const [found] = await db
    .select({ file: answerFiles, ...whose, attemptNumber: attempts.number, paperId: attempts.paperId })
    .from(answerFiles)
    .innerJoin(attempts, itsAttempt)
    .innerJoin(exams, itsExam)
    .innerJoin(learners, itsLearner)
    .where(and(wanted(which), eq(answerFiles.fileId, number.fileId), like(answerFiles.contentHash, `${number.hashBeginning}%`)))
    .limit(1)
  return found
}
