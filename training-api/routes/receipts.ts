import { setImmediate as othersTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { missing, refuse } from '../envelope.ts'
import { maybe, wireText } from '../params.ts'
import type { Attempt } from '../queries/attempts.ts'
import { findForResult } from '../queries/hand-in.ts'
import { formerReceiptKeys, signingKey } from '../queries/receipt-keys.ts'
import { findByCode, handInReceipt, pagesOfReceipts } from '../queries/receipts.ts'
import { isToHandIn } from '../rules/answers.ts'
import { inTurn } from '../rules/in-turn.ts'
import { messages } from '../rules/messages.ts'
import { isSigned, linkHash, signHash } from '../rules/receipts.ts'
import type { SigningKey } from '../rules/receipts.ts'
import { optionalId } from './codes.ts'
import { handInShape, publicReceiptShape, receiptShape } from './exam-shapes.ts'

async function signed(db: Db, attempt: Attempt, key: SigningKey) {
  const receipts: ReturnType<typeof receiptShape>[] = []
  for await (const page of pagesOfReceipts(db, attempt)) {
    receipts.push(...page.map((receipt) => receiptShape(receipt, key)))
    // Signing thousands at once would hold up every other call.
    await othersTurn()
  }
  return receipts
}

/** XE4, XE5: the receipts of an attempt, and the public check of one (extensions.md). */
export function bindReceipts(api: Api, { db, clock }: ApiContext): void {
  // Of an attempt there may be 20,000, which take more than a second to be signed: however many ask, most turns stay for other calls.
  const signing = inTurn(2, 200)

  api.learner('GET', '/train/examPlanApp/answerReceipts', { instanceId: optionalId, answerId: optionalId }, async (caller, where) => {
    const found = await findForResult(db, { tenantId: caller.tenantId, userId: caller.userId, ...where, now: clock.now() })
    if (found === null) throw missing()
    const { attempt, exam } = found
    const key = await signingKey(db)
    const handIn = await handInReceipt(db, attempt, exam, key)
    if (handIn === null) return refuse(messages.paperNotHandedIn, { reason: 'notHandedIn' })
    const receipts = await signing(() => signed(db, attempt, key))
    return {
      examPlanId: exam.examId,
      title: exam.title,
      handIn: handInShape(handIn),
      receipts,
      algorithm: 'Ed25519',
      publicKey: key.publicKey,
    }
  })

  api.visitor('GET', '/train/web/checkAnswerReceipt', { code: wireText.pipe(z.string().max(100)), signature: maybe(wireText.pipe(z.string().max(200))) }, async ({ tenantId }, { code, signature }) => {
    const found = await findByCode(db, { tenantId, code })
    if (found === null) return null
    const key = await signingKey(db)
    const hash = found.kind === 'answer' ? found.receipt.hash : found.handIn.hash
    const whole = found.kind === 'handIn' || linkHash(found.receipt) === hash
    const signedBy = (keys: string[]) => signature === undefined || keys.some((publicKey) => isSigned(publicKey, hash, signature))
    return {
      kind: found.kind,
      ...(found.kind === 'answer' ? publicReceiptShape(found.receipt) : handInShape(found.handIn)),
      valid: whole && (signedBy([key.publicKey]) || signedBy(await formerReceiptKeys(db, { tenantId }))),
      signature: signHash(key, hash),
      handedIn: !isToHandIn(found.attempt),
      submitTime: found.attempt.submittedAt?.toISOString() ?? null,
      title: found.title,
      publicKey: key.publicKey,
    }
  })
}
