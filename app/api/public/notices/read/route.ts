import { noticeIdInput } from '@/lib/domain/notices-input'
import { isCrawler } from '@/lib/domain/user-agent'
import { publicDoor } from '@/lib/request/door'
import { currentLearner } from '@/lib/request/learner'
import { spend } from '@/lib/request/limits'
import { currentUserAgent, isAskedAhead } from '@/lib/request/visiting'
import { TrainingError } from '@/lib/training/errors'
import { countNoticeRead } from '@/lib/training/notices'

/** Counts that somebody has opened a notice, and says how often that has happened where the platform does: people, not programs, and not before they see it; learners by themselves, visitors by their address. */
export const POST = publicDoor(noticeIdInput, async (visitor, notice) => {
  const counted = !(await isAskedAhead()) && !isCrawler(await currentUserAgent())
  if (!counted) return { counted, reads: null }
  const asking = await currentLearner()
  // Learners count by themselves, however many are behind one address.
  if (!asking) await spend('noticeReadsOfAddress', visitor.address ?? 'unknown')
  // The notice is everybody's: who is no learner any more has read it as a visitor.
  const reads = await countNoticeRead(asking?.learner ?? visitor, notice).catch((error: unknown) => {
    if (!asking || !(error instanceof TrainingError) || error.code !== 'expired') throw error
    return countNoticeRead(visitor, notice)
  })
  return { counted, reads }
})
