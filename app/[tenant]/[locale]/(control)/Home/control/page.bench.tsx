import { requireLearner } from '@/lib/request/learner'
import { countUnreadMessages } from '@/lib/training/messages'

export const dynamic = 'force-dynamic'

/** The smallest page of a learner there can be: it opens the session and makes one call. */
export default async function DynamicControlPage() {
  const learner = await requireLearner()
  return <h1>Control {await countUnreadMessages(learner)}</h1>
}
