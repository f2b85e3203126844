import type { ReactNode } from 'react'
import { ExamGuard } from '@/components/attempts/exam-guard'
import { Providers } from '@/components/shell/providers'
import { SessionWatch } from '@/components/shell/session-watch'
import { Shell } from '@/components/shell/shell'
import { Rewards } from '@/components/study/rewards'
import { learnersMetadata, requireAsking } from '@/lib/request/learner'

export const dynamic = 'force-dynamic'
export const generateMetadata = learnersMetadata

export default async function LearnerLayout({ children }: { children: ReactNode }) {
  const { tenant, session } = await requireAsking()
  return (
    <Providers>
      <SessionWatch learnerId={session.learnerId} />
      <ExamGuard />
      <Shell
        tenant={{ title: tenant.title, logoUrl: tenant.logoUrl, filingNumber: tenant.filingNumber }}
        learner={{ name: session.name, avatarUrl: session.avatarUrl }}
        exerciseBank={session.exerciseBank}
        languageSwitch={tenant.settings.footerLanguageSwitch}
        visitsOf={session.learnerId}
      >
        {children}
        <Rewards learnerId={session.learnerId} />
      </Shell>
    </Providers>
  )
}
