import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { answerReceipts, attemptAnswers, attempts } from '../db/schema/attempts.ts'
import { exams } from '../db/schema/exams.ts'
import { handInHash, handInNumber, readReceiptCode, signHash } from '../rules/receipts.ts'
import type { SigningKey } from '../rules/receipts.ts'
import { isSettled } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { signingKey } from './receipt-keys.ts'

export type Receipt = typeof answerReceipts.$inferSelect

const pageSize = 200

/** The receipts of an attempt that is settled, in the order they were given, a page at a time. */
export async function* pagesOfReceipts(db: Db, { tenantId, attemptId }: { tenantId: number; attemptId: number }): AsyncGenerator<Receipt[]> {
  for (let last = 0; ; ) {
    const page = await db
      .select()
      .from(answerReceipts)
      .where(and(eq(answerReceipts.tenantId, tenantId), eq(answerReceipts.attemptId, attemptId), gt(answerReceipts.link, last)))
      .orderBy(asc(answerReceipts.link))
      .limit(pageSize)
    yield page
    if (page.length < pageSize) return
    last = page.at(-1)?.link ?? last
  }
}

export type HandIn = {
  number: string
  attemptId: number
  answerId: number
  submittedAt: Date
  by: NonNullable<Attempt['submittedBy']>
  answeredCount: number
  questionCount: number
  head: string | null
  hash: string
  signature: string
}

type Ended = Pick<Attempt, 'tenantId' | 'attemptId' | 'answerId' | 'submittedAt' | 'submittedBy' | 'receiptHead' | 'status' | 'sealed' | 'score' | 'questionCount'>

/** The receipt of a hand-in, made from what is stored with the attempt, else of its exam as it is now; null while answers may still come. */
export async function handInReceipt(db: Db, attempt: Ended, exam: { questionCount: number } | null, key: SigningKey): Promise<HandIn | null> {
  const { tenantId, attemptId, answerId, submittedAt, submittedBy, receiptHead } = attempt
  const questionCount = attempt.questionCount ?? exam?.questionCount ?? null
  if (submittedAt === null || submittedBy === null || questionCount === null || !isSettled(attempt)) return null
  const [counted] = await db
    .select({ answered: sql<number>`count(*)`.mapWith(Number) })
    .from(attemptAnswers)
    .where(and(eq(attemptAnswers.tenantId, tenantId), eq(attemptAnswers.attemptId, attemptId), sql`${attemptAnswers.optionIds} <> ''`))
  const said = { submittedAt, by: submittedBy, answeredCount: counted?.answered ?? 0, questionCount, head: receiptHead }
  const hash = handInHash({ tenantId, attemptId, ...said })
  return { number: handInNumber(attemptId, hash), attemptId, answerId, ...said, hash, signature: signHash(key, hash) }
}

export type CheckedReceipt = { attempt: Attempt; title: string } & ({ kind: 'answer'; receipt: Receipt } | { kind: 'handIn'; handIn: HandIn })

/** What a receipt's code or a hand-in's number stands for; null when there is none, or its hash is another. */
export async function findByCode(db: Db, { tenantId, code }: { tenantId: number; code: string }): Promise<CheckedReceipt | null> {
  const named = readReceiptCode(code)
  if (named === null) return null
  const [found] = await db
    .select({ attempt: attempts, exam: { title: exams.title, questionCount: exams.questionCount } })
    .from(attempts)
    // What was given stays good when the exam is there no more.
    .leftJoin(exams, and(eq(exams.tenantId, attempts.tenantId), eq(exams.examId, attempts.examId)))
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.attemptId, named.attemptId)))
  if (found === undefined) return null
  const { attempt, exam } = found
  const title = exam?.title ?? ''
  if (named.link === null) {
    const handIn = await handInReceipt(db, attempt, exam, await signingKey(db))
    return handIn !== null && handIn.hash.startsWith(named.start) ? { kind: 'handIn', attempt, title, handIn } : null
  }
  const [receipt] = await db
    .select()
    .from(answerReceipts)
    .where(and(eq(answerReceipts.tenantId, tenantId), eq(answerReceipts.attemptId, named.attemptId), eq(answerReceipts.link, named.link)))
  return receipt !== undefined && receipt.hash.startsWith(named.start) ? { kind: 'answer', attempt, title, receipt } : null
}
