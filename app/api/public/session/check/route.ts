import { nothing } from '@/lib/domain/session-input'
import { publicDoor } from '@/lib/request/door'
import { currentLearner } from '@/lib/request/learner'
import { endSession } from '@/lib/request/session'
import { countUnreadMessages } from '@/lib/training/messages'

/** Looks at a session that is said to be over: if it is, for us or for the platform (which is asked something small), its cookie goes. */
export const POST = publicDoor(nothing, async () => {
  const asking = await currentLearner()
  if (asking) await countUnreadMessages(asking.learner)
  else await endSession()
  return { alive: asking !== null }
})
