import { messageInput } from '@/lib/domain/messages-input'
import { learnerDoor } from '@/lib/request/door'
import { markMessageRead, unreadAfterwards } from '@/lib/training/messages'

/** Marks a message as read; the number still unread comes back, null where nobody can say. */
export const POST = learnerDoor(messageInput, async (learner, which) => {
  await markMessageRead(learner, which)
  return unreadAfterwards(learner)
})
