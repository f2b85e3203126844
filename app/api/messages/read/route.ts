import { messageInput } from '@/lib/domain/messages-input'
import { learnerDoor } from '@/lib/request/door'
import { countUnreadMessages, markMessageRead } from '@/lib/training/messages'

/** Marks a message as read; the number still unread comes back. */
export const POST = learnerDoor(messageInput, async (learner, which) => {
  await markMessageRead(learner, which)
  return { count: await countUnreadMessages(learner) }
})
