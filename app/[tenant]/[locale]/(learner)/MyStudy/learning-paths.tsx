import { MyLearningPaths } from '@/components/learning-paths/my-learning-paths'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { listLearningPaths } from '@/lib/training/learning-paths'

/** Learning paths in the personal centre. */
export async function LearningPathsView() {
  const paths = await settle(listLearningPaths(await requireLearner()))
  return <Messages areas={['learningPaths', 'linkedCourses', 'cards']}><MyLearningPaths paths={paths} /></Messages>
}
