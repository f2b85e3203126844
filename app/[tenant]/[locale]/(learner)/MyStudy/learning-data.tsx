import { LearningData } from '@/components/learner/learning-data'
import { rankingInput } from '@/lib/domain/rankings-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { getLearningSummary, listLevels } from '@/lib/training/learner'
import { countUnreadMessages } from '@/lib/training/messages'
import { getRanking } from '@/lib/training/rankings'

/** The learning data in the personal centre. */
export async function LearningDataView({ query }: { query: Record<string, string | string[] | undefined> }) {
  const learner = await requireLearner()
  const { ranking: metric } = rankingInput.parse(query)
  return (
    <Messages areas={['rankings']}>
      <LearningData
        summary={settle(getLearningSummary(learner))}
        levels={settle(listLevels(learner))}
        unread={settle(countUnreadMessages(learner))}
        metric={metric}
        ranking={settle(getRanking(learner, { metric }))}
      />
    </Messages>
  )
}
