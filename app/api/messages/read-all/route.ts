import { nothing } from '@/lib/domain/session-input'
import { learnerDoor } from '@/lib/request/door'
import { countUnreadMessages, markAllMessagesRead } from '@/lib/training/messages'

/** Marks all messages as read; the number still unread comes back. */
export const POST = learnerDoor(nothing, async (learner) => {
  await markAllMessagesRead(learner)
  return { count: await countUnreadMessages(learner) }
})
