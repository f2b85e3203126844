import type { WhoIsThere } from '@/lib/domain/session'
import { nothing } from '@/lib/domain/session-input'
import { publicDoor } from '@/lib/request/door'
import { currentLearner } from '@/lib/request/learner'

/** Who is there, for the header of pages that are the same for everybody. */
export const GET = publicDoor(nothing, async (): Promise<WhoIsThere> => {
  const asking = await currentLearner()
  if (!asking) return { learner: null, exerciseBank: false }
  const { name, avatarUrl, exerciseBank } = asking.session
  return { learner: { name, avatarUrl }, exerciseBank }
})
