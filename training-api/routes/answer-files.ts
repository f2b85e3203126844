import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { refuse } from '../envelope.ts'
import { wireId } from '../params.ts'
import { answerFileKey, keepAnswerFile, listOwnAnswerFiles } from '../queries/answer-files.ts'
import type { AnswerFile } from '../queries/answer-files.ts'
import { endOf, findAttempt, takesLateAnswers } from '../queries/attempts.ts'
import { signingKey } from '../queries/receipt-keys.ts'
import { answerFileNumber, largestAnswerFile, readAnswerFile } from '../rules/answer-files.ts'
import { isToHandIn } from '../rules/answers.ts'
import { messages } from '../rules/messages.ts'
import { signHash } from '../rules/receipts.ts'
import type { SigningKey } from '../rules/receipts.ts'

/** XE6 and XE7: answers that did not arrive in time, handed in as a file and kept for the examiner; they change no result (ours). */
export function bindAnswerFiles(api: Api, { db, clock }: ApiContext): void {
  api.learner('POST', '/train/examPlanApp/handInAnswerFile', { answerFile: z.string().max(largestAnswerFile) }, async ({ tenantId, userId }, { answerFile: original }) => {
    const file = readAnswerFile(original, await answerFileKey(db, { tenantId }))
    if (file === null) return refuse(messages.answerFileUnreadable, { reason: 'unreadable' })
    const now = clock.now()
    const found = await findAttempt(db, { tenantId, userId, instanceId: file.attemptId, answerId: file.answerId })
    if (found === null || file.learnerId !== userId) return refuse(messages.answerFileForeign, { reason: 'foreign' })
    const { attempt } = found
    if ((isToHandIn(attempt) && now < endOf(attempt)) || takesLateAnswers(attempt, now)) return refuse(messages.answerFileOpen, { reason: 'stillOpen' })
    const answer = await withTx(db, (tx) => keepAnswerFile(tx, { attempt, file, original, now }))
    if (answer === 'full') return refuse(messages.answerFilesFull, { reason: 'full' })
    return { ...fileShape(answer.kept, await signingKey(db)), repeated: answer.repeated }
  })

  api.learner('GET', '/train/examPlanApp/answerFiles', { examPlanId: wireId }, async ({ tenantId, userId }, { examPlanId }) => {
    const [files, key] = [await listOwnAnswerFiles(db, { tenantId, userId, examId: examPlanId }), await signingKey(db)]
    return files.map((file) => fileShape(file, key))
  })
}

/** The receipt of a file; `late` answers wait for the examiner, those that `arrived` had been saved after all. */
function fileShape({ fileId, attemptId, contentHash, sealed, madeAt, receivedAt, answers }: AnswerFile, key: SigningKey) {
  const of = (outcome: AnswerFile['answers'][number]['outcome']) => answers.filter((answer) => answer.outcome === outcome).length
  return {
    number: answerFileNumber(fileId, contentHash), instanceId: attemptId, time: receivedAt.toISOString(), madeAt: madeAt.toISOString(), sealed,
    late: of('late'), arrived: of('arrived'), unfit: of('unfit'), hash: contentHash, signature: signHash(key, contentHash),
  }
}
