import type { ReactNode } from 'react'
import { ExamGuard } from '@/components/attempts/exam-guard'
import { Providers } from '@/components/shell/providers'
import { RouteFocus } from '@/components/shell/route-focus'
import { RouteProgress } from '@/components/shell/route-progress'
import { SessionWatch } from '@/components/shell/session-watch'
import { Rewards } from '@/components/study/rewards'
import { learnersMetadata, requireAsking } from '@/lib/request/learner'

export const dynamic = 'force-dynamic'
export const generateMetadata = learnersMetadata

/** Pages with nothing around them: the player, exams, practice. */
export default async function FocusLayout({ children }: { children: ReactNode }) {
  const { session } = await requireAsking()
  return (
    <Providers>
      <SessionWatch learnerId={session.learnerId} />
      <ExamGuard />
      <RouteFocus />
      <RouteProgress />
      {children}
      <Rewards learnerId={session.learnerId} />
    </Providers>
  )
}
