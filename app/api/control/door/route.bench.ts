import { currentLearner } from '@/lib/request/learner'
import { countUnreadMessages } from '@/lib/training/messages'

/** The smallest door of a learner there can be: it opens the session and makes one call. */
export async function GET(): Promise<Response> {
  const asking = await currentLearner()
  return asking ? Response.json(await countUnreadMessages(asking.learner)) : new Response(null, { status: 401 })
}
