import { nothing } from '@/lib/domain/session-input'
import { learnerDoor } from '@/lib/request/door'
import { countUnreadMessages } from '@/lib/training/messages'

export const GET = learnerDoor(nothing, async (learner) => ({ count: await countUnreadMessages(learner) }))
