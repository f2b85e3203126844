import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import { training } from './client'
import { wireNumber } from './wire'

const ACCEPT_ON_WEB = 2
const UNREAD = 1

/** How many messages the learner has not read (M3). */
export async function countUnreadMessages(learner: Learner): Promise<number> {
  return training.get(learner, 'train/messageSend/getMessageSendCount', { status: UNREAD, acceptPlatform: ACCEPT_ON_WEB }, wireNumber())
}
