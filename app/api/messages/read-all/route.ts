import { nothing } from '@/lib/domain/session-input'
import { learnerDoor } from '@/lib/request/door'
import { markAllMessagesRead, unreadAfterwards } from '@/lib/training/messages'

/** Marks all messages as read; the number still unread comes back, null where nobody can say. */
export const POST = learnerDoor(nothing, async (learner) => {
  await markAllMessagesRead(learner)
  return unreadAfterwards(learner)
})
