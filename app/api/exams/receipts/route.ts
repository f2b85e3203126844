import { receiptsInput } from '@/lib/domain/receipts-input'
import { attachmentNamed } from '@/lib/request/attachment'
import { learnerDoor, problem } from '@/lib/request/door'
import { spend } from '@/lib/request/limits'
import { oneAtATime } from '@/lib/request/one-at-a-time'
import { getReceipts } from '@/lib/training/receipts'

/** The receipts of an attempt as a file. */
export const GET = learnerDoor(receiptsInput, async (learner, attempt) => {
  // The platform signs each of them anew, up to 20,000 of an attempt.
  const book = await oneAtATime(`receipts:${learner.tenantId}:${learner.id}`, async () => {
    await spend('receiptsOfLearner', learner.tenantId, learner.id)
    return getReceipts(learner, attempt)
  })
  if (!book) return problem('missing')
  return new Response(JSON.stringify(book, null, 2), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': attachmentNamed(`receipts-${attempt.attemptId}.json`), 'Cache-Control': 'private, no-store' },
  })
})
