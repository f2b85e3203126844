import type { ReactNode } from 'react'
import { Footer } from '@/components/shell/footer'
import { Header } from '@/components/shell/header'
import type { HeaderTenant } from '@/components/shell/header-frame'
import type { LearnerToolsProps } from '@/components/shell/learner-tools'
import { RouteFocus } from '@/components/shell/route-focus'
import { RouteProgress } from '@/components/shell/route-progress'
import { SkipLink } from '@/components/shell/skip-link'
import { TabBar } from '@/components/shell/tab-bar'
import { VisitedGate } from '@/components/shell/visited-gate'

type Props = LearnerToolsProps & {
  tenant: HeaderTenant & { filingNumber: string | null }
  languageSwitch: boolean
  /** Whose visited pages the strip shows; none on pages for everybody. */
  visitsOf?: string
  children: ReactNode
}

/** What surrounds a page: header, content, footer and, on phones, the tab bar of learners. */
export function Shell({ tenant, learner, exerciseBank, languageSwitch, visitsOf, children }: Props) {
  return (
    <>
      <SkipLink />
      <RouteProgress />
      <RouteFocus />
      <Header tenant={tenant} learner={learner} exerciseBank={exerciseBank} />
      {visitsOf && <VisitedGate owner={visitsOf} />}
      <main id="main" className="container page" tabIndex={-1}>{children}</main>
      <Footer title={tenant.title} filingNumber={tenant.filingNumber} languageSwitch={languageSwitch} />
      <TabBar />
    </>
  )
}
