import { recordInput } from '@/lib/domain/account-input'
import { attachmentNamed } from '@/lib/request/attachment'
import { learnerDoor } from '@/lib/request/door'
import { take } from '@/lib/request/limits'
import { oneAtATime } from '@/lib/request/one-at-a-time'
import { recordFile } from '@/lib/request/record'

/** Everything the platform keeps of the learner's study, as one file. */
export const GET = learnerDoor(recordInput, async (learner, _nothing, { tenant }) => {
  const giveBack = await take('recordsOfLearner', learner.tenantId, learner.id)
  // It takes hundreds of calls, and all of it is in memory at its end.
  const { name, content } = await oneAtATime(`record:${learner.tenantId}:${learner.id}`, () => recordFile(learner, tenant)).catch(async (error: unknown) => {
    // Who has waited behind others for nothing may try again.
    await giveBack()
    throw error
  })
  return new Response(content, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachmentNamed(name),
      'Cache-Control': 'private, no-store',
    },
  })
})
