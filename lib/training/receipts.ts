import 'server-only'
import { z } from 'zod'
import type { Learner, Visitor } from '@/lib/domain/learner'
import { receiptFormulas, type HandIn, type OwnReceipt, type ReceiptBook, type ReceiptCheck } from '@/lib/domain/receipts'
import { training } from './client'
import { isNotOffered, unknownAs } from './errors'
import { wireEnum, wireIdMaybe, wireList, wireNumber, wireText, wireTextMaybe } from './wire'

const byNames = { learner: 'learner', deadline: 'deadline', screenSwitch: 'screenSwitch', simulation: 'simulation', reviewer: 'reviewer' } as const

const receiptShape = { code: wireText, link: wireNumber(), questionId: wireText, answerHash: wireText, time: wireText, previousHash: wireText, hash: wireText, signature: wireText, late: z.boolean().nullish().transform(Boolean) }
/** What only the owner is sent beside it. */
const ownReceipt = z.object({ ...receiptShape, instanceId: wireIdMaybe, opId: wireTextMaybe })
const handInShape = {
  number: wireText, time: wireText, by: wireEnum('by', byNames), answeredCount: wireNumber(), questionCount: wireNumber(), head: wireTextMaybe, hash: wireText, signature: wireText,
}
const handIn = z.object(handInShape)

const book = z
  .object({ title: wireText, handIn: handIn.nullish(), receipts: wireList(ownReceipt), algorithm: wireText, publicKey: wireText })
  .nullable()

/** The receipts of an attempt that was handed in (XE4, an extension); null where the platform issues none. */
export async function getReceipts(learner: Learner, { attemptId, answerId }: { attemptId: string; answerId: string }): Promise<ReceiptBook | null> {
  try {
    const found = await training.get(learner, 'train/examPlanApp/answerReceipts', { instanceId: attemptId, answerId }, book)
    if (!found) return null
    const { title, algorithm, publicKey, handIn = null } = found
    const receipts = found.receipts.map(({ instanceId, ...receipt }): OwnReceipt => ({ ...receipt, attemptId: instanceId ?? attemptId }))
    return { title, tenantId: learner.tenantId, attemptId, formulas: receiptFormulas, algorithm, publicKey, handIn: handIn satisfies HandIn | null, receipts }
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

const about = { valid: z.boolean(), title: wireText, publicKey: wireText, handedIn: z.union([z.boolean(), z.number()]).nullish().transform(Boolean), submitTime: wireTextMaybe, instanceId: wireIdMaybe }
const check = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), ...receiptShape, ...about }),
  z.object({ kind: z.literal('handIn'), ...handInShape, ...about }),
]).transform((wire): ReceiptCheck => {
  const shared = { isValid: wire.valid, title: wire.title, publicKey: wire.publicKey, isHandedIn: wire.handedIn, submittedAt: wire.submitTime }
  if (wire.kind === 'answer') {
    const { code, link, questionId, answerHash, time, previousHash, hash, signature, late } = wire
    return { ...shared, kind: 'answer', receipt: { code, link, questionId, answerHash, time, previousHash, hash, signature, late } }
  }
  const { number, time, by, answeredCount, questionCount, head, hash, signature } = wire
  return { ...shared, kind: 'handIn', handIn: { number, time, by, answeredCount, questionCount, head, hash, signature } }
}).nullable()

/** What the platform says about one receipt (XE5, an extension, open to everybody); null when it knows none such. */
export async function checkReceipt(visitor: Visitor, { code, signature }: { code: string; signature?: string | null }): Promise<ReceiptCheck | null> {
  return training.get(visitor, 'train/web/checkAnswerReceipt', { code, signature }, check).catch(unknownAs(null))
}
