import { nothing } from '@/lib/domain/session-input'
import { learnerDoor } from '@/lib/request/door'
import { countUnreadMessages } from '@/lib/training/messages'

/** Asks the platform something small: a session it no longer knows loses its cookie on the way, as at every door. */
export const POST = learnerDoor(nothing, async (learner) => {
  await countUnreadMessages(learner)
  return { alive: true as const }
})
